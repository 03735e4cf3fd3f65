import { type RawBuilder, sql } from 'kysely'
import { type Database, inTransaction } from '#/platform/database/database.ts'
import { eachHousehold } from '#/platform/database/each-household.ts'
import { newLeaseOwner } from '#/platform/leases/lease-owner.ts'
import { releaseDeadOwners } from '#/platform/leases/release-dead.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** How long a process holds a queue without renewing its lease. */
export const LEASE_SECONDS = 60

/** Identifies the queue of one webhook. Only the process that holds its lease sends from it. */
export type QueueKey = { readonly household_id: string; readonly webhook_id: string }
export type LeasedQueue = QueueKey & { readonly owner: string }
export type Claimed = LeasedQueue & {
  /** Consecutive failures to reach the destination. */
  readonly unreachable_count: number
}

/** The key of a queue in maps. */
export function keyOf({ household_id, webhook_id }: QueueKey): string {
  return `${household_id} ${webhook_id}`
}

/** Finds up to `most` queues that are due and that nobody holds, longest wait first. */
export async function findDueQueues({ db, now }: Runtime, most: number): Promise<QueueKey[]> {
  const { rows } = await sql<QueueKey>`
    select household_id, webhook_id from webhook_lanes where claimable_at <= ${now()}
    order by claimable_at limit ${most}`.execute(db)
  return rows
}

/** Leases those of the queues that are still due. */
export function claimQueues(runtime: Runtime, due: readonly QueueKey[]): Promise<Claimed[]> {
  const owner = newLeaseOwner(runtime)
  return eachHousehold(due, (householdId, some) =>
    claimOfHousehold(runtime, { owner, householdId, webhookIds: idsOf(some) }),
  )
}

/** Leases the queues of households that are due, without asking before which these are. */
export function claimOfHouseholds(
  runtime: Runtime,
  households: readonly string[],
): Promise<Claimed[]> {
  const owner = newLeaseOwner(runtime)
  const rows = households.map((household_id) => ({ household_id }))
  return eachHousehold(rows, (householdId) =>
    claimOfHousehold(runtime, { owner, householdId, webhookIds: null }),
  )
}

type Claiming = {
  readonly owner: string
  readonly householdId: string
  /** Null: all that it has. */
  readonly webhookIds: readonly string[] | null
}

async function claimOfHousehold(
  { db, now }: Runtime,
  { owner, householdId, webhookIds }: Claiming,
): Promise<readonly Claimed[]> {
  const which = webhookIds === null ? sql`` : sql`and q.webhook_id = any(${webhookIds}::uuid[])`
  // `for update` would skip queues to which somebody is just adding.
  const { rows } = await sql<Claimed>`
    update webhook_lanes l set lease_owner = ${owner},
      lease_until = ${now().add({ seconds: LEASE_SECONDS })}
    from (
      select q.webhook_id, s.silent from webhook_lanes q
      join webhook_health s on s.household_id = ${householdId} and s.webhook_id = q.webhook_id
      where q.household_id = ${householdId} and q.claimable_at <= ${now()} ${which}
      for no key update of q skip locked
    ) due
    where l.household_id = ${householdId} and l.webhook_id = due.webhook_id
    returning l.household_id, l.webhook_id, ${owner} as owner, due.silent as unreachable_count`.execute(
    db,
  )
  return rows
}

export function idsOf(queues: readonly QueueKey[]): string[] {
  return queues.map((queue) => queue.webhook_id)
}

/** When the next queue is due that nobody holds; null without one. */
export function nextQueueDue(): RawBuilder<Temporal.Instant | null> {
  return sql`(select min(claimable_at) from webhook_lanes where claimable_at is not null)`
}

/**
 * Extends leases by a minute. Returns the renewed ones; a queue whose row is locked at this moment is skipped until the
 * next time.
 */
