import type { Database } from '#/platform/database/database.ts'
import type { Source } from '#/sources/statements/reading/source.ts'

/** Bytes per stored piece, so that an import never holds a whole file in memory. */
const PIECE_BYTES = 1024 * 1024

export type Owner = { readonly householdId: string; readonly importId: string }

export async function storePieces(
  db: Database,
  { householdId, importId }: Owner,
  bytes: Uint8Array,
): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await db
      .insertInto('import_pieces')
      .values({
        household_id: householdId,
        import_id: importId,
        position: at / PIECE_BYTES,
        bytes: Buffer.from(bytes.subarray(at, at + PIECE_BYTES)),
      })
      .execute()
  }
}

/** Opens a stored file, which can be read several times. */
export function storedFile(db: Database, { householdId, importId }: Owner): Source {
  return async function* () {
    for (let position = 0; ; position += 1) {
      const piece = await db
        .selectFrom('import_pieces')
        .select('bytes')
        .where('household_id', '=', householdId)
        .where('import_id', '=', importId)
        .where('position', '=', position)
        .executeTakeFirst()
      if (!piece) return
      yield piece.bytes
    }
  }
}

export async function deletePieces(db: Database, { householdId, importId }: Owner): Promise<void> {
  await db
    .deleteFrom('import_pieces')
    .where('household_id', '=', householdId)
    .where('import_id', '=', importId)
    .execute()
}
