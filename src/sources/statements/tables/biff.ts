import { StatementFault } from '#/sources/statements/fault.ts'
import { dateOf, numberText, type Shown, shownBy, shownByNumber, timeText } from './cells.ts'
import { openCompoundFile } from './compound-file.ts'
import { createDatedColumns } from './dated-columns.ts'
import { createSharedStrings, readBiffText } from './biff-texts.ts'
import { fillMerged, type Merge } from './merged.ts'
import { type Budget, type Cell, createBudget, EMPTY, packRow, type Table } from './table.ts'
import type { Sheet } from './xlsx.ts'

/** The records of BIFF8 that are read; all others are skipped. */
const kinds = {
  formula: 0x06,
  end: 0x0a,
  date1904: 0x22,
  locked: 0x2f,
  continue: 0x3c,
  sheet: 0x85,
  mulRk: 0xbd,
  merged: 0xe5,
  xf: 0xe0,
  strings: 0xfc,
  labelShared: 0xfd,
  number: 0x203,
  label: 0x204,
  boolean: 0x205,
  text: 0x207,
  rk: 0x27e,
  format: 0x41e,
  begin: 0x809,
} as const

type BiffRecord = { readonly kind: number; readonly data: Buffer; readonly at: number }

/** The parts that all sheets of a workbook share. */
type Shared = {
  readonly strings: readonly string[]
  readonly styles: readonly Shown[]
  readonly is1904: boolean
}

const ROWS_MAX = 65_536
const COLUMNS_MAX = 256

/**
 * Opens a binary workbook of Excel 97 to 2003 (BIFF8). Formulas count by the value that was stored with them, macros are
 * not looked at. Throws StatementFault for a workbook with a password, and for older ones.
 */
export function openBinaryWorkbook(bytes: Buffer): readonly Sheet[] {
  return guarded(() => openSheets(bytes))
}

/** A number that lies behind the end of its record is damage, not a fault of ours. */
function guarded<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof RangeError ? damaged() : error
  }
}

function openSheets(bytes: Buffer): readonly Sheet[] {
  const streams = openCompoundFile(bytes)
  if (streams.has('encryptedpackage'))
    throw new StatementFault(null, { name: 'password_protected' })
  const stream = streams.get('workbook')?.()
  if (!stream) {
    throw new StatementFault(null, { name: streams.has('book') ? 'legacy_workbook' : 'other_kind' })
  }
  const { sheets, shared } = readGlobals(stream)
  if (sheets.length === 0) throw damaged()
  const budget = createBudget()
  const ordered = [
    ...sheets.filter((one) => !one.isHidden),
    ...sheets.filter((one) => one.isHidden),
  ]
  return ordered.map(({ name, at }) => ({
    name,
    read: async () => guarded(() => readSheet(stream, at, { name, shared, budget })),
  }))
}

/** Yields records until the one that ends the part. */
function* recordsFrom(stream: Buffer, from: number): Generator<BiffRecord> {
  let at = from
  let depth = 0
  while (at + 4 <= stream.length) {
    const [kind, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)]
    if (at + 4 + length > stream.length) throw damaged()
    // Charts in a sheet are parts inside the part.
    if (kind === kinds.begin) depth += 1
    else if (kind === kinds.end) depth -= 1
    if (depth <= 1) yield { kind, data: stream.subarray(at + 4, at + 4 + length), at }
    if (depth === 0) return
    at += 4 + length
  }
  throw new StatementFault(null, { name: 'breaks_off' })
}

type SheetEntry = { readonly name: string; readonly at: number; readonly isHidden: boolean }

function readGlobals(stream: Buffer): { readonly sheets: SheetEntry[]; readonly shared: Shared } {
  const sheets: SheetEntry[] = []
  const codes = new Map<number, Shown>()
  const formats: number[] = []
  const strings = createSharedStrings()
  let is1904 = false
  let isOpen = false
  for (const { kind, data } of recordsFrom(stream, 0)) {
    if (kind === kinds.begin && data.readUInt16LE(0) !== 0x600) {
      throw new StatementFault(null, { name: 'legacy_workbook' })
    }
    if (kind === kinds.locked) throw new StatementFault(null, { name: 'password_protected' })
    if (kind === kinds.continue && isOpen) strings.more(data)
    else isOpen = kind === kinds.strings
    if (kind === kinds.strings) strings.begin(data)
    else if (kind === kinds.date1904) is1904 = data.readUInt16LE(0) === 1
    else if (kind === kinds.format) {
      codes.set(data.readUInt16LE(0), shownBy(readBiffText(data, 2, 2)))
    } else if (kind === kinds.xf) formats.push(data.readUInt16LE(2))
    else if (kind === kinds.sheet && data[5] === 0) {
      sheets.push({
        name: readBiffText(data, 6, 1),
        at: data.readUInt32LE(0),
        isHidden: data[4] !== 0,
      })
    }
  }
  const styles = formats.map((id) => codes.get(id) ?? shownByNumber(id))
  return { sheets, shared: { strings: strings.end(), styles, is1904 } }
}

