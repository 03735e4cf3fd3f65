import type { AccountRef, Batch, Discovery, Io, Issue } from '#/sources/provider/provider.ts'
import type { Ask } from '#/sources/simplefin/windows.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Counts } from './apply.ts'
import type { Leased } from './lease.ts'
import { type RequestFor, spendRequest } from '#/sources/banks/connections/quota-gate.ts'

/** Progress of an answer without news. */
export type Reached = {
  readonly cursor: string | null
  readonly accounts: readonly {
    readonly id: string
    readonly watermark: Temporal.Instant | null
    readonly snapshotAt: Temporal.Instant | null
  }[]
}

/** A provider that lists rows by days, with the secret of one connection. Its methods throw ProviderFailure. */
export type WindowSource = {
  readonly fetch: (asks: readonly Ask[]) => Promise<Batch>
  readonly discover: (known: readonly AccountRef[]) => Promise<Discovery>
}

/** A run in progress. */
export type Run = {
  readonly runtime: Runtime
  readonly lease: Leased
  /** Ids of the followed accounts that the run has considered. */
  readonly seen: Set<string>
  /** Progress to store when the run ends. Null: it was stored with the rows. */
  reached: Reached | null
  /** Empty until `openSecret`. */
  secret: string
  /** Null until it is opened, and for Plaid. */
  windows: WindowSource | null
  readonly io: Io
  readonly counts: Counts
  readonly issues: Issue[]
  requests: number
  /** When the consent at the bank ends, if the provider said so in this run. */
  consentEnds: Temporal.Instant | null
}

/** Prepares a run: its counts, and the access to its provider without the secret. */
export function prepareRun(runtime: Runtime, lease: Leased): Run {
  const asked = lease.present === null ? 'manual' : 'present'
  const purpose = lease.sync_requested_at === null ? 'schedule' : asked
  const request: RequestFor = { householdId: lease.household_id, connectionId: lease.id, purpose }
  let { sent } = lease
  const run: Run = {
    runtime,
    lease,
    seen: new Set(lease.progress.map(({ id }) => id)),
    reached: null,
    secret: '',
    windows: null,
    counts: { added: 0, updated: 0, removed: 0, dropped: 0 },
    issues: [],
    requests: 0,
    consentEnds: null,
    io: {
      outbound: runtime.outbound,
      now: runtime.now,
      zone: lease.zone,
      spend: async () => {
        sent = await spendRequest(runtime, request, sent)
        run.requests += 1
      },
    },
  }
  return run
}

/** Decrypts the secret of the connection, if it still has one. Throws `Unreadable`. */
export function openSecret(run: Run): void {
  const { id, secret } = run.lease
  if (secret) run.secret = run.runtime.seal.open(secret, `connections.secret:${id}`)
}

/** Adds the result of a stored unit to the run. */
export function report(run: Run, { issues }: Batch, counts: Counts): void {
  run.issues.push(...issues)
  run.counts.added += counts.added
  run.counts.updated += counts.updated
  run.counts.removed += counts.removed
  run.counts.dropped += counts.dropped
}
