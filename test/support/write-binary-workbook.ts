/** A value of a cell: a text, a number, a day, or a formula with its value. */
export type BinaryValue =
  | null
  | string
  | number
  | boolean
  | { readonly day: string }
  | { readonly formula: number | string }

export type BinarySheet = {
  readonly name: string
  readonly rows: readonly (readonly BinaryValue[])[]
  readonly isHidden?: boolean
}

export type BinaryTraits = {
  readonly is1904?: boolean
  /** Numbers as compact integers, where they are whole hundredths. */
  readonly compact?: boolean
  /** The longest record, so that the list of texts goes on in others. */
  readonly recordMax?: number
  readonly wide?: boolean
  readonly isLocked?: boolean
  readonly version?: number
}

const record = (kind: number, ...parts: readonly Buffer[]) => {
  const data = Buffer.concat(parts)
  const head = Buffer.alloc(4)
  head.writeUInt16LE(kind, 0)
  head.writeUInt16LE(data.length, 2)
  return Buffer.concat([head, data])
}
const u16 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => bytes.writeUInt16LE(value, index * 2))
  return bytes
}
const u32 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32LE(value >>> 0, index * 4))
  return bytes
}
const double = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

/** Writes a binary workbook of Excel 97 to 2003, with what banks’ programs put into it. */
// oxlint-disable-next-line max-lines-per-function -- the records of one file
export function writeBinaryWorkbook(
  sheets: readonly BinarySheet[],
  {
    is1904 = false,
    compact = false,
    recordMax = 8224,
    wide = true,
    isLocked = false,
    version = 0x600,
  }: BinaryTraits = {},
): Buffer {
  const texts: string[] = []
  const indexOf = (text: string) => {
    if (!texts.includes(text)) texts.push(text)
    return texts.indexOf(text)
  }
  const dayNumber = (day: string) =>
    (Date.parse(day) - Date.parse(is1904 ? '1904-01-01' : '1899-12-30')) / 86_400_000
  const cell = (value: BinaryValue, row: number, column: number): Buffer[] => {
    const at = (style: number) => u16(row, column, style)
    if (value === null) return []
    if (typeof value === 'string') return [record(0xfd, at(0), u32(indexOf(value)))]
    if (typeof value === 'boolean') return [record(0x205, at(0), Buffer.from([Number(value), 0]))]
    if (typeof value === 'number') {
      const hundredths = Math.round(value * 100)
      return compact
        ? [record(0x27e, at(0), u32((hundredths << 2) | 3))]
        : [record(0x203, at(0), double(value))]
    }
    if ('day' in value) return [record(0x203, at(1), double(dayNumber(value.day)))]
    const tail = Buffer.alloc(8)
    if (typeof value.formula === 'number') return [record(0x06, at(0), double(value.formula), tail)]
    const mark = Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff])
    const text = Buffer.concat([
      u16(value.formula.length),
      Buffer.from([1]),
      Buffer.from(value.formula, 'utf16le'),
    ])
    return [record(0x06, at(0), mark, tail), record(0x207, text)]
  }
  const begin = (kind: number) => record(0x809, u16(version, kind, 0, 0), u32(0, 0))
  const end = record(0x0a)
  const bodies = sheets.map(({ rows }) =>
    Buffer.concat([
      begin(0x10),
      ...rows.flatMap((cells, row) => cells.flatMap((value, column) => cell(value, row, column))),
      end,
    ]),
  )
  const strings = writeStrings(texts, { recordMax, wide })
  const entry = ({ name, isHidden = false }: BinarySheet, at: number) =>
    record(
      0x85,
      u32(at),
      Buffer.from([Number(isHidden), 0, name.length, 1]),
      Buffer.from(name, 'utf16le'),
    )
  const globals = (offsets: readonly number[]) =>
    Buffer.concat([
      begin(5),
      ...(isLocked ? [record(0x2f, u16(1, 1))] : []),
      record(0x22, u16(Number(is1904))),
      record(0xe0, u16(0, 0), Buffer.alloc(16)),
      record(0xe0, u16(0, 14), Buffer.alloc(16)),
      ...sheets.map((sheet, index) => entry(sheet, offsets[index] ?? 0)),
      strings,
      end,
    ])
  const front = globals([]).length
  const offsets = bodies.map(
    (_, index) => front + bodies.slice(0, index).reduce((sum, { length }) => sum + length, 0),
  )
  return compoundFileOf('Workbook', Buffer.concat([globals(offsets), ...bodies]))
}

