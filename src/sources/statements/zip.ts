import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'

/** A file inside a ZIP archive. Nothing is unpacked before it is read. */
export type ZipEntry = {
  /** The name is only a label: nothing is ever written to it. */
  readonly name: string
  readonly isEncrypted: boolean
  readonly packedBytes: number
  /** The size as declared. Reading fails if the content has another one. */
  readonly bytes: number
  /** Throws ZipFault if the content is damaged or does not have the declared size. */
  readonly read: () => AsyncGenerator<Buffer>
}

/** An archive cannot be read, or lists more files than allowed. */
export class ZipFault extends Error {
  override name = 'ZipFault'
  readonly kind: 'damaged' | 'too_many'

  constructor(kind: ZipFault['kind']) {
    super(kind)
    this.kind = kind
  }
}

/** Lists the files of an archive by its central directory. Throws ZipFault. */
export async function listZip(
  bytes: Buffer,
  { entriesMax }: { readonly entriesMax: number },
): Promise<ZipEntry[]> {
  const zip = await open(bytes)
  const entries = await listEntries(zip, entriesMax)
  return entries.map((entry) => ({
    name: Buffer.from(entry.fileNameRaw).toString('utf8'),
    isEncrypted: entry.isEncrypted(),
    packedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    read: () => read(zip, entry),
  }))
}

async function* read(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    // The stream fails if the file is larger than declared.
    let sum = 0
    for await (const chunk of (await openEntry(zip, entry)) as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum)
      yield chunk
    }
    if (sum === entry.crc32) return
  } catch {
    // The package says why in its own words.
  }
  throw new ZipFault('damaged')
}

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true, decodeStrings: false }, (error, zip) => {
      if (error) reject(new ZipFault('damaged'))
      else resolve(zip)
    })
  })
}

function listEntries(zip: ZipFile, entriesMax: number): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('error', () => reject(new ZipFault('damaged')))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      if (entries.length > entriesMax) reject(new ZipFault('too_many'))
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
