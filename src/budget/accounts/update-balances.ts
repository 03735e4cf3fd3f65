import { type RawBuilder, sql } from 'kysely'
import type { Cents } from '#/core/values/cents.ts'

type Change = {
  readonly householdId: string
  /** The new balance in cents: a number, or SQL over the account `a` and the tables of `from`. */
  readonly balance: Cents | RawBuilder<Cents>
  /** The new available balance in cents. Left out: it stays. */
  readonly available?: RawBuilder<Cents | null>
  /** The moment of which the balance is true. */
  readonly at: Temporal.Instant | RawBuilder<Temporal.Instant>
  readonly now: Temporal.Instant
  /** Other columns that the same statement must change, as `column = value, …`. */
  readonly also?: RawBuilder<unknown>
  /** Further tables that `balance` and `where` read. */
  readonly from?: RawBuilder<unknown>
  /** Selects the accounts `a` within the household. */
  readonly where: RawBuilder<boolean>
}

/**
 * Builds the only statement outside of this folder that changes `accounts.balance` (`test/balances.test.ts` holds it).
 * Every balance therefore gets its date, and readers of the account see a new `updated_at`. It is SQL instead of a
 * function that executes it, so that a caller can make it a part of a larger statement.
 */
export function updateBalances(change: Change): RawBuilder<unknown> {
  const { householdId, balance, available, at, now, also, from, where } = change
  return sql`update accounts a set balance = ${balance}, balance_at = ${at}, updated_at = ${now}
    ${available ? sql`, available_balance = ${available}` : sql``}
    ${also ? sql`, ${also}` : sql``}
    ${from ? sql`from ${from}` : sql``}
    where a.household_id = ${householdId} and ${where}`
}
