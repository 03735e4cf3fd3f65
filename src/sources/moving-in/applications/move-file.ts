import { bytesOf, type Source } from '#/sources/statements/reading/source.ts'
import { MoveFault } from './move-fault.ts'
import { isZip, readZip } from './zip.ts'

/** A file to move in. It can be read several times. */
export type MoveFile = {
  /** The name as people know it; inside an archive `archive.zip/path`. */
  readonly name: string
  readonly open: Source
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
    const inside = await readZip(await bytesOf(file.open, Infinity), file.name)
    if (inside.length === 0) throw new MoveFault(file.name, null, { name: 'empty' })
    unpacked.push(...inside)
  }
  return unpacked
}

/** Reads the first bytes of a file, enough to recognise its kind. */
export async function headOf(file: MoveFile, bytes = 4096): Promise<Buffer> {
  return (await bytesOf(file.open, bytes)).subarray(0, bytes)
}
