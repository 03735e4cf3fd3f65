import type { Application } from '#/core/values/moves.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Choices, MoveView, Report } from './app-contract.ts'
import type { MoveFile } from '#/sources/moving-in/applications/move-file.ts'
import { findDestination, planMove } from './plan.ts'
import { previewPlan } from './preview-move.ts'
import { storeMove } from './store-move.ts'
import { takeBack } from './undo.ts'

type FilesToMove = {
  readonly householdId: string
  readonly app: Application
  readonly files: readonly (MoveFile & { readonly bytes: number })[]
  readonly choices: Choices
}

/** The result of a move at the command line. `move_id` is null for a dry run. */
export type MoveResult = Report & { readonly move_id: string | null }

/** Previews a move for the operator and stores nothing. Throws MoveFault. */
export async function previewMoveNow(runtime: Runtime, moving: FilesToMove): Promise<MoveResult> {
  const destination = await findDestination(runtime, moving.householdId)
  const plan = await planMove(runtime, destination, moving)
  return { move_id: null, ...(await previewPlan(runtime, destination, plan)) }
}

/** Moves in immediately for the operator. Throws MoveFault and then stores nothing. */
export async function moveNow(runtime: Runtime, moving: FilesToMove): Promise<MoveResult> {
  const destination = await findDestination(runtime, moving.householdId)
  const plan = await planMove(runtime, destination, moving)
  const moveId = runtime.newId()
  const householdId = destination.householdId
  const report = await storeMove(runtime, {
    moveId,
    destination,
    memberId: null,
    plan,
    progress: async () => {},
    finish: async ({ db, now }, done) => {
      await db
        .insertInto('moves')
        .values({
          household_id: householdId,
          id: moveId,
          app: moving.app,
          member_id: null,
          status: 'done',
          choices: JSON.stringify(moving.choices),
          is_open: false,
          report: JSON.stringify(done),
          attempts: 1,
          created_at: now(),
          finished_at: now(),
        })
        .execute()
      for (const [position, { name, bytes }] of moving.files.entries()) {
        await db
          .insertInto('move_files')
          .values({ household_id: householdId, move_id: moveId, position, name, bytes })
          .execute()
      }
    },
  })
  return { move_id: moveId, ...report }
}

/** Undoes a move for the operator. */
export async function undoMoveNow(
  runtime: Runtime,
  { moveId, changed }: { readonly moveId: string; readonly changed: 'keep' | 'remove' },
): Promise<MoveView> {
  const move = await runtime.db
    .selectFrom('moves')
    .select('household_id')
    .where('id', '=', moveId)
    .executeTakeFirst()
  if (!move) throw notFound('move_id')
  const destination = await findDestination(runtime, move.household_id)
  return inTransaction(runtime.db, async (db) => {
    const begun = await beginWrite({ ...runtime, db }, destination.householdId)
    const caller = { ...destination, memberId: null, through: 'cli' as const }
    return takeBack({ ...runtime, db, ...begun, caller }, moveId, changed)
  })
}
