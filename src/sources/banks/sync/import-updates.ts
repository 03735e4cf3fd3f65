import { sql } from 'kysely'
import { openHiddenAccounts } from '#/sources/banks/connections/follow.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import { answersFromState } from '#/sources/simplefin/quota.ts'
import { fetchUpdate, readAccounts, readFault } from '#/sources/plaid/connector.ts'
import { requirePlaid } from '#/sources/plaid/client.ts'
import { accountKey, type Batch, type Discovery } from '#/sources/provider/provider.ts'
import { eachInTurns } from '#/sources/provider/take-turns.ts'
import type { Day } from '#/core/values/day.ts'
import { applyBatch, LeaseLost } from './apply.ts'
import { storeDiscovery } from '#/sources/banks/connections/discover.ts'
import { hasNews } from './find-news.ts'
import { findReturned } from '#/sources/banks/connections/find-returned.ts'
import { report, type Run } from './start-run.ts'
import { loadProgress, type StoredProgress } from './progress.ts'
import { relinkReturned } from './relink.ts'

/** Hours after which the history of an Item counts as complete, even if Plaid does not say so. */
const HISTORY_HOURS = 48

/**
 * Imports from Plaid, which sends changes since a cursor: stores one update together with its next cursor. Accounts
 * that were just followed need their history, so the update is then read from the beginning; known rows stay as they
 * are. Returns false when nothing was asked for. Throws ProviderFailure, LeaseLost.
 */
export async function importUpdates(
  run: Run,
  isManual: boolean,
  progress: readonly StoredProgress[] = run.lease.progress,
): Promise<boolean> {
  const { runtime, lease, secret, io } = run
  const access = requirePlaid(runtime.plaid)
  const { last_success_at: lastSuccessAt } = lease
  for (const { id } of progress) run.seen.add(id)
  if (progress.length === 0 || lease.status === 'revoked') return false
  const unfinished = progress.some(({ history }) => history !== 'live')
  const settled = { now: runtime.now(), lastSuccessAt, firstImportUnfinished: unfinished }
  const isBroken = lease.status === 'reauth_required'
  if (isManual && !isBroken && answersFromState(settled)) return false
  // Counts an update once, because the limits of Plaid itself are far above ours.
  await io.spend('regular')
  if (isBroken) {
    // The login may have been repaired meanwhile, without a notice to us.
    const fault = await readFault(access, io, secret)
    if (fault) throw fault
  }
  const catalog = await readAccounts(access, io, secret)
  const fromStart = progress.some(({ history }) => history === 'pending')
  const update = await fetchUpdate(access, io, {
    secret,
    cursor: fromStart ? null : lease.cursor,
    wait: runtime.wait,
  })
  if (await relinkByUpdate(run, { progress, catalog, update })) {
    return importUpdates(
      run,
      isManual,
      await loadProgress(runtime.db, lease.household_id, lease.id),
    )
  }
  const batch: Batch = {
    ...update,
    accounts: catalog.accounts,
    issues: catalog.issues,
    dropped: [...catalog.dropped, ...update.dropped],
    removed:
      update.fromCursor === null
        ? [...update.removed, ...(await findAbsent(run, progress, update))]
        : update.removed,
  }
  const isSameConsent = isSame(catalog.consentExpiresAt, lease.consent_expires_at)
  if (!unfinished && isSameConsent && !(await hasNews(run, batch))) {
    run.issues.push(...batch.issues)
    run.reached = { cursor: cursorAfter(lease.cursor, batch), accounts: [] }
    return true
  }
  const known = new Map(progress.map((one) => [one.id, one]))
  const isWhole =
    batch.history === 'complete' ||
    Temporal.Instant.compare(runtime.now(), lease.created_at.add({ hours: HISTORY_HOURS })) >= 0
  const counts = await applyBatch(runtime, lease, {
    batch,
    liveSince: ({ id }) => known.get(id)?.liveSince ?? null,
    keep: async (writer) => {
      await openHiddenAccounts(writer, lease.id)
      await keepCursor(writer, run, { from: lease.cursor, batch, catalog })
      if (batch.history !== 'not_ready') await keepHistory(writer, progress, isWhole)
    },
  })
  report(run, batch, counts)
  return true
}

type Answer = {
  readonly progress: readonly StoredProgress[]
  readonly catalog: Discovery
  readonly update: Batch
}

/**
 * Relinks accounts that are gone and listed under other ids, by the rows of an update. Returns true if any was
 * relinked.
 */
