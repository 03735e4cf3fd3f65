import { isScheduled } from '#/sources/banks/connections/status.ts'
import {
  type Ask,
  freshProgress,
  planFirstImport,
  planRegular,
  progressAfter,
} from '#/sources/simplefin/windows.ts'
import { answersFromState } from '#/sources/simplefin/quota.ts'
import { loadCatalog } from '#/sources/provider/catalog.ts'
import { accountKey, type AccountRef, type Batch } from '#/sources/provider/provider.ts'
import { applyBatch } from './apply.ts'
import { storeDiscovery } from '#/sources/banks/connections/discover.ts'
import { hasNews } from './find-news.ts'
import { findReturned, refOf } from '#/sources/banks/connections/find-returned.ts'
import { type Reached, report, type Run, type WindowSource } from './start-run.ts'
import { keepProgress, loadProgress, type StoredProgress } from './progress.ts'
import { relinkReturned } from './relink.ts'
import { openWindows } from './window-source.ts'

/**
 * Imports from providers that list rows by days, SimpleFIN and Enable Banking: first the news of followed accounts, then the windows of unfinished
 * first imports. Returns false when nothing was asked for. Throws ProviderFailure, LeaseLost.
 */
export async function importWindows(run: Run, isManual: boolean): Promise<boolean> {
  const { runtime, lease } = run
  const { progress, last_success_at: lastSuccessAt } = lease
  if (progress.length === 0) return false
  if (!isManual && !isScheduled(lease.status)) return false
  const firstImportUnfinished = progress.some(({ firstImport }) => firstImport === 'unfinished')
  const settled = { now: runtime.now(), lastSuccessAt, firstImportUnfinished }
  if (isManual && answersFromState(settled)) return false
  run.windows = openWindows(run)
  const isRelinked = await relinkByNewestRows(run, progress)
  if (isWarned(run)) return true
  const gone = await importNew(run, isRelinked ? await load(run) : progress)
  if (firstImportUnfinished || isRelinked) gone.push(...(await importHistory(run)))
  if (gone.some(({ isOffered }) => isOffered) && !isWarned(run)) {
    await discoverAll(run)
    if (isWarned(run)) return true
    if (await relinkByNewestRows(run, await load(run))) await importHistory(run)
  }
  return true
}

/** Imports the news of accounts in regular sync. Returns the accounts that the provider no longer lists. */
async function importNew(run: Run, all: readonly StoredProgress[]): Promise<StoredProgress[]> {
  const live = all.filter(({ firstImport }) => firstImport === 'finished')
  const asks = planRegular(live, run.runtime.now())
  const newest = asks.at(-1)
  if (newest === undefined) return []
  const batch = await windowsOf(run).fetch(asks)
  const unit = { batch, ask: newest, progress: live }
  const missing = absent(live, batch)
  if (missing.length > 0 || (await hasNews(run, batch))) await store(run, unit)
  else {
    run.issues.push(...batch.issues)
    run.reached = { cursor: run.lease.cursor, accounts: reachedBy(run, unit) }
  }
  return missing
}

/** Asks for the balances of all accounts, because an account that is gone may be listed under another id. */
async function discoverAll(run: Run): Promise<void> {
  const { runtime, lease, issues } = run
  const { household_id: householdId, id: connectionId } = lease
  const known = (await loadCatalog(runtime.db, householdId, connectionId)).map(({ ref }) => ref)
  const found = await windowsOf(run).discover(known)
  issues.push(...found.issues.filter(({ kind }) => kind === 'quota'))
  await storeDiscovery(runtime, { householdId, connectionId, found })
}

/**
 * Relinks accounts that are gone and listed under other ids, by the newest rows of the candidates. Returns true if any
 * was relinked. Asks nothing without candidates.
 */
async function relinkByNewestRows(run: Run, progress: readonly StoredProgress[]): Promise<boolean> {
  const { runtime, lease } = run
  if (progress.every(({ isOffered, history }) => isOffered && history !== 'pending')) return false
  const now = runtime.now()
  const asked = { householdId: lease.household_id, connectionId: lease.id, now }
  const returned = await findReturned(runtime.db, asked)
  if (returned.found.length === 0) return false
  const fresh = returned.found.map((account) => freshProgress(refOf(account)))
  const batch = await windowsOf(run).fetch(planFirstImport(fresh, now))
  run.issues.push(...batch.issues.filter(({ kind }) => kind === 'quota'))
  return (await relinkReturned(run, returned, batch.upserts)) > 0
}

/**
 * Reads window after window into the past, until every account is finished or no account advances. Returns the accounts
 * that the provider no longer lists.
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
      const batch = await windowsOf(run).fetch([ask])
      const concerned = progress.filter((one) => ask.accounts.some((ref) => same(one, ref)))
      for (const { id } of concerned) missing.delete(id)
      for (const one of absent(concerned, batch)) missing.set(one.id, one)
      moved = (await store(run, { batch, ask, progress: concerned })) || moved
    }
    if (!moved) return [...missing.values()]
  }
}

/** Returns true when the provider asked for fewer requests: the rest waits for the next run. */
function isWarned({ issues }: Run): boolean {
  return issues.some(({ kind }) => kind === 'quota')
}

/** Returns the accounts that an answer does not list. */
function absent(asked: readonly StoredProgress[], { accounts }: Batch): StoredProgress[] {
  return asked.filter((one) => !accounts.some(({ ref }) => same(one, ref)))
}

type WindowUnit = {
  readonly batch: Batch
  readonly ask: Ask
  readonly progress: readonly StoredProgress[]
}

/** Stores a unit. Returns true when the import of any account advanced. */
async function store(run: Run, unit: WindowUnit): Promise<boolean> {
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

function windowsOf({ windows }: Run): WindowSource {
  if (windows === null) throw new TypeError('the provider is not opened yet')
  return windows
}

async function load({ runtime, lease, seen }: Run): Promise<StoredProgress[]> {
  const progress = await loadProgress(runtime.db, lease.household_id, lease.id)
  for (const { id } of progress) seen.add(id)
  return progress
}

function advance(run: Run, { batch, ask, progress }: WindowUnit) {
  const at = run.runtime.now()
  return progress.map((one) => {
    const coverage = batch.coverage.find(({ account }) => same(one, account)) ?? null
    const after: StoredProgress = { ...one, ...progressAfter(one, { ask, coverage, at }) }
    return { after, coverage }
  })
}

/**
 * Returns the progress to store without rows. The snapshot advances only if all pending payments were listed, because a
 * later run decides by it which are missing.
 */
function reachedBy(run: Run, unit: WindowUnit): Reached['accounts'] {
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
  reported: Temporal.Instant | null,
): Temporal.Instant | null {
  if (stored === null || reported === null) return reported ?? stored
  return Temporal.Instant.compare(reported, stored) > 0 ? reported : stored
}

function same({ account }: StoredProgress, other: AccountRef): boolean {
  return accountKey(account) === accountKey(other)
}
