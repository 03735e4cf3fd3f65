import { createHash } from 'node:crypto'
import { BackupFault, type BackupHeader, type BackupSummary, type BackupTable } from './backup.ts'
import { createByteReader } from './byte-reader.ts'
import { deriveKey, readFirstLine } from './header.ts'
import { type Manifest, readManifest, readTableRecord } from './manifest.ts'
import { openPieces, type Piece } from './pieces.ts'
import { summaryOf } from './summary.ts'

/** The reader of a backup's contents. */
export type Taker = {
  /** Called with everything that is known before the first row. */
  readonly begin: (manifest: Manifest, header: BackupHeader) => Promise<void>
  /** Takes all rows of a table, in PostgreSQL's text form, and returns their number. */
  readonly takeRows: (
    table: Manifest['tables'][number],
    rows: AsyncIterable<Buffer>,
  ) => Promise<number>
}

/**
 * Reads a backup from its first byte to its last and hands its contents to `taker`. They are complete and unaltered once
 * this has returned; if it throws, some of what `taker` has received may be missing its end.
 */
export async function readBackup(
  file: AsyncIterable<Uint8Array>,
  askPassphrase: () => Promise<string>,
  taker: Taker,
): Promise<BackupSummary> {
  const bytes = createByteReader(file)
  try {
    const first = await readFirstLine(bytes)
    const { sealed } = first.facts
    const key = await deriveKey(first, sealed ? await askPassphrase() : null)
    const pieces = openPieces(bytes, { key, sealed })
    const manifest = readManifest((await nextPiece(pieces, 'record')).bytes)
    await taker.begin(manifest, first.facts)
    const tables = await readTables(manifest, pieces, taker)
    return summaryOf(first.facts, manifest, { tables, bytes: bytes.taken() })
  } finally {
    await bytes.close()
  }
}

/** Reads the first line of a backup. It is not authenticated before the rest is read. */
export async function readHeader(file: AsyncIterable<Uint8Array>): Promise<BackupHeader> {
  const bytes = createByteReader(file)
  try {
    return (await readFirstLine(bytes)).facts
  } finally {
    await bytes.close()
  }
}

async function readTables(
  manifest: Manifest,
  pieces: AsyncGenerator<Piece, void>,
  taker: Taker,
): Promise<BackupTable[]> {
  const tables: BackupTable[] = []
  for (const table of manifest.tables) {
    const hash = createHash('sha256')
    let record: Piece | null = null
    const rows = await taker.takeRows(
      table,
      (async function* () {
        for (;;) {
          const piece = await nextPiece(pieces)
          if (piece.kind === 'record') {
            record = piece
            return
          }
          hash.update(piece.bytes)
          yield piece.bytes
        }
      })(),
    )
    if (record === null) throw new Error(`the rows of ${table.name} were not taken to their end`)
    const { bytes, last }: Piece = record
    const stated = readTableRecord(bytes)
    const found = { table: table.name, rows, digest: hash.digest('hex') }
    const isLast = table === manifest.tables.at(-1)
    if (
      stated.table !== found.table ||
      stated.rows !== rows ||
      stated.digest !== found.digest ||
      last !== isLast
    ) {
      throw new BackupFault(
        'damaged',
        `The backup is damaged: the table ${table.name} is not as its record says.`,
      )
    }
    tables.push({ name: table.name, rows, digest: found.digest })
  }
  // The stream ends behind the last piece, which also finds bytes that follow it.
  await pieces.next()
  return tables
}

async function nextPiece(
  pieces: AsyncGenerator<Piece, void>,
  kind?: Piece['kind'],
): Promise<Piece> {
  const { value } = await pieces.next()
  if (value && (kind === undefined || value.kind === kind)) return value
  throw new BackupFault('damaged', 'The backup is damaged: its parts are not in their order.')
}
