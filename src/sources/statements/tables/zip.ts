import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { StatementFault } from '#/sources/statements/fault.ts'

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
 * Opens a ZIP file. Nothing is unpacked before a part is asked for, and then no more than the file declares and the limits
 * allow, so a bomb is refused before it grows. Throws StatementFault.
 */
export async function openParts(bytes: Buffer): Promise<Parts> {
  const zip = await open(bytes)
  const entries = await listEntries(zip)
  let unpacked = 0
  return {
    has: (name) => entries.has(name.toLowerCase()),
    read: async function* (name) {
      const entry = entries.get(name.toLowerCase())
      if (!entry) throw unreadable()
      if (entry.isEncrypted()) throw new StatementFault(null, { name: 'password_protected' })
      const { compressedSize, uncompressedSize } = entry
      unpacked += uncompressedSize
      const isBomb = uncompressedSize > SMALL && uncompressedSize > compressedSize * RATIO_MAX
      if (unpacked > UNPACKED_MAX || isBomb) {
        throw new StatementFault(null, { name: 'unpacks_too_large' })
      }
      try {
        // The stream fails if the part is larger than declared.
        let sum = 0
        for await (const chunk of (await openEntry(zip, entry)) as AsyncIterable<Buffer>) {
          sum = crc32(chunk, sum)
          yield chunk
        }
        if (sum !== entry.crc32) throw unreadable()
      } catch (error) {
        throw error instanceof StatementFault ? error : unreadable()
      }
    },
  }
}

function unreadable(): StatementFault {
  return new StatementFault(null, { name: 'workbook_damaged' })
}

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true, decodeStrings: false }, (error, zip) => {
      if (error) reject(unreadable())
      else resolve(zip)
    })
  })
}

/** Lists the parts by their names in lower case; of two with one name the first counts. */
function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    zip.on('error', () => reject(unreadable()))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      const name = Buffer.from(entry.fileNameRaw).toString('utf8')
      const key = name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
      if (!entries.has(key)) entries.set(key, entry)
      if (entries.size > ENTRIES_MAX)
        reject(new StatementFault(null, { name: 'unpacks_too_large' }))
      else zip.readEntry()
    })
    zip.readEntry()
  })
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(error)
      else resolve(stream)
    })
  })
}
