import type { Application } from '#/core/values/moves.ts'
import {
  doNextWork,
  extendedLease,
  isHeld,
  type LeasedWork,
  noLease,
  requireHeld,
} from '#/platform/leases/queued-work.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { readableFault } from '#/sources/statements/fault.ts'
import { MoveFault } from '#/sources/moving-in/applications/move-fault.ts'
import type { Choices } from './app-contract.ts'
import { deleteMovePieces, storedFiles } from './pieces.ts'
import { findDestination, planMove } from './plan.ts'
import { storeMove } from './store-move.ts'

type Leased = LeasedWork & {
  readonly app: Application
  readonly member_id: string | null
  readonly choices: Choices
}

/** Carries out one waiting move and returns 1, or returns 0 if none waits. A worker calls it until it returns 0. */
export function moveNext(runtime: Runtime): Promise<number> {
  return doNextWork<Leased>(runtime, {
    table: 'moves',
    run: (lease) => run(runtime, lease),
    givenUp: () => new MoveFault(null, null, { name: 'given_up' }),
    fail: (lease, error) => fail(runtime, lease, error),
  })
}

async function run(runtime: Runtime, lease: Leased): Promise<void> {
  const { household_id: householdId, id: moveId, app, choices } = lease
  const owner = { householdId, moveId }
  const destination = await findDestination(runtime, householdId)
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
      const finished = db
        .updateTable('moves')
        .set({ status: 'done', report: JSON.stringify(report), finished_at: now(), ...noLease })
        .where(isHeld(lease))
      requireHeld(await finished.executeTakeFirst())
      await deleteMovePieces(db, owner)
    },
  })
}

/** Extends the lease, outside the transaction of the payments. */
async function keepLease(runtime: Runtime, lease: Leased): Promise<void> {
  const kept = runtime.db.updateTable('moves').set(extendedLease(runtime)).where(isHeld(lease))
  requireHeld(await kept.executeTakeFirst())
}

/** Marks a move as failed, unless it was cancelled or taken over meanwhile. */
async function fail(runtime: Runtime, lease: Leased, error: unknown): Promise<void> {
  const fault = readableFault(error)
  const { message, reason, line } = fault
  if (reason.name === 'our_side') runtime.log('error', 'move.fault', { move: lease.id, error })
  const { numUpdatedRows } = await runtime.db
    .updateTable('moves')
    .set({
      message,
      reason: JSON.stringify(reason),
      file: fault instanceof MoveFault ? fault.file : null,
      line,
      status: 'failed',
      finished_at: runtime.now(),
      ...noLease,
    })
    .where(isHeld(lease))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await deleteMovePieces(runtime.db, { householdId: lease.household_id, moveId: lease.id })
}
