import { fold } from '#/core/values/fold.ts'
import { createRecord } from '#/platform/audited/create.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import type { LanguageTag } from '#/core/values/languages.ts'
import { guessLook } from '#/budget/categories/look.ts'
import { type StarterGroup, starterSets } from './starter-sets.ts'

/** Creates the usual categories that are missing, and returns how many. Throws `limit_reached`. */
export async function createStarterCategories(
  acting: Acting,
  language: LanguageTag,
): Promise<number> {
  const known = await findByName(acting)
  let created = 0
  const ensure = async (
    category: { name: string; kind: StarterGroup['kind'] },
    parent?: string,
  ) => {
    const { name, kind } = category
    const found = known.get(fold(name))
    if (found !== undefined) return found
    const values = {
      name,
      kind,
      parent_id: parent ?? null,
      ...guessLook(category),
      color: null,
      is_hidden: false,
      is_system: false,
      is_starter: true,
    }
    const { id } = await createRecord(acting, 'categories', { values })
    const made = { id, kind, parentId: parent ?? null }
    known.set(fold(name), made)
    created += 1
    return made
  }
  for (const { name, kind, members } of starterSets[language]) {
    const group = await ensure({ name, kind })
    // Categories have two levels, and a group holds only its own kind.
    const parent = group.parentId === null && group.kind === kind ? group.id : undefined
    for (const member of members) await ensure({ name: member, kind }, parent)
  }
  return created
}

type Known = {
  readonly id: string
  readonly kind: StarterGroup['kind']
  readonly parentId: string | null
}

/** Finds the household's categories by their folded names; hidden ones too, because somebody decided against them. */
async function findByName({ db, caller }: Acting): Promise<Map<string, Known>> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'name', 'kind', 'parent_id as parentId'])
    .where('household_id', '=', caller.householdId)
    .execute()
  return new Map(rows.map((row) => [fold(row.name), row]))
}