export async function renewQueues(
  runtime: Runtime,
  queues: readonly LeasedQueue[],
): Promise<QueueKey[]> {
  const until = runtime.now().add({ seconds: LEASE_SECONDS })
  return eachHousehold(queues, async (householdId, some) => {
    const { rows } = await sql<QueueKey>`
      update webhook_lanes l set lease_until = ${until}
      from (
        select l.webhook_id from webhook_lanes l
        join json_to_recordset(${JSON.stringify(some)}::json) as held (webhook_id uuid, owner text)
          on l.webhook_id = held.webhook_id and l.lease_owner = held.owner
        where l.household_id = ${householdId}
        for no key update of l skip locked
      ) held
      where l.household_id = ${householdId} and l.webhook_id = held.webhook_id
      returning l.household_id, l.webhook_id`.execute(runtime.db)
    return rows
  })
}

/**
 * Releases queues and sets when each is due next. Returns those that this process no longer holds. The rows are locked
 * first, against everyone who adds deliveries; a second statement, which sees their commits, looks up the due time.
 * In one statement a delivery that is added at this moment would wait for ever. A queue to which somebody is adding
 * stays held for now. A queue of a household that goes to another database is not due: it is sent from there.
 */
export function releaseQueues(
  runtime: Runtime,
  queues: readonly LeasedQueue[],
): Promise<QueueKey[]> {
  return eachHousehold(queues, (householdId, some) =>
    releaseOfHousehold(runtime, householdId, some),
  )
}

function releaseOfHousehold(
  runtime: Runtime,
  householdId: string,
  queues: readonly LeasedQueue[],
): Promise<QueueKey[]> {
  return inTransaction(runtime.db, async (tx) => {
    const held = JSON.stringify(queues)
    const { rows: locked } = await sql<QueueKey & { ours: boolean }>`
      select l.household_id, l.webhook_id, l.lease_owner is not distinct from held.owner as ours
      from json_to_recordset(${held}::json) as held (webhook_id uuid, owner text)
      join webhook_lanes l on l.household_id = ${householdId} and l.webhook_id = held.webhook_id
      order by l.webhook_id
      for update of l skip locked`.execute(tx)
    const ours = locked.filter((queue) => queue.ours)
    await sql`
      update webhook_lanes l set lease_until = null, lease_owner = null, next_due_at = (
        select d.next_attempt_at from webhook_deliveries d
        join webhooks w on w.household_id = ${householdId} and w.id = d.webhook_id
        join households h on h.household_id = ${householdId} and h.standing <> 'moving'
        where d.household_id = ${householdId} and d.webhook_id = l.webhook_id and d.epoch = w.epoch
          and d.state = 'queued'
        order by d.next_attempt_at limit 1)
      from json_to_recordset(${JSON.stringify(ours)}::json) as held (webhook_id uuid)
      where l.household_id = ${householdId} and l.webhook_id = held.webhook_id`.execute(tx)
    return locked.length === queues.length
      ? locked
      : [...locked, ...(await findRemoved(tx, householdId, queues))]
  })
}

/** Finds queues whose webhook was removed: nobody holds them any more. */
async function findRemoved(
  tx: Database,
  householdId: string,
  queues: readonly LeasedQueue[],
): Promise<QueueKey[]> {
  const { rows } = await sql<QueueKey>`
    select webhook_id from webhook_lanes
    where household_id = ${householdId} and webhook_id = any(${idsOf(queues)}::uuid[])`.execute(tx)
  const left = new Set(rows.map((row) => row.webhook_id))
  return queues.filter((queue) => !left.has(queue.webhook_id))
}

/** Releases, at the start of a process, the queues that dead processes on this machine still hold. */
export async function releaseDeadQueues(runtime: Runtime): Promise<void> {
  await releaseDeadOwners(runtime, 'webhook_lanes', (owners) =>
    runtime.db
      .updateTable('webhook_lanes')
      .set({ lease_until: null, lease_owner: null })
      .where('lease_owner', 'in', owners)
      .execute(),
  )
}
