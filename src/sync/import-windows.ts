import { isScheduled } from '#/connections/status.ts'
import {
  type Ask,
  planFirstImport,
  planRegular,
  progressAfter,
} from '#/providers/provider-a/windows.ts'
import { providerA } from '#/providers/provider-a/connector.ts'
import { answersFromState } from '#/providers/provider-a/quota.ts'
import { accountKey, type Batch } from '#/providers/provider.ts'
import { applyBatch } from './apply.ts'
import { lastSuccess, report, type Run } from './open-run.ts'
import { keepProgress, loadProgress, type StoredProgress } from './progress.ts'

/**
 * Imports from a provider that lists days: first what is new on the accounts that are followed already, then the windows
 * of first imports that are not whole yet. Answers whether anything was asked for.
 */
export async function importWindows(run: Run, isManual: boolean): Promise<boolean> {
  const { world, lease } = run
  const progress = await loadProgress(world.db, lease.household_id, lease.id)
  if (progress.length === 0) return false
  if (!isManual && !isScheduled(lease.status)) return false
  const unfinished = progress.some(({ firstImport }) => firstImport === 'unfinished')
  const fresh = await lastSuccess(run)
  const settled = { now: world.now(), lastSuccessAt: fresh, firstImportUnfinished: unfinished }
  if (isManual && answersFromState(settled)) return false
  await importNew(run, progress)
  await importHistory(run)
  return true
}

async function importNew(run: Run, all: readonly StoredProgress[]): Promise<void> {
  const live = all.filter(({ firstImport }) => firstImport === 'finished')
  const asks = planRegular(live, run.world.now())
  const newest = asks.at(-1)
  if (newest === undefined) return
  const batch = await providerA.fetch(run.secret, asks, run.io)
  await store(run, { batch, ask: newest, progress: live })
}

/** Window by window into the past, until every account has enough or nothing moves any more. */
async function importHistory(run: Run): Promise<void> {
  const { world, lease } = run
  for (;;) {
    const progress = await loadProgress(world.db, lease.household_id, lease.id)
    const asks = planFirstImport(progress, world.now())
    let moved = false
    for (const ask of asks) {
      const batch = await providerA.fetch(run.secret, [ask], run.io)
      const concerned = progress.filter(({ account }) =>
        ask.accounts.some((one) => same(one, account)),
      )
      moved = (await store(run, { batch, ask, progress: concerned })) || moved
    }
    if (!moved) return
  }
}

/** Stores a unit; whether any account's import came further by it. */
async function store(
  run: Run,
  unit: { readonly batch: Batch; readonly ask: Ask; readonly progress: readonly StoredProgress[] },
): Promise<boolean> {
  const at = run.world.now()
  const after = unit.progress.map((one): StoredProgress => {
    const coverage = unit.batch.coverage.find(({ account }) => same(account, one.account)) ?? null
    return { ...one, ...progressAfter(one, { ask: unit.ask, coverage, at }) }
  })
  const before = new Map(unit.progress.map((one) => [one.id, one]))
  const counts = await applyBatch(run.world, run.lease, {
    batch: unit.batch,
    liveSince: ({ id }) => before.get(id)?.liveSince ?? null,
    keep: (writer) => keepProgress(writer, after),
  })
  report(run, unit.batch, counts)
  return after.some((one, index) => one.windows !== unit.progress[index]!.windows)
}

function same(a: StoredProgress['account'], b: StoredProgress['account']): boolean {
  return accountKey(a) === accountKey(b)
}
