import { sql } from 'kysely'
import { openHiddenAccounts } from '#/sources/banks/connections/follow.ts'
import type { Writer } from '#/budget/expenses/move-money.ts'
import { answersFromState } from '#/sources/simplefin/quota.ts'
import { fetchUpdate, readAccounts, readFault } from '#/sources/plaid/connector.ts'
import type { PlaidAccess } from '#/sources/plaid/client.ts'
import {
  accountKey,
  type Batch,
  type Discovery,
  ProviderFailure,
} from '#/sources/provider/provider.ts'
import { eachInTurns } from '#/sources/provider/take-turns.ts'
import type { Day } from '#/core/values/day.ts'
import { applyBatch, LeaseLost } from './apply.ts'
import { storeDiscovery } from '#/sources/banks/connections/discover.ts'
import { hasNews } from './find-news.ts'
import { findReturned } from '#/sources/banks/connections/find-returned.ts'
import { report, type Run } from './start-run.ts'
import { loadProgress, type StoredProgress } from './progress.ts'
import { relinkReturned } from './relink.ts'

/** Hours after which an Item's history counts as whole, whatever Plaid says of it. */
const HISTORY_HOURS = 48

/**
 * Imports from a provider that tells changes since a cursor: one update, stored together with the cursor behind it.
 * Accounts that have just been followed need what was told before, so the update is then read from the beginning; what
 * is known already changes nothing. Answers whether anything was asked for.
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
  // Counted once: an update is a unit, and Plaid's own limits are far above ours.
  await io.spend('regular')
  if (isBroken) {
    // A person may have repaired the login meanwhile, without telling us.
    const fault = await readFault(access, io, secret)
    if (fault) throw fault
  }
  const catalog = await readAccounts(access, io, secret)
  const anew = progress.some(({ history }) => history === 'pending')
  const update = await fetchUpdate(access, io, {
    secret,
    cursor: anew ? null : lease.cursor,
    wait: runtime.wait,
  })
  if (await welcomeReturned(run, { progress, catalog, update })) {
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

type Answered = {
  readonly progress: readonly StoredProgress[]
  readonly catalog: Discovery
  readonly update: Batch
}

/** Looks whether accounts that are gone are there under other ids, by the rows of an update; whether any is. */
async function welcomeReturned(
  run: Run,
  { progress, catalog, update }: Answered,
): Promise<boolean> {
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

/** Throws ProviderFailure where the operator has not set Plaid up. */
export function requirePlaid<A extends PlaidAccess>(access: A | null): A {
  if (access !== null) return access
  throw new ProviderFailure('refused', 'Plaid is not set up on this Earmark.')
}

function isSame(a: Temporal.Instant | null, b: Temporal.Instant | null): boolean {
  return a === null || b === null ? a === b : a.equals(b)
}

/** While Plaid prepares the rows anew there is nothing to go on from but where we were. */
function cursorAfter(from: string | null, batch: Batch): string | null {
  return batch.history === 'not_ready' ? from : batch.toCursor
}

/**
 * What is stored and no longer told: read from the beginning, an update names nothing that has been removed. What is booked
 * counts as told back to the first day that the update covers only, and what could not be read is told nevertheless. An
 * account that has come back under another id, at this login or at one that has ended, tells what it told before under
 * other ids, so what is booked is not missed; what is pending is booked under another id, or gone.
 */
async function findAbsent(
  { runtime, lease }: Run,
  progress: readonly StoredProgress[],
  { upserts, dropped, history }: Batch,
): Promise<Batch['removed']> {
  if (history === 'not_ready' || !(await isKnown({ runtime, lease }, progress))) return []
  const isReadable = dropped.every(({ externalId }) => externalId !== null)
  const absent: Batch['removed'] = []
  const told = new Map(progress.map(({ account }) => [accountKey(account), toldNothing(dropped)]))
  for await (const { account, externalId, bookedOn } of eachInTurns(upserts)) {
    const said = told.get(accountKey(account))
    if (!said) continue
    said.ids.add(externalId)
    if (said.first === null || bookedOn < said.first) said.first = bookedOn
  }
  for (const { id, account } of progress) {
    const { ids, first } = told.get(accountKey(account))!
    const { rows: known } = await sql<{ externalId: string }>`
      select m.external_id as "externalId" from provider_transactions m
      join provider_accounts p on p.household_id = m.household_id and p.id = m.provider_account_id
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

/** Whether anything is stored of accounts: not of those that a login brings for the first time. */
async function isKnown(
  { runtime, lease }: Pick<Run, 'runtime' | 'lease'>,
  progress: readonly StoredProgress[],
): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select exists (select from provider_transactions m where m.household_id = ${lease.household_id}
      and m.provider_account_id = any(${progress.map(({ id }) => id)}::uuid[])) as "isKnown"`.execute(
    runtime.db,
  )
  return rows[0]!.isKnown
}

/** What an update tells of an account: under which ids, and from which day on. */
function toldNothing(dropped: Batch['dropped']): { ids: Set<string | null>; first: Day | null } {
  return { ids: new Set(dropped.map(({ externalId }) => externalId)), first: null }
}

type Read = {
  /** The cursor that was stored when the update was asked for. */
  readonly from: string | null
  readonly batch: Batch
  readonly catalog: { readonly consentExpiresAt: Temporal.Instant | null }
}

async function keepCursor(
  { db }: Writer,
  { lease }: Run,
  { from, batch, catalog }: Read,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update connections set cursor = ${cursorAfter(from, batch)}, consent_expires_at = ${catalog.consentExpiresAt}
    where household_id = ${lease.household_id} and id = ${lease.id}
      and cursor is not distinct from ${from}`.execute(db)
  if (numAffectedRows !== 1n) throw new LeaseLost()
}

/** An account's rows are news once all of its history is in. */
async function keepHistory(
  writer: Writer,
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
