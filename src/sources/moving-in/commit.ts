import { Refusal } from '#/platform/contract/refusal.ts'
import { afterCommit } from '#/platform/database/database.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { movesApp, MoveView } from './app-contract.ts'
import { deleteMovePieces } from './pieces.ts'
import { findMove } from './show.ts'

/** `POST /moves/{id}/commit`: hands the move to a worker. Repeated calls return the progress. */
export const commitMove: Handle<typeof movesApp.commitMove> = async (call, { params: { id } }) => {
  const { db, caller, bell } = call
  const found = await findMove(db, caller.householdId, id)
  if (found.status === 'queued' || found.status === 'running' || found.status === 'done')
    return found
  if (found.status === 'uploaded' && found.report === null && found.question === null) {
    throw new Refusal('edit_conflict')
  }
  if (found.question !== null) {
    throw new Refusal('edit_conflict', {
      message: found.message ?? 'The files leave a question open.',
      detail: { name: 'move_open', question: found.question },
    })
  }
  const queued = await changeStatus(call, id, { from: ['uploaded'], to: 'queued' })
  afterCommit(db, () => bell.ring('import'))
  return queued
}

/** `POST /moves/{id}/cancel`: a running move notices within 2,000 payments and is rolled back. */
export const cancelMove: Handle<typeof movesApp.cancelMove> = async (call, { params: { id } }) => {
  const { db, caller } = call
  const found = await findMove(db, caller.householdId, id)
  if (found.status === 'cancelled') return found
  const change = { from: ['uploaded', 'queued', 'running'], to: 'cancelled' } as const
  const cancelled = await changeStatus(call, id, change)
  await deleteMovePieces(db, { householdId: caller.householdId, moveId: id })
  return cancelled
}

type Change = {
  readonly from: readonly MoveView['status'][]
  readonly to: 'queued' | 'cancelled'
}

async function changeStatus(
  { db, caller, now }: Pick<Call, 'db' | 'caller' | 'now'>,
  id: string,
  { from, to }: Change,
): Promise<MoveView> {
  const changed = await db
    .updateTable('moves')
    .set({ status: to, ...(to === 'cancelled' && { finished_at: now() }) })
    .where('household_id', '=', caller.householdId)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst()
  const found = await findMove(db, caller.householdId, id)
  if (!changed) throw new Refusal('edit_conflict')
  return found
}
