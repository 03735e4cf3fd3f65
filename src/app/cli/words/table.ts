import { aligned, type AlignedCell, GAP_WIDTH, shortened, widthsOf } from './columns.ts'
import { csvText } from './csv-text.ts'
import { fullMoneyText } from './money-text.ts'
import { printableLine } from './printable.ts'
import type { Invocation, Output } from '#/app/cli/parsing/command.ts'

export type CellValue = string | number | boolean | null | undefined

/** A column of a list that a command prints. */
export type Column<Row> = {
  /** The header in CSV, which never changes; the table writes it in capitals. */
  readonly name: string
  readonly of: (row: Row) => CellValue
  /** The currency, if the values are amounts in cents. */
  readonly currency?: (row: Row) => string
  /** Shorter words for the table, if the name is long. */
  readonly heading?: string
  /** Only with `--long` and in CSV. */
  readonly isExtra?: boolean
}

export type List<Row> = {
  readonly json: unknown
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  /** The sentence for a list without entries. */
  readonly empty: string
}

type Printing = Pick<Invocation, 'options'> & Partial<Pick<Invocation, 'width'>>

/** Prints a list: as a table with a heading, or as CSV. */
export function listed<Row>(printing: Printing, { json, empty, rows, columns }: List<Row>) {
  const isLong = printing.options['long'] === true
  const shown = columns.filter((column) => isLong || column.isExtra !== true)
  const output: NonNullable<Output> = {
    json,
    text: rows.length === 0 ? empty : tableText(shown, rows, isLong ? undefined : printing.width),
    ...(printing.options['csv'] === true && { csv: csvText(columns, rows) }),
  }
  return output
}

/**
 * Writes rows below a heading. Where a terminal is too narrow, the widest texts are shortened, then the ids are left out;
 * amounts and days never are.
 */
export function tableText<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width?: number,
): string {
  const cells = rows.map((row) => columns.map((column) => cellOf(column, row)))
  const headings = columns.map(({ name, heading = name }, at) => ({
    text: heading.replaceAll(/[_.]/g, ' ').toUpperCase(),
    isRight: cells[0]?.[at]?.isRight ?? false,
  }))
  const all = [headings, ...cells]
  if (width === undefined) return aligned(all)
  const widths = fitted(all, width)
  const withoutIds = columns.filter(({ name }) => !/(?:^|[_.])id$/.test(name))
  if (sumOf(widths) > width && withoutIds.length > 0 && withoutIds.length < columns.length) {
    return `${tableText(withoutIds, rows, width)}\n${shortened(NO_IDS, width)}`
  }
  return aligned(all, widths)
    .split('\n')
    .map((line) => shortened(line, width))
    .join('\n')
}

const NO_IDS = 'The ids need a wider terminal, or --long.'

/** The columns of a terminal that a line takes. */
function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each + GAP_WIDTH, -GAP_WIDTH)
}

/** Columns that a text keeps before others are shortened. */
const TEXT_MIN = 8

/** Takes the missing columns from the widest texts, one at a time. */
function fitted(rows: readonly (readonly AlignedCell[])[], width: number): readonly number[] {
  const widths = [...widthsOf(rows)]
  const isText = widths.map((_, column) =>
    rows.slice(1).every((row) => !row[column]!.isRight && !fixed.test(row[column]!.text)),
  )
  let over = sumOf(widths) - width
  while (over > 0) {
    const [widest] = widths
      .map((each, column) => [each, column] as const)
      .filter(([each, column]) => isText[column] && each > TEXT_MIN)
      .toSorted(([a], [b]) => b - a)
    if (!widest) break
    widths[widest[1]]! -= 1
    over -= 1
  }
  return widths
}

/** Ids, days and moments. */
const fixed = /^(?:[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}|\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}Z)?)$/

function cellOf<Row>({ of, currency }: Column<Row>, row: Row): AlignedCell {
  const value = of(row)
  if (value === null || value === undefined || value === '')
    return { text: '-', isRight: currency !== undefined }
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no' }
  if (typeof value === 'string') return { text: momentText(printableLine(value)) }
  const text = currency ? fullMoneyText(value, currency(row)) : String(value)
  return { text, isRight: true }
}

/** Writes a moment to the minute: `2026-11-20 09:00Z`. */
function momentText(text: string): string {
  return text.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})[\d:.]*Z$/, '$1 $2Z')
}
