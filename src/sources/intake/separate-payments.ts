import { sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { addDays, type Day } from '#/core/values/day.ts'
import { BOOKING_DAYS } from './match-payments.ts'
import { REMEMBERED_DAYS } from './mirror.ts'

type Others = {
  /** The first and the last day with a payment that a row under another id may report. */
  readonly first: Day | null
  readonly last: Day | null
  readonly pendingIds: readonly string[]
  readonly isRelinked: boolean
}

/**
 * Returns a test for separate rows of an account's history: booked, and far from the days of pending payments and of
 * payments known from a device, a file or a person. They can only match by their own ids, so they can be stored in any
 * slice. No row is separate if the account came back under another id.
 */
export async function findSeparatePayments(
  { db, caller, now }: WriteContext,
  entry: FollowedEntry,
): Promise<(row: ProviderTransaction) => boolean> {
  const { householdId } = caller
  const remembered = now().subtract({ hours: 24 * REMEMBERED_DAYS })
  const { rows } = await sql<Others>`
    with pending as (
      select m.external_id, m.booked_on from provider_transactions m
      where m.household_id = ${householdId} and m.provider_account_id = ${entry.id}
        and m.status = 'pending' and (m.removed_at is null or m.removed_at > ${remembered})
    ), others as (
      select booked_on as day from pending
      union all
      select v.booked_at from transactions v
      where v.household_id = ${householdId} and v.account_id = ${entry.accountId} and v.visible
        and v.provider in ('wallet', 'import', 'manual')
      union all
      select g.booked_at from transactions g
      where g.household_id = ${householdId} and g.account_id = ${entry.accountId}
        and g.deleted_at is not null and g.provider in ('wallet', 'import', 'manual')
    )
    select (select min(day) from others) as first, (select max(day) from others) as last,
      array(select external_id from pending) as "pendingIds",
      exists (select 1 from provider_accounts p where p.household_id = ${householdId}
        and p.id = ${entry.id} and p.relinked_at is not null) as "isRelinked"`.execute(db)
  const { first, last, pendingIds, isRelinked } = rows[0]!
  if (isRelinked) return () => false
  const from = first && addDays(first, -BOOKING_DAYS)
  const to = last && addDays(last, BOOKING_DAYS)
  const isNear = (day: Day) => from !== null && to !== null && day >= from && day <= to
  const pending = new Set(pendingIds)
  return ({ status, bookedOn, replacesExternalId: replaced }) =>
    status === 'booked' && !isNear(bookedOn) && (replaced === null || !pending.has(replaced))
}
