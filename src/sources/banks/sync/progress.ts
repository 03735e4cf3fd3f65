import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { AccountProgress } from '#/sources/simplefin/windows.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'

/** Progress of a followed account, with its entry in the catalog. */
export type StoredProgress = AccountProgress & {
  readonly id: string
  /** True if the provider listed it in the last complete catalog. */
  readonly isOffered: boolean
  readonly history: 'pending' | 'backfilling' | 'live'
  readonly liveSince: Temporal.Instant | null
  /** When the provider last had data of the bank, as of the last answer with all pending payments. */
  readonly snapshotAt: Temporal.Instant | null
}

/** Progress as PostgreSQL writes it, instants as text. */
export type WrittenProgress = Omit<StoredProgress, 'account' | 'firstImport' | Moment> & {
  readonly institutionId: string
  readonly externalId: string
} & Readonly<Record<Moment, string | null>>
type Moment = 'watermark' | 'since' | 'liveSince' | 'snapshotAt'

/**
 * Selects the progress of the followed accounts of connection `c`. It is stored per account, because accounts join and
 * fail one by one.
 */
export const progressJson = (householdId: string) => sql<WrittenProgress[]>`(
  select coalesce(json_agg(json_build_object('id', p.id, 'isOffered', p.available,
    'institutionId', p.institution_external_id,
    'externalId', p.external_id, 'watermark', p.watermark, 'since', p.since, 'windows', p.windows,
    'emptyWindows', p.empty_windows, 'history', p.history, 'liveSince', p.live_since,
    'snapshotAt', p.snapshot_at) order by p.id), '[]')
  from provider_accounts p
  where p.household_id = ${householdId} and p.connection_id = c.id and p.selected)`

export function readProgress(written: readonly WrittenProgress[]): StoredProgress[] {
  return written.map(({ institutionId, externalId, ...one }) => ({
    ...one,
    account: { institutionId, externalId },
    firstImport: one.history === 'live' ? 'finished' : 'unfinished',
    watermark: instantOf(one.watermark),
    since: instantOf(one.since),
    liveSince: instantOf(one.liveSince),
    snapshotAt: instantOf(one.snapshotAt),
  }))
}

function instantOf(text: string | null): Temporal.Instant | null {
  return text === null ? null : Temporal.Instant.from(text)
}

/** Loads the progress of the followed accounts of a connection. */
export async function loadProgress(
  db: Database,
  householdId: string,
  connectionId: string,
): Promise<StoredProgress[]> {
  const { rows } = await sql<{ progress: WrittenProgress[] }>`
    select ${progressJson(householdId)} as progress from connections c
    where c.household_id = ${householdId} and c.id = ${connectionId}`.execute(db)
  return readProgress(rows[0]?.progress ?? [])
}

/** Stores progress computed by `progressAfter`, in the transaction of its rows. */
export async function keepProgress(
  { db, caller, now }: WriteContext,
  progress: readonly StoredProgress[],
): Promise<void> {
  const given = progress.map(({ id, watermark, since, windows, emptyWindows, firstImport }) => {
    const unfinished = since === null ? ('pending' as const) : ('backfilling' as const)
    const history = firstImport === 'finished' ? ('live' as const) : unfinished
    return { id, watermark, since, windows, empty_windows: emptyWindows, history }
  })
  await sql`
    update provider_accounts p set watermark = g.watermark, since = g.since, windows = g.windows,
      empty_windows = g.empty_windows, history = g.history,
      live_since = case when g.history = 'live' then coalesce(p.live_since, ${now()}) end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, watermark timestamptz,
      since timestamptz, windows integer, empty_windows integer, history text)
    where p.household_id = ${caller.householdId} and p.id = g.id and p.selected`.execute(db)
}