function readSheet(
  stream: Buffer,
  from: number,
  { name, shared, budget }: { name: string; shared: Shared; budget: Budget },
): Table {
  const rows = new Map<number, Cell[]>()
  /** The cell of a formula whose value is a text, which stands in the next record. */
  let waiting: { readonly row: number; readonly column: number } | null = null
  const merges: Merge[] = []
  const dated = createDatedColumns(shared.is1904)
  const put = (row: number, column: number, cell: Cell) => {
    if (row >= ROWS_MAX || column >= COLUMNS_MAX) throw damaged()
    const cells = rows.get(row) ?? []
    rows.set(row, cells)
    cells[column] = dated.read(column, cell)
  }
  for (const { kind, data } of recordsFrom(stream, from)) {
    if (kind === kinds.merged) {
      for (let at = 2; at + 8 <= data.length; at += 8) {
        const [first, last] = [data.readUInt16LE(at) + 1, data.readUInt16LE(at + 2) + 1]
        if (last > first) merges.push({ column: data.readUInt16LE(at + 4), first, last })
      }
      continue
    }
    if (data.length < 6 && kind !== kinds.text) continue
    const [row, column] = data.length < 6 ? [0, 0] : [data.readUInt16LE(0), data.readUInt16LE(2)]
    const style = data.length < 6 ? 0 : data.readUInt16LE(4)
    const number = (value: number, of: number) => shownNumber(value, shared.styles[of], shared)
    if (kind === kinds.labelShared) {
      put(row, column, { kind: 'text', text: shared.strings[data.readUInt32LE(6)] ?? '' })
    } else if (kind === kinds.label)
      put(row, column, { kind: 'text', text: readBiffText(data, 6, 2) })
    else if (kind === kinds.number) put(row, column, number(data.readDoubleLE(6), style))
    else if (kind === kinds.rk) put(row, column, number(rkAt(data, 6), style))
    else if (kind === kinds.mulRk) {
      for (let index = 0; 4 + index * 6 + 6 <= data.length - 2; index += 1) {
        const at = 4 + index * 6
        put(row, column + index, number(rkAt(data, at + 2), data.readUInt16LE(at)))
      }
    } else if (kind === kinds.boolean && data[7] === 0) {
      put(row, column, { kind: 'text', text: data[6] === 1 ? 'TRUE' : 'FALSE' })
    } else if (kind === kinds.formula) {
      waiting = data.readUInt16LE(12) === 0xffff && data[6] === 0 ? { row, column } : null
      if (data.readUInt16LE(12) !== 0xffff) put(row, column, number(data.readDoubleLE(6), style))
    } else if (kind === kinds.text && waiting) {
      put(waiting.row, waiting.column, { kind: 'text', text: readBiffText(data, 0, 2) })
      waiting = null
    }
  }
  const packed = [...rows]
    .toSorted(([a], [b]) => a - b)
    .flatMap(
      ([row, cells]) =>
        packRow(
          row + 1,
          Array.from(cells, (cell) => cell ?? EMPTY),
          budget,
        ) ?? [],
    )
  return { name, rows: fillMerged(packed, merges) }
}

function shownNumber(value: number, shown: Shown = 'general', { is1904 }: Shared): Cell {
  const text = numberText(String(value))
  if (shown === 'date') return dateOf(value, is1904) ?? { kind: 'number', text }
  if (shown !== 'time') return { kind: 'number', text }
  return (value >= 1 ? dateOf(value, is1904) : null) ?? { kind: 'text', text: timeText(value) }
}

/** Reads a number of 30 bits: an integer or the front of a double, perhaps in hundredths. */
function rkAt(data: Buffer, at: number): number {
  const raw = data.readInt32LE(at)
  const isInteger = (raw & 2) !== 0
  const double = Buffer.alloc(8)
  double.writeInt32LE(raw & ~3, 4)
  const value = isInteger ? raw >> 2 : double.readDoubleLE(0)
  return (raw & 1) !== 0 ? value / 100 : value
}

function damaged(): StatementFault {
  return new StatementFault(null, { name: 'workbook_damaged' })
}
