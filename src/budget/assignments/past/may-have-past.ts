import { type RawBuilder, sql } from 'kysely'
import { merchantOf } from '#/budget/transactions/naming/merchant.ts'
import { isCandidate, PAST_DAYS, type Reader } from './load-past.ts'

/**
 * An expression for statements about the household: false if `GET /past-payments` lists nothing, true if it may. Costs
 * nothing unless an Expense, a rule for one or a connection is new. `names` are those of the Expenses.
 */
export function mayHavePast(reader: Reader, names: readonly string[]): RawBuilder<boolean> {
  const { householdId } = reader.caller
  const since = reader.now().subtract({ hours: 24 * PAST_DAYS })
  const keys = [...new Set(names.map(merchantOf))].filter((key) => key !== '')
  return sql`case
    when exists (select 1 from category_rules r where r.household_id = ${householdId}
      and r.expense_id is not null and r.updated_at > ${since}) then true
    when exists (select 1 from expenses e where e.household_id = ${householdId}
        and e.archived_at is null and e.created_at > ${since})
      or exists (select 1 from connections c where c.household_id = ${householdId}
        and c.created_at > ${since})
    then exists (select 1 from transactions t where ${isCandidate(reader)} and (
      exists (select 1 from expense_payees p
        where p.household_id = ${householdId} and p.merchant = t.merchant)
      or exists (select 1 from unnest(${keys}::text[]) n (name)
        where position('-' || n.name || '-' in '-' || t.merchant || '-') > 0
          or position('-' || t.merchant || '-' in '-' || n.name || '-') > 0)))
    else false end`
}
