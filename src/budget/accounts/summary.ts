import { sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Tables } from '#/platform/database/tables.ts'
import { addCents } from '#/core/values/cents.ts'
import type { Act } from '#/platform/runtime/call.ts'
import { type CashAccount, cashOf } from './cash.ts'
import { cashAccounts } from './cash-accounts.ts'
import type { accounts } from './contract.ts'

type AccountType = Tables['accounts']['type']
type SummedAccount = CashAccount & { readonly type: AccountType }
type Row = { set_aside: number; accounts: SummedAccount[] }

/** `GET /accounts/summary`. Free-to-spend is cash less the money set aside: derived here, never stored. */
export const summarizeAccounts: Act<typeof accounts.summarizeAccounts> = async (call) => {
  const { householdId, currency } = call.caller
  const { rows } = await sql<Row>`
    select coalesce((select sum(balance) from expenses where household_id = ${householdId}), 0)::bigint
        as set_aside,
      coalesce((select json_agg(p) from (
        ${cashAccounts(householdId)}
      ) p), '[]') as accounts`.execute(call.db)
  const { set_aside, accounts: all } = rows[0]!
  const own = all.filter((account) => account.currency === currency)
  const assets = own.filter(({ balance }) => balance > 0)
  const liabilities = own.filter(({ balance }) => balance < 0)
  const spendable = cashOf(own, currency)
  return {
    currency,
    as_of: writeInstant(call.now()),
    total_balance: sum(own),
    assets: sum(assets),
    liabilities: sum(liabilities),
    spendable_balance: spendable,
    set_aside,
    free_to_spend: spendable - set_aside,
    account_count: all.length,
    by_type: group(own, ({ type }) => type).map(([type, some]) => ({ type, ...totals(some) })),
    by_currency: group(all, (account) => account.currency).map(([code, some]) => ({
      currency: code,
      ...totals(some),
    })),
  }
}

function group<K extends string>(
  all: readonly SummedAccount[],
  key: (account: SummedAccount) => K,
): [K, SummedAccount[]][] {
  return [...Map.groupBy(all, key)].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function totals(some: readonly SummedAccount[]) {
  return { balance: sum(some), account_count: some.length }
}

function sum(some: readonly SummedAccount[]): number {
  return addCents(...some.map(({ balance }) => balance))
}
