import { createCipheriv, createDecipheriv } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { BackupFault } from './backup.ts'
import type { ByteReader } from './byte-reader.ts'

// The body of a backup is a chain of pieces, as in the STREAM construction. Each is compressed by itself, and sealed with
// AES-256-GCM. The nonce is the number of the piece, and the key is that of one file only. The head (kind, last or not, length) is
// authenticated too. So a piece that is altered, moved, left out or added is noticed, and an end without the last piece.

/** A part of a backup in clear. `record`: JSON. `rows`: rows of the table whose record follows. */
export type Piece = {
  readonly kind: 'record' | 'rows'
  readonly bytes: Buffer
  /** Nothing follows. */
  readonly last: boolean
  /** Called once `bytes` are no longer needed. */
  readonly release?: () => void
}

/** The most bytes of a piece in clear. Large enough to compress well, small enough to hold several. */
export const PIECE_BYTES = 512 * 1024
/** Incompressible bytes grow a little. */
const PACKED_BYTES_MAX = PIECE_BYTES + 64 * 1024

const HEAD_BYTES = 5
const TAG_BYTES = 16
const NONCE_BYTES = 12
const KINDS = { record: 0, rows: 1 } as const
const LAST = 0x80

/** Pieces that are compressed ahead, in threads of their own. */
const AHEAD = 2

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Measured for a million transactions (`docs/performance.md`): level 3 takes twice the time and saves a tenth. */
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
  // Most pieces fit, so that a thread is asked once for each. The default of 16 KB costs more than the compression.
  chunkSize: PIECE_BYTES / 4,
}
const DECOMPRESSION = { maxOutputLength: PIECE_BYTES, chunkSize: PIECE_BYTES }

/** Compresses and seals pieces. The last one must be marked. */
export async function* sealPieces(
  pieces: AsyncIterable<Piece>,
  key: Buffer,
): AsyncGenerator<Buffer, void> {
  let index = 0
  for await (const { piece, packed } of inTurn(pieces, pack)) {
    yield sealPiece({ ...piece, bytes: packed }, key, index)
    index += 1
  }
}

async function pack(piece: Piece): Promise<{ piece: Piece; packed: Buffer }> {
  const packed = await compress(piece.bytes, COMPRESSION)
  piece.release?.()
  return { piece, packed }
}

function sealPiece({ kind, bytes, last }: Piece, key: Buffer, index: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head[0] = KINDS[kind] | (last ? LAST : 0)
  head.writeUInt32BE(bytes.length, 1)
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index)).setAAD(head)
  const body = cipher.update(bytes)
  cipher.final()
  return Buffer.concat([head, body, cipher.getAuthTag()])
}

/** Opens and decompresses the pieces of a backup up to the last one. Throws a `BackupFault` if any of it was altered. */
export async function* openPieces(file: ByteReader, lock: Lock): AsyncGenerator<Piece, void> {
  for await (const piece of inTurn(readPieces(file, lock), unpack)) yield piece
}

/** `sealed`: the key was derived from a passphrase, which may be wrong. */
type Lock = { readonly key: Buffer; readonly sealed: boolean }

async function* readPieces(file: ByteReader, lock: Lock): AsyncGenerator<Piece, void> {
  for (let index = 0; ; index += 1) {
    const at = file.taken()
    const head = await file.take(HEAD_BYTES)
    if (head === null) throw truncated(at)
    const length = head.readUInt32BE(1)
    const mayBeWrong = index === 0 && lock.sealed
    if (length > PACKED_BYTES_MAX) throw altered(at)
    const body = await file.take(length + TAG_BYTES)
    if (body === null) throw truncated(at)
    const bytes = openPiece(head, body, { key: lock.key, index })
    if (bytes === null) throw mayBeWrong ? wrongPassphrase() : altered(at)
    const last = (head[0]! & LAST) !== 0
    yield { kind: (head[0]! & ~LAST) === KINDS.rows ? 'rows' : 'record', bytes, last }
    if (!last) continue
    if (!(await file.isAtEnd())) {
      throw new BackupFault('damaged', 'The backup is damaged: something follows its end.')
    }
    return
  }
}

type Opening = { readonly key: Buffer; readonly index: number }

function openPiece(head: Buffer, body: Buffer, { key, index }: Opening): Buffer | null {
  const end = body.length - TAG_BYTES
  const cipher = createDecipheriv('aes-256-gcm', key, nonceOf(index), { authTagLength: TAG_BYTES })
    .setAAD(head)
    .setAuthTag(body.subarray(end))
  const bytes = cipher.update(body.subarray(0, end))
  try {
    cipher.final()
    return bytes
  } catch {
    return null
  }
}

async function unpack(piece: Piece): Promise<Piece> {
  try {
    return { ...piece, bytes: await decompress(piece.bytes, DECOMPRESSION) }
  } catch (cause) {
    throw new BackupFault('damaged', 'The backup is damaged: a part cannot be decompressed.', {
      cause,
    })
  }
}

/** Works on several items at once, and yields the results in the order of the items. */
async function* inTurn<T, R>(items: AsyncIterable<T>, work: (item: T) => Promise<R>) {
  const running: Promise<R>[] = []
  for await (const item of items) {
    const result = work(item)
    // It is awaited below, perhaps after an earlier one has failed.
    result.catch(() => {})
    running.push(result)
    if (running.length > AHEAD) yield await running.shift()!
  }
  for (const result of running) yield await result
}

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUIntBE(index, NONCE_BYTES - 6, 6)
  return nonce
}

function truncated(at: number): BackupFault {
  return new BackupFault(
    'damaged',
    `The backup is incomplete: it ends before its end, after byte ${at}. Copy the file again, or use an older backup.`,
  )
}

function altered(at: number): BackupFault {
  return new BackupFault(
    'damaged',
    `The backup is damaged: its bytes after ${at} are not those that were written. Copy the file again, or use an older backup.`,
  )
}

function wrongPassphrase(): BackupFault {
  return new BackupFault(
    'wrong_passphrase',
    'The passphrase is wrong, or the beginning of the backup was altered.',
  )
}
