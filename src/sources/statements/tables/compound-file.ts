import { StatementFault } from '#/sources/statements/fault.ts'

/** The streams in an OLE2 compound file, by their names. */
export type Streams = ReadonlyMap<string, () => Buffer>

const END = 0xffff_fffe
const HEADER = 512
const ENTRY = 128

/**
 * Opens an OLE2 compound file, the container of Excel 97 to 2003: a small file system of sectors in chains. Chains that
 * lead out of the file or in circles are refused. Throws StatementFault.
 */
export function openCompoundFile(bytes: Buffer): Streams {
  if (bytes.length < HEADER) throw damaged()
  const sectorSize = 1 << within(bytes.readUInt16LE(30), 7, 12)
  const miniSize = 1 << within(bytes.readUInt16LE(32), 4, 9)
  const sectors = Math.ceil((bytes.length - HEADER) / sectorSize)
  const sector = (at: number) => {
    const from = HEADER + at * sectorSize
    if (at >= sectors || from >= bytes.length) throw damaged()
    return bytes.subarray(from, from + sectorSize)
  }
  const table = allocationOf(bytes, { sector, sectors, sectorSize })
  const chain = (start: number, next: readonly number[], limit: number) => {
    const found: number[] = []
    for (let at = start; at < END; at = next[at] ?? END) {
      found.push(at)
      if (found.length > limit) throw damaged()
    }
    return found
  }
  const read = (start: number) => Buffer.concat(chain(start, table, sectors).map(sector))
  const directory = read(bytes.readUInt32LE(48))
  const entries = Array.from({ length: Math.floor(directory.length / ENTRY) }, (_, index) =>
    directory.subarray(index * ENTRY, (index + 1) * ENTRY),
  )
  const cutoff = bytes.readUInt32LE(56)
  const root = entries.find((entry) => entry[66] === 5)
  const mini = root ? read(root.readUInt32LE(116)) : Buffer.alloc(0)
  const miniTable = numbersIn(read(bytes.readUInt32LE(60)))
  const streams = new Map<string, () => Buffer>()
  for (const entry of entries) {
    if (entry[66] !== 2) continue
    const name = entry.toString('utf16le', 0, Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2))
    const [start, size] = [entry.readUInt32LE(116), entry.readUInt32LE(120)]
    streams.set(name.toLowerCase(), () => {
      if (size >= cutoff) return read(start).subarray(0, size)
      const parts = chain(start, miniTable, mini.length / miniSize + 1)
      return Buffer.concat(
        parts.map((at) => mini.subarray(at * miniSize, (at + 1) * miniSize)),
      ).subarray(0, size)
    })
  }
  return streams
}

type Sectors = {
  readonly sector: (at: number) => Buffer
  readonly sectors: number
  readonly sectorSize: number
}

/** Reads which sector follows which. The sectors that say so are listed in the header, and in a chain of their own. */
function allocationOf(bytes: Buffer, { sector, sectors, sectorSize }: Sectors): readonly number[] {
  const listed = numbersIn(bytes.subarray(76, HEADER))
  let more = bytes.readUInt32LE(68)
  for (let times = 0; more < END; times += 1) {
    if (times > sectors) throw damaged()
    const numbers = numbersIn(sector(more))
    listed.push(...numbers.slice(0, sectorSize / 4 - 1))
    more = numbers[sectorSize / 4 - 1] ?? END
  }
  return listed.filter((at) => at < END).flatMap((at) => numbersIn(sector(at)))
}

function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(at * 4))
}

function within(shift: number, least: number, most: number): number {
  if (shift < least || shift > most) throw damaged()
  return shift
}

function damaged(): StatementFault {
  return new StatementFault(null, { name: 'workbook_damaged' })
}
