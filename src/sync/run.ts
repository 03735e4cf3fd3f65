import { isScheduled } from '#/connections/status.ts'
import {
  planFirstImport,
  planRegular,
  progressAfter,
  type Ask,
} from '#/providers/provider-a/windows.ts'
import { providerA } from '#/providers/provider-a/connector.ts'
import { answersFromState } from '#/providers/provider-a/quota.ts'
import { accountKey, type Batch, type Io, type Issue } from '#/providers/provider.ts'
import type { World } from '#/world/world.ts'
import { applyBatch, type Counts, LeaseLost } from './apply.ts'
import type { Leased } from './lease.ts'
import { keepProgress, loadProgress, type StoredProgress } from './progress.ts'
import { spendRequest } from './quota-gate.ts'
import { finishRun, type RunResult, startRun } from './runs.ts'

/** A run in progress. */
type Run = {
  readonly world: World
  readonly lease: Leased
  readonly secret: string
  readonly io: Io
  readonly counts: Counts
  readonly issues: Issue[]
  requests: number
}

/**
 * Imports what is new on a leased connection: first of the accounts that are followed already, then the windows of
 * first imports that are not whole yet. No transaction is open while the provider is asked. Always ends the lease.
 */
export async function runImport(world: World, lease: Leased): Promise<RunResult> {
  const isManual = lease.sync_requested_at !== null
  const runId = await startRun(world, lease, isManual ? 'manual' : 'schedule')
  const run = openRun(world, lease, isManual ? 'manual' : 'schedule')
  let failure: unknown = null
  let asked = false
  try {
    asked = await importAll(run, isManual)
  } catch (error) {
    if (error instanceof LeaseLost)
      world.log('warn', 'sync.lease_lost', { connection_id: lease.id })
    failure = error
  }
  const outcome = { asked, failure, issues: run.issues, requests: run.requests, counts: run.counts }
  return finishRun(world, { lease, runId }, outcome)
}

function openRun(world: World, lease: Leased, purpose: 'manual' | 'schedule'): Run {
  if (lease.secret === null) throw new Error(`connection ${lease.id} has no secret`)
  const asking = { householdId: lease.household_id, connectionId: lease.id, purpose }
  const run: Run = {
    world,
    lease,
    secret: world.seal.open(lease.secret, `connections.secret:${lease.id}`),
    counts: { added: 0, updated: 0, removed: 0, dropped: 0 },
    issues: [],
    requests: 0,
    io: {
      outbound: world.outbound,
      now: world.now,
      zone: lease.zone,
      spend: async () => {
        await spendRequest(world, asking)
        run.requests += 1
      },
    },
  }
  return run
}

/** Whether anything was asked for. */
async function importAll(run: Run, isManual: boolean): Promise<boolean> {
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
  run.issues.push(...unit.batch.issues)
  run.counts.added += counts.added
  run.counts.updated += counts.updated
  run.counts.removed += counts.removed
  run.counts.dropped += counts.dropped
  return after.some((one, index) => one.windows !== unit.progress[index]!.windows)
}

async function lastSuccess({ world, lease }: Run): Promise<Temporal.Instant | null> {
  const row = await world.db
    .selectFrom('connections')
    .select('last_success_at')
    .where('household_id', '=', lease.household_id)
    .where('id', '=', lease.id)
    .executeTakeFirst()
  return row?.last_success_at ?? null
}

function same(a: StoredProgress['account'], b: StoredProgress['account']): boolean {
  return accountKey(a) === accountKey(b)
}
