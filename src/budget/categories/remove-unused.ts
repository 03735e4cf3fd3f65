import { sql } from 'kysely'
import { findRecord } from '#/platform/audited/find.ts'
import { removeRecord } from '#/platform/audited/remove.ts'
import type { Acting } from '#/platform/runtime/call.ts'

type Removed = {
  /** The names of categories that stay because a person has changed them. */
  readonly changed: readonly string[]
  /** The names of those that stay because something uses them. */
  readonly used: readonly string[]
}

type Candidate = {
  readonly id: string
  readonly name: string
  readonly isChanged: boolean
  readonly isUsed: boolean
}

/** Removes categories that were made by mistake, unless a payment, a rule or another category uses them. */
export async function removeUnusedCategories(
  acting: Acting,
  ids: readonly string[],
): Promise<Removed> {
  if (ids.length === 0) return { changed: [], used: [] }
  await detachDeleted(acting, ids)
  const changed: string[] = []
  const used: string[] = []
  // Categories come before the groups that hold them.
  for (const { id, name, isChanged, isUsed } of await loadCandidates(acting, ids)) {
    if (isChanged) changed.push(name)
    else if (isUsed || (await hasBelow(acting, id))) used.push(name)
    else {
      const row = await findRecord(acting, 'categories', { id })
      await removeRecord(acting, 'categories', { row, expected: undefined })
    }
  }
  return { changed, used }
}

async function loadCandidates(
  { db, caller: { householdId } }: Acting,
  ids: readonly string[],
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with used as materialized (
      select category_id as id from transactions
      where household_id = ${householdId} and deleted_at is null and category_id is not null
      union
      select (p.part ->> 'category_id')::uuid from transactions t
      cross join lateral jsonb_array_elements(t.splits) p (part)
      where t.household_id = ${householdId} and t.deleted_at is null and t.splits is not null
      union
      select category_id from category_rules where household_id = ${householdId}
    )
    select c.id, c.name, exists (select 1 from used u where u.id = c.id) as "isUsed",
      exists (select 1 from audit_entries a where a.household_id = ${householdId}
        and a.subject_type = 'category' and a.subject_id = c.id and a.action <> 'category.create') as "isChanged"
    from categories c
    where c.household_id = ${householdId} and c.id = any(${[...ids]}::uuid[])
    order by c.parent_id is null, c.position`.execute(db)
  return rows
}

async function hasBelow({ db, caller }: Acting, id: string): Promise<boolean> {
  const below = await db
    .selectFrom('categories')
    .select('id')
    .where('household_id', '=', caller.householdId)
    .where('parent_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return below !== undefined
}

/** Takes the categories off deleted payments, so that those do not keep them in use. */
async function detachDeleted(
  { db, caller: { householdId } }: Acting,
  ids: readonly string[],
): Promise<void> {
  const unwanted = sql`${[...ids]}::uuid[]`
  await sql`
    update transactions set category_id = null
    where household_id = ${householdId} and deleted_at is not null and category_id = any(${unwanted})`.execute(
    db,
  )
  await sql`
    update transactions set splits = (
      select jsonb_agg(case when (p.part ->> 'category_id')::uuid = any(${unwanted})
        then p.part || '{"category_id": null}' else p.part end order by p.place)
      from jsonb_array_elements(splits) with ordinality p (part, place))
    where household_id = ${householdId} and deleted_at is not null and splits is not null`.execute(
    db,
  )
}
