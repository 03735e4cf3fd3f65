import { sayReason } from '#/platform/contract/say-reason.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { afterCommit, type Database } from '#/platform/database/database.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { importsApp } from './app-contract.ts'
import { deletePieces } from './pieces.ts'
import { findImport, type FileImport } from './show.ts'

/** `POST /imports/{id}/commit`: has a worker import the file. Repeated calls return the progress. */
export const commitImport: Handle<typeof importsApp.commitImport> = async (call, { params }) => {
  const { db, caller } = call
  const found = await findImport(db, caller.householdId, params.id)
  if (found.status === 'queued' || found.status === 'running' || found.status === 'done')
    return found
  if (found.format === null) {
    throw new Refusal('edit_conflict', {
      message: 'The file cannot be read as it is. Choose its columns first.',
      detail: { name: 'columns_unknown' },
    })
  }
  const open = await openQuestion(call, params.id)
  if (open !== null) {
    throw new Refusal('edit_conflict', {
      message: `${sayReason({ name: 'reading_open', kind: open })} Send its mapping to the preview first.`,
      detail: { name: 'reading_open', kind: open },
    })
  }
  const queued = await changeStatus(call, params.id, { from: ['uploaded'], to: 'queued' })
  afterCommit(db, () => call.bell.ring('import'))
  return queued
}

async function openQuestion({ db, caller }: Pick<Call, 'db' | 'caller'>, id: string) {
  const { question } = await db
    .selectFrom('imports')
    .select('question')
    .where('household_id', '=', caller.householdId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return question
}

/** `POST /imports/{id}/cancel`: a running import notices within 2,000 rows and is rolled back. */
export const cancelImport: Handle<typeof importsApp.cancelImport> = async (call, { params }) => {
  const { db, caller } = call
  const found = await findImport(db, caller.householdId, params.id)
  if (found.status === 'cancelled') return found
  const cancelled = await changeStatus(call, params.id, {
    from: ['uploaded', 'queued', 'running'],
    to: 'cancelled',
  })
  await deletePieces(db, { householdId: caller.householdId, importId: params.id })
  return cancelled
}

type Status = FileImport['status']

async function changeStatus(
  { db, caller, now }: { db: Database; caller: Call['caller']; now: Call['now'] },
  id: string,
  { from, to }: { from: readonly Status[]; to: 'queued' | 'cancelled' },
): Promise<FileImport> {
  const changed = await db
    .updateTable('imports')
    .set({ status: to, ...(to === 'cancelled' && { finished_at: now() }) })
    .where('household_id', '=', caller.householdId)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst()
  const found = await findImport(db, caller.householdId, id)
  if (!changed) throw new Refusal('edit_conflict')
  return found
}
