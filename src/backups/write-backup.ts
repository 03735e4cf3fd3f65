import { createHash } from 'node:crypto'
import { createBufferPool } from '#/platform/database/copy-out.ts'
import { connectSingle, type SingleConnection } from '#/platform/database/single-connection.ts'
import type { BackupSource, BackupSummary, BackupTable, Sealing } from './backup.ts'
import { deriveKey, makeFirstLine } from './header.ts'
import { type Manifest, recordBytes } from './manifest.ts'
import { type Piece, PIECE_BYTES, sealPieces } from './pieces.ts'
import { copyStatement, takeSnapshot, whileNotMigrating } from './snapshot.ts'
import { summaryOf } from './summary.ts'

/**
 * Writes a backup of one consistent snapshot: every write that was answered before is in it, and none in part. Yields the
 * bytes of the file, returns its contents. The memory does not depend on the size. If it throws, what it has yielded is
 * recognised as incomplete.
 */
export async function* writeBackup(
  source: BackupSource,
  sealing: Sealing,
): AsyncGenerator<Uint8Array, BackupSummary> {
  const first = makeFirstLine(source, sealing)
  const key = await deriveKey(first, sealing === 'unsealed' ? null : sealing.passphrase)
  const one = await connectSingle(source.databaseUrl)
  try {
    const snapshot = await whileNotMigrating(source.databaseUrl, () => takeSnapshot(one))
    const manifest: Manifest = { ...snapshot, secrets: [...source.secrets] }
    const tables: BackupTable[] = []
    const head = Buffer.from(first.text)
    let bytes = head.length
    yield head
    for await (const piece of sealPieces(readPieces(one, manifest, tables), key)) {
      bytes += piece.length
      yield piece
    }
    return summaryOf(first.facts, manifest, { tables, bytes })
  } finally {
    await one.close()
  }
}

/** Yields everything in clear, and adds each table to `tables` once its rows are read. */
async function* readPieces(
  one: SingleConnection,
  manifest: Manifest,
  tables: BackupTable[],
): AsyncGenerator<Piece, void> {
  const pool = createBufferPool(PIECE_BYTES)
  yield { kind: 'record', bytes: recordBytes(manifest), last: false }
  for (const table of manifest.tables) {
    const hash = createHash('sha256')
    const copy = one.copyOut(copyStatement(table, 'to stdout'), pool)
    let step = await copy.next()
    for (; !step.done; step = await copy.next()) {
      hash.update(step.value)
      const bytes = step.value
      yield { kind: 'rows', bytes, last: false, release: () => pool.giveBack(bytes) }
    }
    const record = { table: table.name, rows: step.value, digest: hash.digest('hex') }
    tables.push({ name: table.name, rows: record.rows, digest: record.digest })
    yield { kind: 'record', bytes: recordBytes(record), last: table === manifest.tables.at(-1) }
  }
}
