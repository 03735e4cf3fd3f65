import { sql } from 'kysely'
import { type Database, inTransaction } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** How long a lane belongs to a process that says nothing more of it. */
export const LEASE_SECONDS = 60

/** The lane of one webhook: what waits for it is sent by whoever holds its lease, and by nobody else. */
export type LaneKey = { readonly household_id: string; readonly webhook_id: string }
export type Leased = LaneKey & { readonly owner: string }

/** Takes lanes in which something is due, those that have waited longest first. */
export async function claimLanes(runtime: Runtime, most: number): Promise<Leased[]> {
  const now = runtime.now()
  const owner = `${runtime.host.name}/${runtime.host.pid}/${runtime.newId()}`
  // Not `for update`, which would wait for, or pass over, lanes that are just being queued to.
  const { rows } = await sql<Leased>`
    update webhook_lanes l set lease_owner = ${owner},
      lease_until = ${now.add({ seconds: LEASE_SECONDS })}
    from (
      select household_id, webhook_id from webhook_lanes where claimable_at <= ${now}
      order by claimable_at limit ${most} for no key update skip locked
    ) due
    where l.household_id = due.household_id and l.webhook_id = due.webhook_id
    returning l.household_id, l.webhook_id, ${owner} as owner`.execute(runtime.db)
  return rows
}

/**
 * Keeps the leases for another minute; those that were renewed. A lane whose row is locked at this moment is passed
 * over and renewed the next time.
 */
export async function renewLanes(runtime: Runtime, lanes: readonly Leased[]): Promise<LaneKey[]> {
  const until = runtime.now().add({ seconds: LEASE_SECONDS })
  const { rows } = await sql<LaneKey>`
    update webhook_lanes l set lease_until = ${until}
    from (
      select l.household_id, l.webhook_id from webhook_lanes l
      join json_to_recordset(${JSON.stringify(lanes)}::json)
        as held (household_id uuid, webhook_id uuid, owner text)
        on l.household_id = held.household_id and l.webhook_id = held.webhook_id
          and l.lease_owner = held.owner
      for no key update of l skip locked
    ) held
    where l.household_id = held.household_id and l.webhook_id = held.webhook_id
    returning l.household_id, l.webhook_id`.execute(runtime.db)
  return rows
}

/**
 * Gives lanes back, each due when the first of what waits in it is; those that are no longer ours. First the rows are
 * locked against everyone who queues, and only then, in a statement that sees what they have committed, is the
 * time looked up: otherwise a delivery that is queued at this moment would wait for ever. A lane that somebody is
 * queueing to stays ours for now.
 */
export async function releaseLanes(runtime: Runtime, lanes: readonly Leased[]): Promise<LaneKey[]> {
  return inTransaction(runtime.db, async (tx) => {
    const held = JSON.stringify(lanes)
    const { rows: locked } = await sql<LaneKey & { ours: boolean }>`
      select l.household_id, l.webhook_id, l.lease_owner is not distinct from held.owner as ours
      from json_to_recordset(${held}::json) as held (household_id uuid, webhook_id uuid, owner text)
      join webhook_lanes l on l.household_id = held.household_id and l.webhook_id = held.webhook_id
      order by l.household_id, l.webhook_id
      for update of l skip locked`.execute(tx)
    const ours = locked.filter((lane) => lane.ours)
    await sql`
      update webhook_lanes l set lease_until = null, lease_owner = null, next_due_at = (
        select d.next_attempt_at from webhook_deliveries d
        join webhooks w on w.household_id = d.household_id and w.id = d.webhook_id
        where d.household_id = l.household_id and d.webhook_id = l.webhook_id and d.epoch = w.epoch
          and d.state = 'queued'
        order by d.next_attempt_at limit 1)
      from json_to_recordset(${JSON.stringify(ours)}::json) as held (household_id uuid, webhook_id uuid)
      where l.household_id = held.household_id and l.webhook_id = held.webhook_id`.execute(tx)
    return locked.length === lanes.length ? locked : [...locked, ...(await vanished(tx, lanes))]
  })
}

/** Those whose webhook was removed: nobody's any more. */
async function vanished(tx: Database, lanes: readonly Leased[]): Promise<LaneKey[]> {
  const { rows } = await sql<LaneKey>`
    select household_id, webhook_id
    from json_to_recordset(${JSON.stringify(lanes)}::json) as held (household_id uuid, webhook_id uuid)
    where not exists (select from webhook_lanes l
      where l.household_id = held.household_id and l.webhook_id = held.webhook_id)`.execute(tx)
  return rows
}

/** At the start of a process: frees what its own dead predecessors on this machine still hold. */
export async function releaseDeadLanes(runtime: Runtime): Promise<void> {
  const { name, pid, isAlive } = runtime.host
  const { rows: owners } = await sql<{ owner: string }>`
    select distinct lease_owner as owner from webhook_lanes
    where lease_owner like ${`${name.replaceAll(/[\\%_]/g, '\\$&')}/%`}`.execute(runtime.db)
  // A predecessor may have had our own number: this process holds nothing yet.
  const dead = owners
    .map(({ owner }) => owner)
    .filter((owner) => Number(owner.split('/')[1]) === pid || !isAlive(Number(owner.split('/')[1])))
  if (dead.length === 0) return
  await sql`
    update webhook_lanes set lease_until = null, lease_owner = null
    where lease_owner = any(${dead})`.execute(runtime.db)
}
