import { type RawBuilder, sql } from 'kysely'
import type { CashAccount } from './cash.ts'

/** Builds the query for a household's visible accounts, in the shape that `cashOf` takes. */
export function cashAccounts(householdId: string): RawBuilder<CashAccount> {
  return sql<CashAccount>`
    select a.type, a.subtype, a.currency, a.balance, a.provider, a.subscribed, a.spendable,
      h.account_types as "cashTypes",
      coalesce((select sum(t.amount) from transactions t
        where t.household_id = ${householdId} and t.account_id = a.id and t.visible
          and t.status = 'pending' and t.amount < 0 and h.include_pending), 0) as "pendingOutflow"
    from accounts a join households h on h.household_id = ${householdId}
    where a.household_id = ${householdId} and not a.hidden`
}
