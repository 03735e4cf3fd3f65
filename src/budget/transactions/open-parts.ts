import { type RawBuilder, sql } from 'kysely'

/**
 * Builds the parts that a transaction gets back: fitted to its amount, without categories that were deleted meanwhile and
 * Expenses that were archived. Null for parts that are null.
 */
export function openParts(
  householdId: string,
  parts: RawBuilder<unknown>,
  amount: number,
): RawBuilder<unknown> {
  return sql`(select jsonb_agg(p.part || jsonb_build_object('category_id', c.id, 'expense_goal_id', e.id) order by p.place)
    from jsonb_array_elements(fit_splits(${parts}, ${amount}::bigint)) with ordinality p (part, place)
    left join categories c on c.household_id = ${householdId} and c.id = (p.part ->> 'category_id')::uuid
    left join expenses e on e.household_id = ${householdId} and e.archived_at is null
      and e.id = (p.part ->> 'expense_goal_id')::uuid)`
}
