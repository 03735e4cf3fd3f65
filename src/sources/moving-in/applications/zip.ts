import { listZip, type ZipEntry, ZipFault } from '#/sources/statements/zip.ts'
import { MoveFault } from './move-fault.ts'
import type { MoveFile } from './move-file.ts'

/** Limits of an archive against ZIP bombs: its files, and the bytes that one of them may become. */
const ENTRIES_MAX = 1000
const ENTRY_BYTES_MAX = 400 * 1024 * 1024

/** The first bytes of an archive; those of an empty one differ. */
const signatures = ['PK\u0003\u0004', 'PK\u0005\u0006']

export function isZip(bytes: Buffer): boolean {
  return signatures.includes(bytes.toString('latin1', 0, 4))
}

/** Returns the files of an archive, unpacked while they are read. Throws MoveFault for damaged, encrypted and huge archives. */
export async function readZip(bytes: Buffer, archive: string): Promise<MoveFile[]> {
  const entries = await listFiles(bytes, archive)
  if (entries.some(({ isEncrypted }) => isEncrypted))
    throw new MoveFault(archive, null, { name: 'move_zip_encrypted' })
  if (entries.some((entry) => entry.bytes > ENTRY_BYTES_MAX)) throw faultOf(archive, 'too_many')
  return entries.map((entry) => {
    const name = `${archive}/${entry.name}`
    return { name, open: () => unpack(entry, name) }
  })
}

/** Lists the files, without folders and without the copies that macOS adds. */
async function listFiles(bytes: Buffer, archive: string): Promise<ZipEntry[]> {
  try {
    const entries = await listZip(bytes, { entriesMax: ENTRIES_MAX })
    return entries.filter(({ name }) => !name.endsWith('/') && !name.startsWith('__MACOSX/'))
  } catch (error) {
    throw error instanceof ZipFault ? faultOf(archive, error.kind) : error
  }
}

async function* unpack(entry: ZipEntry, file: string): AsyncGenerator<Buffer> {
  try {
    yield* entry.read()
  } catch (error) {
    throw error instanceof ZipFault ? faultOf(file, error.kind) : error
  }
}

function faultOf(file: string, kind: ZipFault['kind']): MoveFault {
  return new MoveFault(file, null, {
    name: kind === 'damaged' ? 'move_zip_damaged' : 'move_zip_large',
  })
}
