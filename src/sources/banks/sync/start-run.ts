import type { Batch, Io, Issue } from '#/sources/provider/provider.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Counts } from './apply.ts'
import type { Leased } from './lease.ts'
import { type Asking, spendRequest } from '#/sources/banks/connections/quota-gate.ts'

/** How far an answer reached that told nothing new. */
export type Reached = {
  readonly cursor: string | null
  readonly accounts: readonly {
    readonly id: string
    readonly watermark: Temporal.Instant | null
    readonly snapshotAt: Temporal.Instant | null
  }[]
}

/** A run in progress. */
export type Run = {
  readonly runtime: Runtime
  readonly lease: Leased
  /** The selected accounts that it has looked after. */
  readonly seen: Set<string>
  /** To be stored with the end of the run. Null: what came was stored with its rows. */
  reached: Reached | null
  /** Empty until `openSecret`. */
  secret: string
  readonly io: Io
  readonly counts: Counts
  readonly issues: Issue[]
  requests: number
}

/** Makes ready what a run needs besides the connection's secret: its counts, and the way to its provider. */
export function prepareRun(runtime: Runtime, lease: Leased): Run {
  const purpose = lease.sync_requested_at === null ? 'schedule' : 'manual'
  const asking: Asking = { householdId: lease.household_id, connectionId: lease.id, purpose }
  let { ledger } = lease
  const run: Run = {
    runtime,
    lease,
    seen: new Set(lease.progress.map(({ id }) => id)),
    reached: null,
    secret: '',
    counts: { added: 0, updated: 0, removed: 0, dropped: 0 },
    issues: [],
    requests: 0,
    io: {
      outbound: runtime.outbound,
      now: runtime.now,
      zone: lease.zone,
      spend: async () => {
        ledger = await spendRequest(runtime, asking, ledger)
        run.requests += 1
      },
    },
  }
  return run
}

/** Throws `Unreadable`. A connection that was removed has no secret, and is not asked. */
export function openSecret(run: Run): void {
  const { id, secret } = run.lease
  if (secret) run.secret = run.runtime.seal.open(secret, `connections.secret:${id}`)
}

/** Adds what a stored unit has done to what the run reports. */
export function report(run: Run, { issues }: Batch, counts: Counts): void {
  run.issues.push(...issues)
  run.counts.added += counts.added
  run.counts.updated += counts.updated
  run.counts.removed += counts.removed
  run.counts.dropped += counts.dropped
}
