import { MoveFault } from './move-fault.ts'
import { isZip, readZip } from './zip.ts'

/** A file to move in. It can be read several times. */
export type MoveFile = {
  /** The name as people know it; inside an archive `archive.zip/path`. */
  readonly name: string
  readonly open: () => AsyncIterable<Uint8Array>
}

/** The most files of one move. */
export const MOVE_FILES_MAX = 20

/** Replaces each archive by the files inside of it. Throws MoveFault for an empty file or archive. */
export async function unpackFiles(files: readonly MoveFile[]): Promise<MoveFile[]> {
  const unpacked: MoveFile[] = []
  for (const file of files) {
    const head = await headOf(file)
    if (head.length === 0) throw new MoveFault(file.name, null, { name: 'empty' })
    if (!isZip(head)) {
      unpacked.push(file)
      continue
    }
    const entries = readZip(await bytesOf(file), file.name)
    if (entries.length === 0) throw new MoveFault(file.name, null, { name: 'empty' })
    for (const { path, open } of entries) unpacked.push({ name: `${file.name}/${path}`, open })
  }
  return unpacked
}

/** Reads the first bytes of a file, enough to recognise its kind. */
export async function headOf(file: MoveFile, bytes = 4096): Promise<Buffer> {
  let head = Buffer.alloc(0)
  for await (const piece of file.open()) {
    head = Buffer.concat([head, piece])
    if (head.length >= bytes) break
  }
  return head.subarray(0, bytes)
}

async function bytesOf(file: MoveFile): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of file.open()) pieces.push(piece)
  return Buffer.concat(pieces)
}
