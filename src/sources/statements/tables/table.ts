import type { CsvRecord } from '#/sources/statements/csv/records.ts'
import type { DecimalSign } from '#/sources/statements/csv/amounts.ts'
import type { DateOrder } from '#/sources/statements/csv/dates.ts'
import { StatementFault } from '#/sources/statements/fault.ts'

/** A cell, whose kind says how it may be written. Dates are days, numbers have a point and no grouping. */
export type Cell = { readonly kind: 'text' | 'date' | 'number'; readonly text: string }

/** One table of a file: a sheet, or a table of a page. */
export type Table = {
  readonly name: string
  readonly rows: readonly Row[]
}

/** A row with something in it. Its cells are one packed text, because a hundred thousand rows are in memory at once. */
type Row = { readonly line: number; readonly packed: string }

/** How dates and numbers of a table are written beside dates and numbers that are texts already. */
export type Notation = { readonly dateOrder: DateOrder; readonly decimal: DecimalSign }

export const PLAIN: Notation = { dateOrder: 'ymd', decimal: '.' }

const CELLS_MAX = 3_000_000
const CHARACTERS_MAX = 64 * 1024 * 1024
const COLUMNS_MAX = 1000
const CELL_MAX = 32_767

const BETWEEN = '\u001f'
const marks = { text: '', date: '\u0001', number: '\u0002' } as const
/** The characters that packed rows are made of, and others that no statement means. */
// oxlint-disable-next-line no-control-regex -- control characters are the point
const controls = /[\u0000-\u001f\u007f]+/g

/** Limits what all tables of a file hold together, so that a bomb meets the limit instead of filling the memory. */
export function createBudget() {
  let cells = 0
  let characters = 0
  return (row: readonly Cell[], line: number) => {
    cells += row.length
    for (const { text } of row) characters += text.length
    if (row.length > COLUMNS_MAX) throw new StatementFault(line, { name: 'too_many_columns' })
    if (cells > CELLS_MAX || characters > CHARACTERS_MAX) {
      throw new StatementFault(line, { name: 'unpacks_too_large' })
    }
  }
}

export type Budget = ReturnType<typeof createBudget>

/** Packs a row; null for one without anything in it. Empty cells behind the last one with text go. */
export function packRow(line: number, cells: readonly Cell[], budget: Budget): Row | null {
  let length = cells.length
  while (length > 0 && (cells[length - 1]?.text ?? '').trim() === '') length -= 1
  if (length === 0) return null
  const kept = Array.from({ length }, (_, index) => cells[index] ?? EMPTY)
  budget(kept, line)
  const packed = kept
    .map(({ kind, text }) => marks[kind] + text.slice(0, CELL_MAX).replaceAll(controls, ' '))
    .join(BETWEEN)
  return { line, packed }
}

export const EMPTY: Cell = { kind: 'text', text: '' }

export function unpackRow({ packed }: Row): Cell[] {
  return packed.split(BETWEEN).map((written): Cell => {
    if (written.startsWith(marks.date)) return { kind: 'date', text: written.slice(1) }
    if (written.startsWith(marks.number)) return { kind: 'number', text: written.slice(1) }
    return { kind: 'text', text: written }
  })
}

/** Gives the rows of a table as records of texts, as CSV does. The line of a record is the number of its row. */
export function* recordsOf({ rows }: Table, notation: Notation): Generator<CsvRecord> {
  for (const row of rows) {
    const cells = unpackRow(row).map((cell) => written(cell, notation))
    yield { line: row.line, cells, lines: cells.map(() => row.line) }
  }
}

function written({ kind, text }: Cell, { dateOrder, decimal }: Notation): string {
  if (kind === 'number') return decimal === '.' ? text : text.replace('.', ',')
  if (kind === 'text' || dateOrder === 'ymd') return text
  const [year, month, day] = text.split('-')
  return dateOrder === 'dmy' ? `${day}.${month}.${year}` : `${month}/${day}/${year}`
}
