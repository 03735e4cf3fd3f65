import type { Detail } from '#/platform/contract/detail.ts'
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import { findRecord } from '#/platform/audited/find.ts'
import { removeRecord } from '#/platform/audited/remove.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { categoriesApp } from './app-contract.ts'

/**
 * `DELETE /categories/{id}`. Moves the categories below it to the top level. Throws `still_in_use` if a transaction or a
 * rule has it: hide it instead.
 */
export const removeCategory: Act<typeof categoriesApp.removeCategory> = async (
  acting,
  { params, query },
) => {
  const row = await findRecord(acting, 'categories', params)
  if (row.is_system) {
    throw inUse('This category belongs to the service; hide it instead.', {
      name: 'category_of_service',
    })
  }
  await detachDeleted(acting, row.id)
  const used = await acting.db
    .selectFrom('transactions')
    .select('id')
    .where('household_id', '=', acting.caller.householdId)
    .where(hasCategory(row.id))
    .limit(1)
    .executeTakeFirst()
  if (used) {
    throw inUse('Transactions have this category; hide it instead.', {
      name: 'category_has_transactions',
    })
  }
  const rule = await acting.db
    .selectFrom('category_rules')
    .select('text')
    .where('household_id', '=', acting.caller.householdId)
    .where('category_id', '=', row.id)
    .limit(1)
    .executeTakeFirst()
  if (rule)
    throw inUse(`The rule for “${rule.text}” files payments here; change or remove it first.`, {
      name: 'category_has_rule',
      text: rule.text,
    })
  const below = await acting.db
    .updateTable('categories')
    .set({ parent_id: null })
    .where('household_id', '=', acting.caller.householdId)
    .where('parent_id', '=', row.id)
    .returning('id')
    .execute()
  return removeRecord(acting, 'categories', {
    row,
    expected: query.expected_updated_at,
    noted: { category_ids_below: below.map(({ id }) => id).toSorted() },
  })
}

/** Builds a condition on transactions: the category is that of the whole or of a part. */
function hasCategory(id: string): RawBuilder<boolean> {
  const part = JSON.stringify([{ category_id: id }])
  return sql<boolean>`(category_id = ${id} or (splits is not null and splits @> ${part}::jsonb))`
}

/** Takes the category off deleted transactions, so that they do not keep it in use. */
async function detachDeleted({ db, caller }: Acting, id: string): Promise<void> {
  await sql`
    update transactions set category_id = nullif(category_id, ${id}),
      splits = (select jsonb_agg(case when p.part ->> 'category_id' = ${id}
          then p.part || '{"category_id": null}' else p.part end order by p.place)
        from jsonb_array_elements(splits) with ordinality p (part, place))
    where household_id = ${caller.householdId} and deleted_at is not null and ${hasCategory(id)}`.execute(
    db,
  )
}

function inUse(message: string, detail: Detail): Refusal {
  return new Refusal('still_in_use', { param: 'id', message, detail })
}
