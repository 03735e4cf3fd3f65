import type { Batch, Io, Issue } from '#/providers/provider.ts'
import type { World } from '#/world/world.ts'
import type { Counts } from './apply.ts'
import type { Leased } from './lease.ts'
import { spendRequest } from './quota-gate.ts'

/** A run in progress. */
export type Run = {
  readonly world: World
  readonly lease: Leased
  /** Empty until `openSecret`. */
  secret: string
  readonly io: Io
  readonly counts: Counts
  readonly issues: Issue[]
  requests: number
}

/** Makes ready what a run needs besides the connection's secret: its counts, and the way to its provider. */
export function prepareRun(world: World, lease: Leased, purpose: 'manual' | 'schedule'): Run {
  const asking = { householdId: lease.household_id, connectionId: lease.id, purpose }
  const run: Run = {
    world,
    lease,
    secret: '',
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

/** Throws `Unreadable`. A connection that was removed has no secret, and is not asked. */
export function openSecret(run: Run): void {
  const { id, secret } = run.lease
  if (secret) run.secret = run.world.seal.open(secret, `connections.secret:${id}`)
}

/** Adds what a stored unit has done to what the run reports. */
export function report(run: Run, { issues }: Batch, counts: Counts): void {
  run.issues.push(...issues)
  run.counts.added += counts.added
  run.counts.updated += counts.updated
  run.counts.removed += counts.removed
  run.counts.dropped += counts.dropped
}

/** When the connection was last imported whole. */
export async function lastSuccess({ world, lease }: Run): Promise<Temporal.Instant | null> {
  const row = await world.db
    .selectFrom('connections')
    .select('last_success_at')
    .where('household_id', '=', lease.household_id)
    .where('id', '=', lease.id)
    .executeTakeFirst()
  return row?.last_success_at ?? null
}
