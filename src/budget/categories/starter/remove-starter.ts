import { sql } from 'kysely'
import { removeRecord } from '#/platform/audited/remove.ts'
import type { RecordRow } from '#/platform/audited/tables.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { categoriesApp } from '#/budget/categories/app-contract.ts'

/**
 * `POST /categories/starter/remove`: takes back what `POST /categories/starter` created, as far as nothing uses it and
 * nobody has changed it. Groups that still hold a category stay.
 */
export const removeStarterCategories: Act<typeof categoriesApp.removeStarterCategories> = async (
  acting,
) => {
  const { householdId } = acting.caller
  const { rows: unused } = await sql<RecordRow<'categories'>>`
    select * from categories c
    where household_id = ${householdId} and is_starter
      and not exists (select 1 from transactions t
        where t.household_id = ${householdId} and t.category_id = c.id)
      and not exists (select 1 from transactions t
        where t.household_id = ${householdId} and t.splits is not null
          and t.splits @> jsonb_build_array(jsonb_build_object('category_id', c.id)))
      and not exists (select 1 from category_rules r
        where r.household_id = ${householdId} and r.category_id = c.id)
    order by parent_id is null, position, id`.execute(acting.db)
  const isUnused = new Set(unused.map(({ id }) => id))
  const { rows: holding } = await sql<{ id: string; parent_id: string }>`
    select id, parent_id from categories
    where household_id = ${householdId} and parent_id is not null`.execute(acting.db)
  const kept = new Set(holding.filter(({ id }) => !isUnused.has(id)).map((one) => one.parent_id))
  const leaving = unused.filter(({ id }) => !kept.has(id))
  for (const row of leaving) await removeRecord(acting, 'categories', { row, expected: undefined })
  return { removed: leaving.length }
}
