import { sql } from 'kysely'
import { type CashAccount, cashOf } from '#/budget/accounts/cash.ts'
import { cashAccounts } from '#/budget/accounts/cash-accounts.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Acting } from '#/platform/runtime/call.ts'

/** Computes cash minus everything set aside, in cents. Negative if more is set aside than there is. */
export async function freeToSpend({ db, caller }: Acting): Promise<Cents> {
  const { rows } = await sql<{ accounts: CashAccount[]; set_aside: number }>`
    select coalesce((select json_agg(a) from (${cashAccounts(caller.householdId)}) a), '[]') as accounts,
      coalesce((select sum(balance) from expenses where household_id = ${caller.householdId}), 0)::bigint
        as set_aside`.execute(db)
  return cashOf(rows[0]!.accounts, caller.currency) - rows[0]!.set_aside
}
