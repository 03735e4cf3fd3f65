import { type RawBuilder, sql } from 'kysely'
import type { Cents } from '#/core/values/cents.ts'

/** The last row of the log before a moment, for the accounts `k`; `until` null: the present. */
export function levelBefore(
  householdId: string,
  until: Temporal.Instant | null,
): RawBuilder<unknown> {
  return sql`select l.cash, l.counted_since from cash_levels l
    where l.household_id = ${householdId} and l.account_id = k.account_id
      ${until === null ? sql`` : sql`and l.quarter < ${until}`}
    order by l.quarter desc limit 1`
}

/**
 * Builds the parts of a `with recursive` that list the accounts of the log as `known k`. It skips from account to account
 * in the index, because an account may have years of rows.
 */
export function knownAccounts(householdId: string): RawBuilder<unknown> {
  const next = (after: RawBuilder<unknown>) => sql`select l.account_id from cash_levels l
    where l.household_id = ${householdId} ${after} order by l.account_id limit 1`
  return sql`seen as (
      (${next(sql``)})
      union all
      select (${next(sql`and l.account_id > seen.account_id`)}) from seen where seen.account_id is not null
    ), known as (
      select ${householdId}::uuid as household_id, account_id from seen where account_id is not null
    )`
}

/** Builds the sum of what all accounts contributed to cash at a moment, in cents. */
export function cashAt(householdId: string, moment: Temporal.Instant): RawBuilder<Cents> {
  return sql<Cents>`(with recursive ${knownAccounts(householdId)}
    select coalesce(sum(l.cash), 0)::bigint from known k cross join lateral (${levelBefore(householdId, moment)}) l)`
}

/** Builds the cents that Expenses gave back to free-to-spend since a moment, less what they took. */
export function releasedSince(householdId: string, moment: Temporal.Instant): RawBuilder<Cents> {
  return sql<Cents>`(select coalesce(sum(case when e.to_lane = 'free' then e.amount
      when e.from_lane = 'free' then -e.amount end), 0)::bigint
    from ledger_entries e where e.household_id = ${householdId} and e.created_at >= ${moment})`
}

/** Builds the moment at which the log of the household `h` begins. */
export const logBegins = sql<Temporal.Instant>`coalesce(h.cash_log_since, h.created_at)`
