import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import { afterCommit, type Database } from '#/platform/database/database.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { importsApp } from './app-contract.ts'
import { forgetPieces } from './pieces.ts'
import { findImport, type Told } from './show.ts'

/** `POST /imports/{id}/commit`: a worker imports the file. Asked again meanwhile, it says how far that is. */
export const commitImport: Handle<typeof importsApp.commitImport> = async (call, { params }) => {
  const { db, caller } = call
  const found = await findImport(db, caller.householdId, params.id)
  if (found.status === 'queued' || found.status === 'running' || found.status === 'done')
    return found
  if (found.format === null) {
    throw new Refusal('edit_conflict', {
      message: 'The file cannot be read as it is; say what its columns are first.',
      detail: { name: 'columns_unknown' },
    })
  }
  const told = await change(call, params.id, { from: ['uploaded'], to: 'queued' })
  afterCommit(db, () => call.bell.ring('import'))
  return told
}

/** `POST /imports/{id}/cancel`: a running import notices within a few thousand rows, and leaves nothing. */
export const cancelImport: Handle<typeof importsApp.cancelImport> = async (call, { params }) => {
  const { db, caller } = call
  const found = await findImport(db, caller.householdId, params.id)
  if (found.status === 'cancelled') return found
  const told = await change(call, params.id, {
    from: ['uploaded', 'queued', 'running'],
    to: 'cancelled',
  })
  await forgetPieces(db, { householdId: caller.householdId, importId: params.id })
  return told
}

type Status = Told['status']

async function change(
  { db, caller, now }: { db: Database; caller: Call['caller']; now: Call['now'] },
  id: string,
  { from, to }: { from: readonly Status[]; to: 'queued' | 'cancelled' },
): Promise<Told> {
  const changed = await db
    .updateTable('imports')
    .set({ status: to, ...(to === 'cancelled' && { finished_at: now() }) })
    .where('household_id', '=', caller.householdId)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst()
  const told = await findImport(db, caller.householdId, id)
  if (!changed) throw told ? new Refusal('edit_conflict') : notFound('id')
  return told
}