async function relinkByUpdate(run: Run, { progress, catalog, update }: Answer): Promise<boolean> {
  const { runtime, lease } = run
  const offered = new Set(catalog.accounts.map(({ ref }) => accountKey(ref)))
  const isSettled = progress.every(
    ({ account, history }) => history !== 'pending' && offered.has(accountKey(account)),
  )
  if (isSettled) return false
  const asked = { householdId: lease.household_id, connectionId: lease.id }
  await storeDiscovery(runtime, { ...asked, found: catalog })
  const returned = await findReturned(runtime.db, { ...asked, now: runtime.now() })
  if (returned.found.length === 0) return false
  return (await relinkReturned(run, returned, update.upserts)) > 0
}

function isSame(a: Temporal.Instant | null, b: Temporal.Instant | null): boolean {
  return a === null || b === null ? a === b : a.equals(b)
}

/** Returns the cursor to store. While Plaid is not ready, that is the previous one. */
function cursorAfter(from: string | null, batch: Batch): string | null {
  return batch.history === 'not_ready' ? from : batch.toCursor
}

/**
 * Finds rows that are stored and missing from an update that was read from the beginning, because such an update lists
 * no removals. Booked rows are missing only within the days that the update covers. Unreadable rows are not missing. An
 * account that was relinked repeats its rows under other ids, so its earlier booked rows are not missing; its pending
 * rows are booked under another id, or gone.
 */
async function findAbsent(
  { runtime, lease }: Run,
  progress: readonly StoredProgress[],
  { upserts, dropped, history }: Batch,
): Promise<Batch['removed']> {
  if (history === 'not_ready' || !(await isKnown({ runtime, lease }, progress))) return []
  const isReadable = dropped.every(({ externalId }) => externalId !== null)
  const absent: Batch['removed'] = []
  const listed = new Map(progress.map(({ account }) => [accountKey(account), listedFrom(dropped)]))
  for await (const { account, externalId, bookedOn } of eachInTurns(upserts)) {
    const own = listed.get(accountKey(account))
    if (!own) continue
    own.ids.add(externalId)
    if (own.first === null || bookedOn < own.first) own.first = bookedOn
  }
  for (const { id, account } of progress) {
    const { ids, first } = listed.get(accountKey(account))!
    const { rows: known } = await sql<{ externalId: string }>`
      select m.external_id as "externalId" from provider_transactions m
      join provider_accounts p on p.household_id = ${lease.household_id} and p.id = m.provider_account_id
      where m.household_id = ${lease.household_id} and m.provider_account_id = ${id}
        and m.removed_at is null and (m.status = 'pending'
          or m.booked_on >= ${isReadable ? first : null}
            and (p.relinked_at is null or m.first_seen_at >= p.relinked_at))`.execute(runtime.db)
    for (const { externalId } of known) {
      if (!ids.has(externalId)) absent.push({ account, externalId })
    }
  }
  return absent
}

/** Returns true when rows of these accounts are stored; false for a new login. */
async function isKnown(
  { runtime, lease }: Pick<Run, 'runtime' | 'lease'>,
  progress: readonly StoredProgress[],
): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select exists (select 1 from provider_transactions m where m.household_id = ${lease.household_id}
      and m.provider_account_id = any(${progress.map(({ id }) => id)}::uuid[])) as "isKnown"`.execute(
    runtime.db,
  )
  return rows[0]!.isKnown
}

/** Starts the ids and first day that an update lists for an account, with its unreadable rows. */
function listedFrom(dropped: Batch['dropped']): { ids: Set<string | null>; first: Day | null } {
  return { ids: new Set(dropped.map(({ externalId }) => externalId)), first: null }
}

type Read = {
  /** The cursor that was stored when the update was requested. */
  readonly from: string | null
  readonly batch: Batch
  readonly catalog: { readonly consentExpiresAt: Temporal.Instant | null }
}

async function keepCursor(
  { db }: WriteContext,
  { lease }: Run,
  { from, batch, catalog }: Read,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update connections set cursor = ${cursorAfter(from, batch)}, consent_expires_at = ${catalog.consentExpiresAt}
    where household_id = ${lease.household_id} and id = ${lease.id}
      and cursor is not distinct from ${from}`.execute(db)
  if (numAffectedRows !== 1n) throw new LeaseLost()
}

/** Marks new rows of accounts as news once their history is complete. */
async function keepHistory(
  writer: WriteContext,
  progress: readonly StoredProgress[],
  isWhole: boolean,
): Promise<void> {
  const ids = progress.filter(({ history }) => history !== 'live').map(({ id }) => id)
  if (ids.length === 0) return
  await writer.db
    .updateTable('provider_accounts')
    .set(isWhole ? { history: 'live', live_since: writer.now() } : { history: 'backfilling' })
    .where('household_id', '=', writer.caller.householdId)
    .where('id', 'in', ids)
    .where('selected', '=', true)
    .execute()
}