/** Writes the shared texts, divided wherever a record is full. */
function writeStrings(
  texts: readonly string[],
  { recordMax, wide }: { recordMax: number; wide: boolean },
): Buffer {
  const parts: Buffer[][] = [[u32(texts.length, texts.length)]]
  let room = recordMax - 8
  const next = () => {
    parts.push([])
    room = recordMax
  }
  for (const text of texts) {
    if (room < 3) next()
    const flag = Buffer.from([Number(wide)])
    parts.at(-1)!.push(u16(text.length), flag)
    room -= 3
    let at = 0
    while (at < text.length) {
      const width = wide ? 2 : 1
      const taken = Math.min(text.length - at, Math.floor(room / width))
      parts.at(-1)!.push(Buffer.from(text.slice(at, at + taken), wide ? 'utf16le' : 'latin1'))
      room -= taken * width
      at += taken
      if (at === text.length) break
      next()
      parts.at(-1)!.push(flag)
      room -= 1
    }
  }
  return Buffer.concat(parts.map((part, index) => record(index === 0 ? 0xfc : 0x3c, ...part)))
}

const SECTOR = 512
const CHAIN_END = 0xffff_fffe

/** Writes an OLE2 compound file with one stream. */
export function compoundFileOf(name: string, content: Buffer): Buffer {
  const stream = Buffer.concat([content, Buffer.alloc(Math.max(0, 4096 - content.length))])
  const streamSectors = Math.ceil(stream.length / SECTOR)
  let tables = 1
  while (tables * 128 < streamSectors + tables + 1) tables += 1
  const directoryAt = tables
  const streamAt = tables + 1
  const table = Buffer.alloc(tables * SECTOR, 0xff)
  for (let at = 0; at < tables; at += 1) table.writeUInt32LE(0xffff_fffd, at * 4)
  table.writeUInt32LE(CHAIN_END, directoryAt * 4)
  for (let at = 0; at < streamSectors; at += 1) {
    table.writeUInt32LE(
      at === streamSectors - 1 ? CHAIN_END : streamAt + at + 1,
      (streamAt + at) * 4,
    )
  }
  const entry = (of: string, kind: number, [start, size]: readonly [number, number]) => {
    const bytes = Buffer.alloc(128)
    bytes.write(of, 'utf16le')
    bytes.writeUInt16LE((of.length + 1) * 2, 64)
    bytes[66] = kind
    bytes.fill(0xff, 68, 80)
    bytes.writeUInt32LE(start, 116)
    bytes.writeUInt32LE(size, 120)
    return bytes
  }
  const directory = Buffer.concat([
    entry('Root Entry', 5, [CHAIN_END, 0]),
    entry(name, 2, [streamAt, stream.length]),
    Buffer.alloc(256),
  ])
  const header = Buffer.alloc(512, 0xff)
  header.fill(0, 0, 76)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(tables, 44)
  header.writeUInt32LE(directoryAt, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(CHAIN_END, 60)
  header.writeUInt32LE(CHAIN_END, 68)
  for (let at = 0; at < tables; at += 1) header.writeUInt32LE(at, 76 + at * 4)
  const padded = Buffer.concat([stream, Buffer.alloc(streamSectors * SECTOR - stream.length)])
  return Buffer.concat([header, table, directory, padded])
}
