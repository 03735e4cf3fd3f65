import { sql } from 'kysely'
import type { Database } from '#/database/database.ts'
import type { AccountProgress } from '#/providers/provider-a/windows.ts'
import type { Writer } from '#/expenses/move-money.ts'

/** How far the import of a selected account has come, with its place in the catalog. */
export type StoredProgress = AccountProgress & {
  readonly id: string
  /** Whether its provider offered it the last time that it was asked for all. */
  readonly isOffered: boolean
  readonly history: 'pending' | 'backfilling' | 'live'
  readonly liveSince: Temporal.Instant | null
}

/** The selected accounts of a connection and how far each has come: they join and fail one by one. */
export async function loadProgress(
  db: Database,
  householdId: string,
  connectionId: string,
): Promise<StoredProgress[]> {
  const rows = await db
    .selectFrom('provider_accounts')
    .select([
      'id',
      'institution_external_id',
      'external_id',
      'available',
      'watermark',
      'since',
      'windows',
      'empty_windows',
      'history',
      'live_since',
    ])
    .where('household_id', '=', householdId)
    .where('connection_id', '=', connectionId)
    .where('selected', '=', true)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    isOffered: row.available,
    account: { institutionId: row.institution_external_id, externalId: row.external_id },
    watermark: row.watermark,
    since: row.since,
    windows: row.windows,
    emptyWindows: row.empty_windows,
    firstImport: row.history === 'live' ? 'finished' : 'unfinished',
    history: row.history,
    liveSince: row.live_since,
  }))
}

/** Stores what `progressAfter` worked out, in the transaction of the rows it speaks of. */
export async function keepProgress(
  writer: Writer,
  progress: readonly StoredProgress[],
): Promise<void> {
  for (const one of progress) {
    const history =
      one.firstImport === 'finished' ? 'live' : one.since === null ? 'pending' : 'backfilling'
    await sql`
      update provider_accounts set watermark = ${one.watermark}, since = ${one.since},
        windows = ${one.windows}, empty_windows = ${one.emptyWindows}, history = ${history},
        live_since = case when ${history} = 'live' then coalesce(live_since, ${writer.now()}) end
      where household_id = ${writer.caller.householdId} and id = ${one.id} and selected`.execute(
      writer.db,
    )
  }
}
