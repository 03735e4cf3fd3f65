import { sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { AccountCoverage } from '#/sources/provider/provider.ts'
import { addDays, type Day, dayAt } from '#/core/values/day.ts'
import { removeRows } from './remove-rows.ts'

/** Banks drop a pending payment and list it again the next day, so one answer without it is not enough. */
const MISSES_MAX = 2
/** Days after which a missing pending payment has lapsed, even if its day is outside of the answer. */
const LAPSED_DAYS = 14

type Window = {
  readonly provider: 'provider_a' | 'provider_b' | 'provider_c'
  readonly coverage: AccountCoverage
  /** The ids that the answer lists, of any status. */
  readonly listed: ReadonlySet<string>
}

/**
 * Removes pending payments that two new snapshots of the bank in a row should have listed and did not. Bookings are
 * never removed by absence, and an incomplete answer removes nothing. Returns the number of removed transactions.
 */
export async function removeAbsent(
  writer: WriteContext,
  entry: FollowedEntry,
  { provider, coverage, listed }: Window,
): Promise<number> {
  const { complete, includesPending, snapshotAt } = coverage
  if (!complete || !includesPending || snapshotAt === null) return 0
  const { householdId, zone } = writer.caller
  const lapsed = addDays(dayAt(writer.now(), zone), -LAPSED_DAYS)
  const missed = (await pendingOf(writer, entry)).filter((id) => !listed.has(id))
  const { rows } = await sql<{ externalId: string; misses: number; bookedOn: Day }>`
    with fresh as (
      update provider_accounts set snapshot_at = ${snapshotAt}
      where household_id = ${householdId} and id = ${entry.id}
        and (snapshot_at is null or snapshot_at < ${snapshotAt})
      returning id
    )
    update provider_transactions m
    set missed_snapshots = case when m.external_id = any(${missed}::text[])
      then m.missed_snapshots + 1 else 0 end
    from fresh
    where m.household_id = ${householdId} and m.provider_account_id = fresh.id
      and m.status = 'pending' and m.removed_at is null
      and (m.missed_snapshots > 0 or m.external_id = any(${missed}::text[]))
      and (m.booked_on between ${coverage.from} and ${coverage.to} or m.booked_on < ${lapsed})
    returning m.external_id as "externalId", m.missed_snapshots as misses,
      m.booked_on as "bookedOn"`.execute(writer.db)
  const gone = rows.filter(({ misses, bookedOn }) => {
    return misses >= MISSES_MAX || (misses > 0 && bookedOn < lapsed)
  })
  const externalIds = gone.map(({ externalId }) => externalId)
  return removeRows(writer, { entryId: entry.id, provider, externalIds })
}

// Reads the few pending ids instead of sending the listed ones: an answer may list tens of thousands.
async function pendingOf({ caller, db }: WriteContext, { id }: FollowedEntry): Promise<string[]> {
  const rows = await db
    .selectFrom('provider_transactions')
    .select('external_id')
    .where('household_id', '=', caller.householdId)
    .where('provider_account_id', '=', id)
    .where('status', '=', 'pending')
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ external_id: externalId }) => externalId)
}
