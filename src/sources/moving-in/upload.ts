import type { Application } from '#/core/values/moves.ts'
import { invalidParameter, Refusal } from '#/platform/contract/refusal.ts'
import { type Database, inTransaction } from '#/platform/database/database.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import { takeFurtherRoom, takeUploadRoom } from '#/sources/files/quota.ts'
import { type Choices, type movesApp, NO_CHOICES, type Report } from './app-contract.ts'
import type { MoveFile } from '#/sources/moving-in/applications/move-file.ts'
import { MOVE_FILES_MAX } from '#/sources/moving-in/applications/move-file.ts'
import { MoveFault, OpenQuestion } from '#/sources/moving-in/applications/move-fault.ts'
import { storedFiles, storeMoveFile } from './pieces.ts'
import { planMove } from './plan.ts'
import { previewPlan } from './preview-move.ts'
import { findMove } from './show.ts'

/**
 * `POST /moves`: keeps the file until the move is done, and previews the move. Throws `invalid_parameter` for a file that the
 * application has not written.
 */
export const uploadMove: Handle<typeof movesApp.uploadMove> = async (call, { query, body }) => {
  call.bell.ring('import')
  const { db, caller } = call
  const file = { name: query.file_name, open: () => once(body) }
  const moving = { app: query.app, files: [file], choices: NO_CHOICES }
  const found = query.further ? UNSEEN : await preview(call, moving)
  const moveId = call.newId()
  const owner = { householdId: caller.householdId, moveId }
  await inTransaction(db, async (trx) => {
    await takeUploadRoom({ db: trx, caller }, body.length)
    await trx
      .insertInto('moves')
      .values({
        household_id: caller.householdId,
        id: moveId,
        app: query.app,
        member_id: caller.memberId,
        status: 'uploaded',
        choices: JSON.stringify(NO_CHOICES),
        ...columnsOf(found),
        attempts: 0,
        created_at: call.now(),
      })
      .execute()
    await storeMoveFile(trx, owner, { position: 0, name: query.file_name, bytes: body })
  })
  return findMove(db, caller.householdId, moveId)
}

/** `POST /moves/{id}/files`: the move's preview covers all of its files. */
export const addMoveFile: Handle<typeof movesApp.addMoveFile> = async (
  call,
  { params: { id }, query, body },
) => {
  const { db, caller } = call
  const { householdId } = caller
  const move = await requireUploaded(call, id)
  const kept = await storedFiles(db, { householdId, moveId: id })
  if (kept.length >= MOVE_FILES_MAX) throw new Refusal('edit_conflict')
  const added = { name: query.file_name, open: () => once(body) }
  const files = [...kept, added]
  const moving = { app: move.app, files, choices: move.choices }
  const found = query.further ? UNSEEN : await preview(call, moving)
  await inTransaction(db, async (trx) => {
    await takeFurtherRoom({ db: trx, caller }, body.length)
    const file = { position: kept.length, name: query.file_name, bytes: body }
    await storeMoveFile(trx, { householdId, moveId: id }, file)
    await keepPreview(trx, { householdId, id, choices: move.choices }, found)
  })
  return findMove(db, householdId, id)
}

/** `POST /moves/{id}/preview`: previews the move with a person's choices, and keeps them for the move. */
export const previewMove: Handle<typeof movesApp.previewMove> = async (
  call,
  { params: { id }, body },
) => {
  const { db, caller } = call
  const { householdId } = caller
  const move = await requireUploaded(call, id)
  const files = await storedFiles(db, { householdId, moveId: id })
  const found = await preview(call, { app: move.app, files, choices: body })
  await keepPreview(db, { householdId, id, choices: body }, found)
  return findMove(db, householdId, id)
}

async function requireUploaded({ db, caller }: Call, id: string) {
  const move = await findMove(db, caller.householdId, id)
  if (move.status !== 'uploaded') throw new Refusal('edit_conflict')
  return move
}

type Previewed = { readonly report: Report | null; readonly open: OpenQuestion | null }

/** The files are not all there yet. */
const UNSEEN: Previewed = { report: null, open: null }

type Previewing = {
  readonly app: Application
  readonly files: readonly MoveFile[]
  readonly choices: Choices
}

/** Previews the files. A question that they leave open is part of the answer; any other fault refuses them. */
async function preview(call: Call, moving: Previewing): Promise<Previewed> {
  const { householdId, zone, currency } = call.caller
  const destination = { householdId, zone, currency }
  try {
    const plan = await planMove(call, destination, moving)
    return { report: await previewPlan(call, destination, plan), open: null }
  } catch (error) {
    if (error instanceof OpenQuestion) return { report: null, open: error }
    throw error instanceof MoveFault ? unreadable(error) : error
  }
}

function unreadable({ message, reason, line, file }: MoveFault): Refusal {
  const place = [file, line === null ? null : `line ${line}`].filter((part) => part !== null)
  const text = place.length === 0 ? message : `${place.join(', ')}: ${message}`
  const detail = { name: 'file_unreadable', line, reason } as const
  return invalidParameter('file', text, file === null ? detail : { ...detail, file })
}

function columnsOf({ report, open }: Previewed) {
  return {
    is_open: open !== null,
    report: report && JSON.stringify(report),
    message: open?.message ?? null,
    reason: open && JSON.stringify(open.reason),
    file: open?.file ?? null,
    line: open?.line ?? null,
  }
}

async function keepPreview(
  db: Database,
  { householdId, id, choices }: { householdId: string; id: string; choices: Choices },
  found: Previewed,
): Promise<void> {
  const kept = await db
    .updateTable('moves')
    .set({ choices: JSON.stringify(choices), ...columnsOf(found) })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('status', '=', 'uploaded')
    .returning('id')
    .executeTakeFirst()
  if (!kept) throw new Refusal('edit_conflict')
}

async function* once(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body
}
