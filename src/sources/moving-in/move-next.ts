import type { Application } from '#/core/values/moves.ts'
import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import { newLeaseOwner } from '#/platform/leases/lease-owner.ts'
import { releaseDeadOwners } from '#/platform/leases/release-dead.ts'
import { growSlowly } from '#/platform/runtime/grow-slowly.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Choices } from './app-contract.ts'
import { MoveFault } from '#/sources/moving-in/applications/move-fault.ts'
import { deleteMovePieces, storedFiles } from './pieces.ts'
import { planMove } from './plan.ts'
import { storeMove } from './store-move.ts'

/** After so many minutes without progress, another worker takes a move over. */
const LEASE_MINUTES = 10
/** A move is given up after so many workers died of it. */
const ATTEMPTS_MAX = 3
/** Hours that uploaded files wait for a person to commit or cancel them. */
const KEPT_HOURS = 24

type Leased = {
  readonly household_id: string
  readonly id: string
  readonly app: Application
  readonly member_id: string | null
  readonly choices: Choices
  readonly attempts: number
  readonly owner: string
  readonly zone: string
  readonly currency: string
}

/** The move was cancelled or another worker took it over, so this run is rolled back. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** Carries out one waiting move and returns 1, or returns 0 if none waits. A worker calls it until it returns 0. */
export async function moveNext(runtime: Runtime): Promise<number> {
  const lease = await takeLease(runtime)
  if (!lease) return 0
  try {
    if (lease.attempts > ATTEMPTS_MAX) throw new MoveFault(null, null, { name: 'given_up' })
    await growSlowly(() => run(runtime, lease))
  } catch (error) {
    if (error instanceof LeaseLost) return 1
    await fail(runtime, lease, faultIn(runtime, lease, error))
  }
  return 1
}

/** Converts any error into a fault that people may read. */
function faultIn(runtime: Runtime, lease: Leased, error: unknown): MoveFault {
  if (error instanceof MoveFault) return error
  if (error instanceof Refusal)
    return new MoveFault(null, null, { name: 'refused', code: error.code })
  runtime.log('error', 'move.fault', { move: lease.id, error })
  return new MoveFault(null, null, { name: 'our_side' })
}

async function run(runtime: Runtime, lease: Leased): Promise<void> {
  const { household_id: householdId, id: moveId, app, choices, zone, currency } = lease
  const owner = { householdId, moveId }
  const destination = { householdId, zone, currency }
  const files = await storedFiles(runtime.db, owner)
  const plan = await planMove(runtime, destination, { app, files, choices })
  await keepLease(runtime, lease)
  await storeMove(runtime, {
    moveId,
    destination,
    memberId: lease.member_id,
    plan,
    progress: () => keepLease(runtime, lease),
    finish: async ({ db, now }, report) => {
      const kept = await db
        .updateTable('moves')
        .set({
          status: 'done',
          report: JSON.stringify(report),
          finished_at: now(),
          lease_owner: null,
          lease_until: null,
        })
        .where('household_id', '=', householdId)
        .where('id', '=', moveId)
        .where('status', '=', 'running')
        .where('lease_owner', '=', lease.owner)
        .returning('id')
        .executeTakeFirst()
      if (!kept) throw new LeaseLost()
      await deleteMovePieces(db, owner)
    },
  })
}

function isWaiting(now: Temporal.Instant) {
  return sql`(status = 'queued' or (status = 'running' and lease_until <= ${now}))`
}

/** Checks whether a move waits for a worker. */
export async function isMoveDue({ db, now }: Runtime): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from moves where ${isWaiting(now())}) as due`.execute(db)
  return rows[0]!.due
}

async function takeLease(runtime: Runtime): Promise<Leased | null> {
  const now = runtime.now()
  const owner = newLeaseOwner(runtime)
  const { rows } = await sql<Leased>`
    update moves m set status = 'running', lease_owner = ${owner}, attempts = m.attempts + 1,
      lease_until = ${now.add({ minutes: LEASE_MINUTES })}
    from (
      select household_id, id from moves
      where ${isWaiting(now)}
      order by created_at limit 1 for update skip locked
    ) taken
    join households h on h.household_id = taken.household_id
    where m.household_id = taken.household_id and m.id = taken.id
    returning m.household_id, m.id, m.app, m.member_id, m.choices, m.attempts, ${owner} as owner,
      h.timezone as zone, h.currency`.execute(runtime.db)
  return rows[0] ?? null
}

/** At the start of a process: queues the moves again that dead processes of this host were carrying out. */
export async function releaseDeadMoves(runtime: Runtime): Promise<void> {
  await releaseDeadOwners(runtime, 'moves', (owners) =>
    runtime.db
      .updateTable('moves')
      .set({ status: 'queued', lease_owner: null, lease_until: null })
      .where('status', '=', 'running')
      .where('lease_owner', 'in', owners)
      .execute(),
  )
}

/** Extends the lease, outside the transaction of the payments. Throws LeaseLost if this worker no longer holds the move. */
async function keepLease(runtime: Runtime, lease: Leased): Promise<void> {
  const kept = await runtime.db
    .updateTable('moves')
    .set({ lease_until: runtime.now().add({ minutes: LEASE_MINUTES }) })
    .where('household_id', '=', lease.household_id)
    .where('id', '=', lease.id)
    .where('status', '=', 'running')
    .where('lease_owner', '=', lease.owner)
    .returning('id')
    .executeTakeFirst()
  if (!kept) throw new LeaseLost()
}

/** Marks a move as failed, unless it was cancelled meanwhile. */
async function fail(
  { db, now }: Runtime,
  lease: Leased,
  { message, reason, file, line }: MoveFault,
): Promise<void> {
  const owner = { householdId: lease.household_id, moveId: lease.id }
  await db
    .updateTable('moves')
    .set({
      message,
      reason: JSON.stringify(reason),
      file,
      line,
      status: 'failed',
      finished_at: now(),
      lease_owner: null,
      lease_until: null,
    })
    .where('household_id', '=', lease.household_id)
    .where('id', '=', lease.id)
    .where('status', '=', 'running')
    .where('lease_owner', '=', lease.owner)
    .execute()
  await deleteMovePieces(db, owner)
}

/** Deletes uploaded moves that nobody committed within a day, and returns how many. */
export async function deleteAbandonedMoves({ db, now }: Runtime): Promise<number> {
  const { numAffectedRows } = await sql`delete from moves where status = 'uploaded'
    and created_at < ${now().subtract({ hours: KEPT_HOURS })}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
