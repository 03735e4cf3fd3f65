import { StatementFault } from '#/sources/statements/fault.ts'
import type { Token } from '#/sources/statements/markup/markup.ts'
import { dateOf, isoDate, numberText, type Shown, timeText } from './cells.ts'
import { createDatedColumns } from './dated-columns.ts'
import { fillMerged, type Merge } from './merged.ts'
import { type Budget, type Cell, EMPTY, packRow, type Table } from './table.ts'
import { attribute, decodeEscapes, readPart } from './xml-part.ts'
import type { Parts } from './parts.ts'

/** The parts that all sheets of a workbook share. */
export type Shared = {
  readonly strings: readonly string[]
  /** How each style shows numbers. */
  readonly styles: readonly Shown[]
  readonly is1904: boolean
}

type SheetPart = {
  readonly parts: Parts
  readonly name: string
  readonly part: string
  readonly shared: Shared
  readonly budget: Budget
}

const MERGES_MAX = 10_000
const ROWS_MAX = 1_048_576
const COLUMNS_MAX = 16_384

/** Reads one sheet. Cells without a position follow the one before. */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export async function readSheet({ parts, name, part, shared, budget }: SheetPart): Promise<Table> {
  const rows: { readonly line: number; readonly packed: string }[] = []
  const merges: Merge[] = []
  const dated = createDatedColumns(shared.is1904)
  let line = 0
  let cells: Cell[] = []
  let cell: { at: number; type: string; style: number } | null = null
  let value = ''
  let column = 0
  let inValue = false
  let hasFormula = false
  let inReading = false
  let isEnded = false

  const opens = ({ name: tag, attributes }: Token & { kind: 'open' }) => {
    if (tag === 'row') {
      const written = Number(attribute(attributes, 'r') ?? 0)
      line = written > line ? written : line + 1
      if (line > ROWS_MAX) throw new StatementFault(null, { name: 'unpacks_too_large' })
      cells = []
      column = 0
    } else if (tag === 'c') {
      const at = columnIn(attribute(attributes, 'r') ?? '')
      const place = at ?? column
      if (place >= COLUMNS_MAX) throw new StatementFault(line, { name: 'too_many_columns' })
      column = place + 1
      const style = Number(attribute(attributes, 's') ?? 0)
      cell = { at: place, type: attribute(attributes, 't') ?? 'n', style }
      value = ''
      hasFormula = false
    } else if (tag === 'f') hasFormula = true
    else if (tag === 'v' || tag === 't') inValue = cell !== null
    else if (tag === 'rPh') inReading = true
    else if (tag === 'mergeCell' && merges.length < MERGES_MAX) {
      const merge = mergeIn(attribute(attributes, 'ref') ?? '')
      if (merge) merges.push(merge)
    }
  }
  const closes = (tag: string) => {
    if (tag === 'v' || tag === 't') inValue = false
    else if (tag === 'rPh') inReading = false
    else if (tag === 'c' && cell) {
      const read = readCell(cell, value, shared)
      if (read.text !== '') cells[cell.at] = dated.read(cell.at, read)
      // A formula is not worked out. Without its value, the cell is neither empty nor an amount.
      else if (hasFormula && cell.type === 'n') cells[cell.at] = { kind: 'text', text: '=?' }
      cell = null
    } else if (tag === 'row') {
      const row = packRow(
        line,
        Array.from(cells, (one) => one ?? EMPTY),
        budget,
      )
      if (row) rows.push(row)
    } else if (tag === 'sheetData' || tag === 'worksheet') isEnded = tag === 'worksheet'
  }
  await readPart(parts, part, (token) => {
    if (token.kind === 'open') opens(token)
    else if (token.kind === 'close') closes(token.name)
    else if (inValue && !inReading) value += token.text
  })
  if (!isEnded) throw new StatementFault(null, { name: 'breaks_off' })
  return { name, rows: fillMerged(rows, merges) }

  function readCell(
    { type, style }: { readonly type: string; readonly style: number },
    written: string,
    { strings, styles, is1904 }: Shared,
  ): Cell {
    if (type === 's') return { kind: 'text', text: strings[Number(written)] ?? '' }
    if (type === 'inlineStr' || type === 'str')
      return { kind: 'text', text: decodeEscapes(written) }
    if (type === 'b') return { kind: 'text', text: written.trim() === '1' ? 'TRUE' : 'FALSE' }
    // An error such as #N/A is not a value.
    if (type === 'e' || written.trim() === '') return EMPTY
    if (type === 'd') return isoDate(written.trim()) ?? { kind: 'text', text: written.trim() }
    return readNumber(written.trim(), styles[style] ?? 'general', is1904)
  }
}

function readNumber(written: string, shown: Shown, is1904: boolean): Cell {
  const number = Number(written)
  if (!Number.isFinite(number)) return { kind: 'text', text: written }
  if (shown === 'date') {
    const date = dateOf(number, is1904)
    if (date) return date
  }
  if (shown === 'time') {
    return (number >= 1 ? dateOf(number, is1904) : null) ?? { kind: 'text', text: timeText(number) }
  }
  return { kind: 'number', text: numberText(written) }
}

/** Reads the column of `AB12`, from 0; null without one. */
function columnIn(place: string): number | null {
  const letters = /^([A-Z]{1,3})\d*$/.exec(place)?.[1]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64)
  return column - 1
}

/** Reads `A5:B9`; null for cells of one row, whose value stands in the first of them alone. */
function mergeIn(place: string): Merge | null {
  const found = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(place)
  if (!found) return null
  const [first, last] = [Number(found[2]), Number(found[3])]
  return last > first ? { column: columnIn(found[1]!)!, first, last } : null
}
