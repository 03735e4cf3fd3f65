import { type RawBuilder, sql, type UpdateResult } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Database } from '#/platform/database/database.ts'
import { growSlowly } from '#/platform/runtime/grow-slowly.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { newLeaseOwner } from './lease-owner.ts'
import { releaseDeadOwners } from './release-dead.ts'

/** After so many minutes without progress, another worker takes queued work over. */
const LEASE_MINUTES = 10
/** Queued work is given up after so many workers died of it. */
const ATTEMPTS_MAX = 3
/** Hours that uploaded files wait for a person to commit or cancel them. */
const KEPT_HOURS = 24
/** Waiting work to try in turn, because others take it at the same time. */
const TRIED = 8

/** Tables of uploaded files, which a worker takes in once a person commits them. */
type QueueTable = 'imports' | 'moves'

/** Work that only this worker may do, until its lease ends. */
export type LeasedWork = {
  readonly household_id: string
  readonly id: string
  readonly attempts: number
  readonly owner: string
}

/** The work was cancelled or another worker took it over, so this run is rolled back. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

type Queue<W> = {
  readonly table: QueueTable
  readonly run: (work: W) => Promise<void>
  /** Returns the error of work that is given up. */
  readonly givenUp: () => Error
  /** Marks the work as failed. */
  readonly fail: (work: W, error: unknown) => Promise<void>
}

/** Does the work that waits longest and returns 1, or returns 0 if none waits. `W`: the row, with its lease. */
export async function doNextWork<W extends LeasedWork>(
  runtime: Runtime,
  { table, run, givenUp, fail }: Queue<W>,
): Promise<number> {
  const work = await takeWork<W>(runtime, table)
  if (!work) return 0
  try {
    if (work.attempts > ATTEMPTS_MAX) throw givenUp()
    await growSlowly(() => run(work))
  } catch (error) {
    if (isPutOff(error)) await putOff(runtime, table, work)
    else if (!(error instanceof LeaseLost)) await fail(work, error)
  }
  return 1
}

/** True if the household takes no writes at this moment: the work itself has not failed. */
function isPutOff(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'service_unavailable'
}

/** Leaves the work to the worker that comes after its lease. The attempt does not count. */
async function putOff({ db }: Runtime, table: QueueTable, work: LeasedWork): Promise<void> {
  await sql`update ${sql.table(table)} set attempts = attempts - 1, lease_owner = null
    where ${isHeld(work)}`.execute(db)
}

async function takeWork<W>(runtime: Runtime, table: QueueTable): Promise<W | null> {
  const now = runtime.now()
  const owner = newLeaseOwner(runtime)
  // Looks without a lock, then takes: only a statement about one household can lock.
  const { rows: waiting } = await sql<{ household_id: string; id: string }>`
    select household_id, id from ${sql.table(table)}
    where ${isWaiting(now)} order by created_at limit ${TRIED}`.execute(runtime.db)
  for (const { household_id: householdId, id } of waiting) {
    const { rows } = await sql<W>`
      update ${sql.table(table)} w set status = 'running', lease_owner = ${owner},
        attempts = w.attempts + 1, lease_until = ${now.add({ minutes: LEASE_MINUTES })}
      from (
        select id from ${sql.table(table)}
        where household_id = ${householdId} and id = ${id} and ${isWaiting(now)}
        for update skip locked
      ) taken
      where w.household_id = ${householdId} and w.id = taken.id
      returning w.*, ${owner} as owner`.execute(runtime.db)
    if (rows[0]) return rows[0]
  }
  return null
}

/** The condition that work waits for a worker. */
export function isWorkDue(now: Temporal.Instant, table: QueueTable): RawBuilder<boolean> {
  return sql`exists (select 1 from ${sql.table(table)} where ${isWaiting(now)})`
}

function isWaiting(now: Temporal.Instant) {
  return sql`(status = 'queued' or (status = 'running' and lease_until <= ${now}))`
}

/** Selects the row of the work, as long as this worker holds it. */
export function isHeld({ household_id, id, owner }: LeasedWork): RawBuilder<boolean> {
  return sql<boolean>`(household_id = ${household_id} and id = ${id} and status = 'running'
    and lease_owner = ${owner})`
}

/** Columns that extend a lease. */
export function extendedLease({ now }: Pick<Runtime, 'now'>) {
  return { lease_until: now().add({ minutes: LEASE_MINUTES }) }
}

/** Columns that end a lease. */
export const noLease = { lease_owner: null, lease_until: null }

/** Takes the result of an update by `isHeld`. Throws if it changed nothing, which rolls the run back. */
export function requireHeld({ numUpdatedRows }: UpdateResult): void {
  if (numUpdatedRows === 0n) throw new LeaseLost()
}

/** At the start of a process: queues the work again that dead processes of this host were doing. */
export async function releaseDeadWork(runtime: Runtime, table: QueueTable): Promise<void> {
  await releaseDeadOwners(runtime, table, (owners) =>
    sql`update ${sql.table(table)} set status = 'queued', lease_owner = null, lease_until = null
      where status = 'running' and lease_owner is not null and lease_owner = any (${owners})`.execute(
      runtime.db,
    ),
  )
}

/** Deletes uploads that nobody committed within a day, and returns how many. */
export async function deleteAbandonedWork(
  { db, now }: { readonly db: Database; readonly now: Runtime['now'] },
  table: QueueTable,
): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where status = 'uploaded'
    and created_at < ${now().subtract({ hours: KEPT_HOURS })}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
