import { isScheduled } from '#/sources/banks/connections/status.ts'
import {
  type Ask,
  freshProgress,
  planFirstImport,
  planRegular,
  progressAfter,
} from '#/sources/simplefin/windows.ts'
import { providerA } from '#/sources/simplefin/connector.ts'
import { answersFromState } from '#/sources/simplefin/quota.ts'
import { loadCatalog } from '#/sources/provider/catalog.ts'
import { accountKey, type AccountRef, type Batch } from '#/sources/provider/provider.ts'
import { applyBatch } from './apply.ts'
import { storeDiscovery } from '#/sources/banks/connections/discover.ts'
import { hasNews } from './find-news.ts'
import { findReturned, refOf } from '#/sources/banks/connections/find-returned.ts'
import { type Reached, report, type Run } from './start-run.ts'
import { keepProgress, loadProgress, type StoredProgress } from './progress.ts'
import { relinkReturned } from './relink.ts'

/**
 * Imports from a provider that lists days: first what is new on the accounts that are followed already, then the windows
 * of first imports that are not whole yet. Answers whether anything was asked for.
 */
export async function importWindows(run: Run, isManual: boolean): Promise<boolean> {
  const { runtime, lease } = run
  const { progress, last_success_at: lastSuccessAt } = lease
  if (progress.length === 0) return false
  if (!isManual && !isScheduled(lease.status)) return false
  const firstImportUnfinished = progress.some(({ firstImport }) => firstImport === 'unfinished')
  const settled = { now: runtime.now(), lastSuccessAt, firstImportUnfinished }
  if (isManual && answersFromState(settled)) return false
  const isRelinked = await welcomeReturned(run, progress)
  if (isWarned(run)) return true
  const gone = await importNew(run, isRelinked ? await load(run) : progress)
  if (firstImportUnfinished || isRelinked) gone.push(...(await importHistory(run)))
  if (gone.some(({ isOffered }) => isOffered) && !isWarned(run)) {
    await lookAround(run)
    if (isWarned(run)) return true
    if (await welcomeReturned(run, await load(run))) await importHistory(run)
  }
  return true
}

/** Imports what is new; answers which accounts the provider knows nothing of any more. */
async function importNew(run: Run, all: readonly StoredProgress[]): Promise<StoredProgress[]> {
  const live = all.filter(({ firstImport }) => firstImport === 'finished')
  const asks = planRegular(live, run.runtime.now())
  const newest = asks.at(-1)
  if (newest === undefined) return []
  const batch = await providerA.fetch(run.secret, asks, run.io)
  const unit = { batch, ask: newest, progress: live }
  const missing = absent(live, batch)
  if (missing.length > 0 || (await hasNews(run, batch))) await store(run, unit)
  else {
    run.issues.push(...batch.issues)
    run.reached = { cursor: run.lease.cursor, accounts: reachedBy(run, unit) }
  }
  return missing
}

/** Asks for all accounts, by their balances: one that is gone may be there under another id. */
async function lookAround({ runtime, lease, secret, io, issues }: Run): Promise<void> {
  const { household_id: householdId, id: connectionId } = lease
  const known = (await loadCatalog(runtime.db, householdId, connectionId)).map(({ ref }) => ref)
  const found = await providerA.discover(secret, known, io)
  issues.push(...found.issues.filter(({ kind }) => kind === 'quota'))
  await storeDiscovery(runtime, { householdId, connectionId, found })
}

/**
 * Looks whether accounts that are gone are there under other ids: by the newest rows of those that may be them. Answers
 * whether any is. Nothing is asked where nothing hints at it.
 */
