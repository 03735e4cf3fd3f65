import { createInflateRaw } from 'node:zlib'
import { MoveFault } from './move-fault.ts'

/** A file inside a ZIP archive. Its path is only a label: nothing is ever written to it. */
export type ZipEntry = {
  readonly path: string
  /** Yields the content piece by piece. Throws MoveFault if it is damaged or larger than allowed. */
  readonly open: () => AsyncGenerator<Buffer>
}

/** Limits of an archive against ZIP bombs: its files, and the bytes that one of them may become. */
const ENTRIES_MAX = 1000
const ENTRY_BYTES_MAX = 400 * 1024 * 1024

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const COMMENT_MAX = 65_535

export function isZip(bytes: Buffer): boolean {
  return bytes.length >= 4 && [LOCAL, END].includes(bytes.readUInt32LE(0))
}

/** Lists the files of an archive by its central directory. Throws MoveFault for damaged, encrypted and huge archives. */
export function readZip(bytes: Buffer, name: string, bytesMax = ENTRY_BYTES_MAX): ZipEntry[] {
  const damaged = () => new MoveFault(name, null, { name: 'move_zip_damaged' })
  const end = findEnd(bytes)
  if (end === null) throw damaged()
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  // 65,535 files or 4 GiB would need the format's large variant, which no export does.
  if (count > ENTRIES_MAX) throw new MoveFault(name, null, { name: 'move_zip_large' })
  const entries: ZipEntry[] = []
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) throw damaged()
    const flags = bytes.readUInt16LE(at + 8)
    const method = bytes.readUInt16LE(at + 10)
    const packed = bytes.readUInt32LE(at + 20)
    const size = bytes.readUInt32LE(at + 24)
    const pathBytes = bytes.readUInt16LE(at + 28)
    const skipped = bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    const local = bytes.readUInt32LE(at + 42)
    const path = bytes.toString('utf8', at + 46, at + 46 + pathBytes)
    at += 46 + pathBytes + skipped
    if (path.endsWith('/') || path.startsWith('__MACOSX/')) continue
    if ((flags & 1) === 1) throw new MoveFault(name, null, { name: 'move_zip_encrypted' })
    if (size > bytesMax) throw new MoveFault(name, null, { name: 'move_zip_large' })
    const content = contentOf(bytes, { local, packed })
    if (content === null || (method !== 0 && method !== 8)) throw damaged()
    const open = () => inflate(content, { method, file: `${name}/${path}`, bytesMax, size })
    entries.push({ path, open })
  }
  return entries
}

function findEnd(bytes: Buffer): number | null {
  const last = bytes.length - END_BYTES
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX); at -= 1) {
    if (bytes.readUInt32LE(at) === END) return at
  }
  return null
}

function contentOf(
  bytes: Buffer,
  { local, packed }: { readonly local: number; readonly packed: number },
): Buffer | null {
  if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL) return null
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  return start + packed > bytes.length ? null : bytes.subarray(start, start + packed)
}

type Content = {
  readonly method: number
  readonly file: string
  readonly bytesMax: number
  /** Bytes as the archive declares them. */
  readonly size: number
}

/** Bytes handed to the decompressor at a time, so that a bomb is noticed early. */
const PIECE_BYTES = 64 * 1024

/** Decompresses and counts: the size that an archive declares may be a lie. */
async function* inflate(
  content: Buffer,
  { method, file, bytesMax, size }: Content,
): AsyncGenerator<Buffer> {
  let count = 0
  try {
    for await (const piece of method === 0 ? pieces(content) : inflated(content)) {
      count += piece.length
      if (count > bytesMax) throw new MoveFault(file, null, { name: 'move_zip_large' })
      yield piece
    }
  } catch (error) {
    throw error instanceof MoveFault ? error : damagedAt(file)
  }
  if (count !== size) throw damagedAt(file)
}

function damagedAt(file: string): MoveFault {
  return new MoveFault(file, null, { name: 'move_zip_damaged' })
}

async function* pieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    yield content.subarray(at, at + PIECE_BYTES)
  }
}

async function* inflated(content: Buffer): AsyncGenerator<Buffer> {
  const stream = createInflateRaw({ chunkSize: PIECE_BYTES })
  const feed = async () => {
    for await (const piece of pieces(content)) {
      if (!stream.write(piece) && !stream.destroyed) {
        await new Promise<void>((go) => {
          stream.once('drain', go)
          stream.once('close', go)
        })
      }
      if (stream.destroyed) return
    }
    stream.end()
  }
  const fed = feed()
  try {
    for await (const piece of stream) yield piece as Buffer
  } finally {
    stream.destroy()
    await fed
  }
}
