import { StatementFault } from '#/sources/statements/fault.ts'
import { listZip, type ZipEntry, ZipFault } from '#/sources/statements/zip.ts'

/** The parts of a workbook, unpacked one by one while they are read. */
export type Parts = {
  readonly has: (name: string) => boolean
  readonly read: (name: string) => AsyncIterable<Buffer>
}

const ENTRIES_MAX = 5000
/** All parts that are read, unpacked, in bytes. */
const UNPACKED_MAX = 256 * 1024 * 1024
/** Files that unpack to more than so many times their size are bombs; sheets reach about 40. */
const RATIO_MAX = 400
/** Below this size any ratio is harmless. */
const SMALL = 8 * 1024 * 1024

/**
 * Opens a workbook. Nothing is unpacked before a part is asked for, and then no more than the file declares and the limits
 * allow, so a bomb is refused before it grows. Throws StatementFault.
 */
export async function openParts(bytes: Buffer): Promise<Parts> {
  const entries = await listParts(bytes)
  let unpacked = 0
  return {
    has: (name) => entries.has(name.toLowerCase()),
    read: async function* (name) {
      const entry = entries.get(name.toLowerCase())
      if (!entry) throw faultOf('damaged')
      if (entry.isEncrypted) throw new StatementFault(null, { name: 'password_protected' })
      unpacked += entry.bytes
      const isBomb = entry.bytes > SMALL && entry.bytes > entry.packedBytes * RATIO_MAX
      if (unpacked > UNPACKED_MAX || isBomb) throw faultOf('too_many')
      try {
        yield* entry.read()
      } catch (error) {
        throw error instanceof ZipFault ? faultOf(error.kind) : error
      }
    },
  }
}

/** Lists the parts by their names in lower case; of two with one name the first counts. */
async function listParts(bytes: Buffer): Promise<ReadonlyMap<string, ZipEntry>> {
  try {
    const entries = await listZip(bytes, { entriesMax: ENTRIES_MAX })
    const keyOf = ({ name }: ZipEntry) =>
      name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
    return new Map(entries.toReversed().map((entry) => [keyOf(entry), entry]))
  } catch (error) {
    throw error instanceof ZipFault ? faultOf(error.kind) : error
  }
}

function faultOf(kind: ZipFault['kind']): StatementFault {
  return new StatementFault(null, {
    name: kind === 'damaged' ? 'workbook_damaged' : 'unpacks_too_large',
  })
}
