import type { SingleConnection } from '#/platform/database/single-connection.ts'
import type { MoveMeans } from './household-move.ts'

/** The holder of leases that keep background work from a household that moves. No process has this name. */
const OWNER = 'household move'
/** Later than any clock: the leases end with the move. */
const FAR = '9999-12-31T00:00:00Z'

/** Milliseconds between looks for work that still runs, and how often it is looked for: half a minute in all. */
const LOOK_MS = 100
const LOOKS_MAX = 300

/** Tables whose rows are worked on by lease; `alone`: the rows that wait for work. */
const leased = [
  { table: 'connections', alone: 'true' },
  { table: 'webhook_lanes', alone: 'true' },
  { table: 'notice_deliveries', alone: `state = 'queued'` },
] as const

/** Queues of uploaded files: what waits there has no lease yet. */
const queues = ['imports', 'moves'] as const

type Pausing = Pick<MoveMeans, 'now' | 'wait'>

/**
 * Takes the leases of all background work of a household, waiting for what runs. Work that runs for longer than half a
 * minute loses its lease: what it would still store is refused, and it begins again at the destination.
 */
export async function pauseWork(
  source: SingleConnection,
  householdId: string,
  { now, wait }: Pausing,
): Promise<void> {
  for (let look = 1; look < LOOKS_MAX; look += 1) {
    await takeLeases(source, householdId, now())
    if ((await countHeld(source, householdId)) === 0) return
    await wait(LOOK_MS)
  }
  await takeLeases(source, householdId, FAR)
}

/** Takes the leases that nobody holds, or that have ended by `until`. */
export async function takeLeases(
  source: SingleConnection,
  householdId: string,
  until: Temporal.Instant | string,
): Promise<void> {
  const free = `(lease_owner is null or lease_until is null or lease_until <= $2)`
  const values = [householdId, until.toString(), OWNER, FAR]
  for (const { table, alone } of leased) {
    await source.rows(
      `update ${table} set lease_owner = $3, lease_until = $4
       where household_id = $1 and ${alone} and ${free} and lease_owner is distinct from $3`,
      values,
    )
  }
  for (const table of queues) {
    await source.rows(
      `update ${table} set status = 'running', lease_owner = $3, lease_until = $4
       where household_id = $1 and (status = 'queued' or (status = 'running' and ${free}))
         and lease_owner is distinct from $3`,
      values,
    )
  }
  await source.rows(
    `update notice_watches set look_at = $4, lease_owner = $3, lease_until = $4
     where household_id = $1 and ${free} and lease_owner is distinct from $3`,
    values,
  )
}

/** Counts the work that other processes hold. */
async function countHeld(source: SingleConnection, householdId: string): Promise<number> {
  const held = [...leased.map(({ table }) => table), ...queues, 'notice_watches'].map(
    (table) => `(select count(*) from ${table} where household_id = $1 and lease_owner <> $2)`,
  )
  const [row] = await source.rows(`select ${held.join(' + ')} as held`, [householdId, OWNER])
  return Number(row!['held'])
}

/**
 * Lets background work begin again, in the database where the household is served from now on. Work in progress begins
 * again, as after a crash.
 */
export async function resumeWork(
  one: SingleConnection,
  householdId: string,
  { standing, now }: { readonly standing: string; readonly now: Temporal.Instant },
): Promise<void> {
  for (const { table } of leased) {
    await one.rows(
      `update ${table} set lease_owner = null, lease_until = null
       where household_id = $1 and lease_owner is not null`,
      [householdId],
    )
  }
  // A process that gave a queue back while its household moved has left it without a time.
  await one.rows(
    `update webhook_lanes l set next_due_at = (
       select min(d.next_attempt_at) from webhook_deliveries d
       join webhooks w on w.household_id = d.household_id and w.id = d.webhook_id
       where d.household_id = $1 and w.household_id = $1 and d.webhook_id = l.webhook_id
         and d.epoch = w.epoch and d.state = 'queued')
     where l.household_id = $1`,
    [householdId],
  )
  for (const table of queues) {
    await one.rows(
      `update ${table} set status = 'queued', lease_owner = null, lease_until = null
       where household_id = $1 and status = 'running'`,
      [householdId],
    )
  }
  await one.rows(
    `update notice_watches set look_at = $2, lease_owner = null, lease_until = null where household_id = $1`,
    [householdId, now.toString()],
  )
  await one.rows(
    `update households set standing = $2, engine_rests_until = null where household_id = $1`,
    [householdId, standing],
  )
}

/** Marks a household as moving, and rests its engine. The row lock waits for the write that runs, if any. */
export async function markMoving(source: SingleConnection, householdId: string): Promise<void> {
  await source.rows(
    `update households set standing = 'moving', engine_rests_until = $2 where household_id = $1`,
    [householdId, FAR],
  )
}
