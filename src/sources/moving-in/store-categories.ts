import { addCategory } from '#/budget/categories/add-category.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import { plainText } from './plain-text.ts'
import { categoryName, type FoundCategory } from './summarize-files.ts'

type Storing = { readonly moveId: string; readonly categories: readonly FoundCategory[] }

/** The household's categories by their keys in the application, and how many are new. */
type Stored = { readonly ids: ReadonlyMap<string, string>; readonly created: number }

/**
 * Finds each category by kind, group and name, else by kind and name alone if the household has one such, and creates the
 * others below their groups. Throws `limit_reached`.
 */
export async function storeCategories(
  acting: Acting,
  { moveId, categories }: Storing,
): Promise<Stored> {
  const known = await loadCategories(acting)
  const ids = new Map<string, string>()
  let created = 0
  const create = async (type: FoundCategory['type'], name: string, parentId: string | null) => {
    const id = await addCategory(acting, { name, kind: type, parentId })
    await acting.db
      .insertInto('moved_categories')
      .values({ household_id: acting.caller.householdId, category_id: id, move_id: moveId })
      .execute()
    created += 1
    return id
  }
  for (const { key, group, name: written, type } of categories) {
    const name = cut(written)
    const found = known.find(type, group, name)
    if (found !== undefined) {
      ids.set(key, found)
      continue
    }
    let parentId: string | null = null
    if (group !== null && group !== '') {
      parentId = known.find(type, null, cut(group)) ?? null
      if (parentId === null) {
        parentId = await create(type, cut(group), null)
        known.add(categoryName(type, null, cut(group)), parentId)
      }
    }
    const id = await create(type, name, parentId)
    known.add(categoryName(type, group, name), id)
    ids.set(key, id)
  }
  return { ids, created }
}

/** Counts the categories that a move would create, without creating any. */
export async function countNewCategories(
  reader: ReadContext,
  categories: readonly FoundCategory[],
): Promise<number> {
  const known = await loadCategories(reader)
  let created = 0
  for (const { group, name, type } of categories) {
    if (known.find(type, group, cut(name)) !== undefined) continue
    if (group !== null && group !== '' && known.find(type, null, cut(group)) === undefined) {
      created += 1
      known.add(categoryName(type, null, cut(group)), 'new')
    }
    created += 1
    known.add(categoryName(type, group, cut(name)), 'new')
  }
  return created
}

const NAME_MAX = 100

function cut(name: string): string {
  return plainText(name, NAME_MAX).trim() || '—'
}

async function loadCategories({ db, caller }: ReadContext) {
  const rows = await db
    .selectFrom('categories as c')
    .leftJoin('categories as g', (join) =>
      join.on('g.household_id', '=', caller.householdId).onRef('g.id', '=', 'c.parent_id'),
    )
    .select(['c.id', 'c.name', 'c.kind', 'g.name as group'])
    .where('c.household_id', '=', caller.householdId)
    .orderBy('c.position')
    .execute()
  const exact = new Map<string, string>()
  const alike = new Map<string, string[]>()
  const add = (key: string, id: string) => {
    if (!exact.has(key)) exact.set(key, id)
  }
  for (const { id, name, kind, group } of rows) {
    add(categoryName(kind, group, name), id)
    const key = categoryName(kind, null, name)
    alike.set(key, [...(alike.get(key) ?? []), id])
  }
  return {
    add,
    find: (type: FoundCategory['type'], group: string | null, name: string) => {
      const found = exact.get(categoryName(type, group, name))
      if (found !== undefined) return found
      // A household that has “Groceries” elsewhere does not want a second one. New ones of this move do not count.
      const others = alike.get(categoryName(type, null, name)) ?? []
      return others.length === 1 ? others[0] : undefined
    },
  }
}