async function welcomeReturned(run: Run, progress: readonly StoredProgress[]): Promise<boolean> {
  const { runtime, lease } = run
  if (progress.every(({ isOffered, history }) => isOffered && history !== 'pending')) return false
  const now = runtime.now()
  const asked = { householdId: lease.household_id, connectionId: lease.id, now }
  const returned = await findReturned(runtime.db, asked)
  if (returned.found.length === 0) return false
  const fresh = returned.found.map((account) => freshProgress(refOf(account)))
  const batch = await providerA.fetch(run.secret, planFirstImport(fresh, now), run.io)
  run.issues.push(...batch.issues.filter(({ kind }) => kind === 'quota'))
  return (await relinkReturned(run, returned, batch.upserts)) > 0
}

/**
 * Window by window into the past, until every account has enough or nothing moves any more. Answers which accounts the
 * provider knows nothing of.
 */
async function importHistory(run: Run): Promise<StoredProgress[]> {
  const { runtime } = run
  const missing = new Map<string, StoredProgress>()
  for (;;) {
    const progress = await load(run)
    const asks = planFirstImport(progress, runtime.now())
    let moved = false
    for (const ask of asks) {
      if (isWarned(run)) return [...missing.values()]
      const batch = await providerA.fetch(run.secret, [ask], run.io)
      const concerned = progress.filter((one) => ask.accounts.some((ref) => same(one, ref)))
      for (const { id } of concerned) missing.delete(id)
      for (const one of absent(concerned, batch)) missing.set(one.id, one)
      moved = (await store(run, { batch, ask, progress: concerned })) || moved
    }
    if (!moved) return [...missing.values()]
  }
}

/** Whether the provider has asked for fewer requests: the rest of the run waits for the next one. */
function isWarned({ issues }: Run): boolean {
  return issues.some(({ kind }) => kind === 'quota')
}

/** Which accounts an answer does not mention. */
function absent(asked: readonly StoredProgress[], { accounts }: Batch): StoredProgress[] {
  return asked.filter((one) => !accounts.some(({ ref }) => same(one, ref)))
}

type Unit = {
  readonly batch: Batch
  readonly ask: Ask
  readonly progress: readonly StoredProgress[]
}

/** Stores a unit; whether any account's import came further by it. */
async function store(run: Run, unit: Unit): Promise<boolean> {
  const after = advance(run, unit).map(({ after: one }) => one)
  const before = new Map(unit.progress.map((one) => [one.id, one]))
  const counts = await applyBatch(run.runtime, run.lease, {
    batch: unit.batch,
    liveSince: ({ id }) => before.get(id)?.liveSince ?? null,
    keep: (writer) => keepProgress(writer, after),
  })
  report(run, unit.batch, counts)
  return after.some((one, index) => one.windows !== unit.progress[index]!.windows)
}

async function load({ runtime, lease, seen }: Run): Promise<StoredProgress[]> {
  const progress = await loadProgress(runtime.db, lease.household_id, lease.id)
  for (const { id } of progress) seen.add(id)
  return progress
}

function advance(run: Run, { batch, ask, progress }: Unit) {
  const at = run.runtime.now()
  return progress.map((one) => {
    const coverage = batch.coverage.find(({ account }) => same(one, account)) ?? null
    const after: StoredProgress = { ...one, ...progressAfter(one, { ask, coverage, at }) }
    return { after, coverage }
  })
}

/** A later look for pending payments must know that this one found all of them. */
function reachedBy(run: Run, unit: Unit): Reached['accounts'] {
  return advance(run, unit).map(({ after, coverage }) => {
    const { id, watermark, snapshotAt } = after
    const isWhole = coverage !== null && coverage.complete && coverage.includesPending
    return {
      id,
      watermark,
      snapshotAt: isWhole ? later(snapshotAt, coverage.snapshotAt) : snapshotAt,
    }
  })
}

function later(
  stored: Temporal.Instant | null,
  told: Temporal.Instant | null,
): Temporal.Instant | null {
  if (stored === null || told === null) return told ?? stored
  return Temporal.Instant.compare(told, stored) > 0 ? told : stored
}

function same({ account }: StoredProgress, other: AccountRef): boolean {
  return accountKey(account) === accountKey(other)
}
