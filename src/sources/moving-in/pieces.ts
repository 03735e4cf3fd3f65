import type { Database } from '#/platform/database/database.ts'
import type { MoveFile } from '#/sources/moving-in/applications/move-file.ts'

/** Bytes per stored piece. */
const PIECE_BYTES = 1024 * 1024

export type Owner = { readonly householdId: string; readonly moveId: string }

type Uploaded = { readonly position: number; readonly name: string; readonly bytes: Uint8Array }

/** Keeps a file until its move is done. */
export async function storeMoveFile(
  db: Database,
  { householdId, moveId }: Owner,
  { position, name, bytes }: Uploaded,
): Promise<void> {
  const owner = { household_id: householdId, move_id: moveId }
  await db
    .insertInto('move_files')
    .values({ ...owner, position, name, bytes: bytes.length })
    .execute()
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await db
      .insertInto('move_pieces')
      .values({
        ...owner,
        file: position,
        position: at / PIECE_BYTES,
        bytes: Buffer.from(bytes.subarray(at, at + PIECE_BYTES)),
      })
      .execute()
  }
}

/** Opens the stored files of a move. */
export async function storedFiles(db: Database, owner: Owner): Promise<MoveFile[]> {
  const files = await db
    .selectFrom('move_files')
    .select(['position', 'name'])
    .where('household_id', '=', owner.householdId)
    .where('move_id', '=', owner.moveId)
    .orderBy('position')
    .execute()
  return files.map(({ position, name }) => ({ name, open: () => readPieces(db, owner, position) }))
}

async function* readPieces(
  db: Database,
  { householdId, moveId }: Owner,
  file: number,
): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const piece = await db
      .selectFrom('move_pieces')
      .select('bytes')
      .where('household_id', '=', householdId)
      .where('move_id', '=', moveId)
      .where('file', '=', file)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!piece) return
    yield piece.bytes
  }
}

export async function deleteMovePieces(
  db: Database,
  { householdId, moveId }: Owner,
): Promise<void> {
  await db
    .deleteFrom('move_pieces')
    .where('household_id', '=', householdId)
    .where('move_id', '=', moveId)
    .execute()
}
