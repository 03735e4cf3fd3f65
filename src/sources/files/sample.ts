import { decimalSignIn, readCell } from '#/sources/statements/csv/amounts.ts'
import { type Columns, findColumns } from '#/sources/statements/csv/columns.ts'
import { dateOrders, readDate } from '#/sources/statements/csv/dates.ts'
import {
  type Delimiter,
  delimiters,
  type Layout,
  type Mapping,
  chosenColumns,
} from '#/sources/statements/csv/layout.ts'
import { usualOrder } from '#/sources/statements/csv/detecting/date-order.ts'
import { createCsvRecords } from '#/sources/statements/csv/records.ts'
import type { Encoding } from '#/sources/statements/encoding.ts'
import { decodeWhole } from '#/sources/statements/guess-encoding.ts'
import { guessLegacyEncoding } from '#/sources/statements/legacy-encoding.ts'
import { StatementFault } from '#/sources/statements/fault.ts'
import { sampleRecords } from '#/sources/statements/reading/read.ts'
import type { Source } from '#/sources/statements/reading/source.ts'

const RECORDS = 20
const CELLS_MAX = 50
const CELL_MAX = 200
const BYTES = 65_536

/** The beginning of a file split into cells, for a person who must choose the columns. */
export type Sample = {
  readonly encoding: Encoding
  readonly delimiter: Delimiter
  readonly records: readonly (readonly string[])[]
}

/** Splits the beginning of a file at the chosen delimiter, else at the one that gives the most cells. */
export async function sampleOf(
  source: Source,
  mapping: Mapping,
  currency: string,
): Promise<Sample> {
  const cells = await sampleRecords(source, mapping, RECORDS)
  if (cells !== null) return { encoding: 'utf-8', delimiter: ',', records: cells.map(shorten) }
  let head = Buffer.alloc(0)
  for await (const bytes of source()) {
    head = Buffer.from(bytes.subarray(0, BYTES))
    break
  }
  const encoding =
    mapping.encoding ??
    (decodeWhole(head, 'utf-8') === null ? guessLegacyEncoding(head, currency) : 'utf-8')
  const text = new TextDecoder(encoding).decode(head, { stream: true })
  const tried = mapping.delimiter ? [mapping.delimiter] : delimiters
  const splits = tried.map((delimiter) => ({ delimiter, records: recordsOf(text, delimiter) }))
  const size = ({ records }: (typeof splits)[number]) => {
    return records.reduce((sum, { length }) => sum + length, 0)
  }
  return { encoding, ...splits.toSorted((a, b) => size(b) - size(a))[0]! }
}

function shorten(cells: readonly string[]): string[] {
  return cells.slice(0, CELLS_MAX).map((cell) => cell.slice(0, CELL_MAX).toWellFormed())
}

function recordsOf(text: string, delimiter: Delimiter): string[][] {
  const records: string[][] = []
  const reader = createCsvRecords(delimiter, ({ cells }) => {
    if (records.length < RECORDS) records.push(shorten(cells))
  })
  try {
    reader.push(text)
    reader.end()
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error
  }
  return records
}

/** Guesses the layout of an unreadable file, as a start for a person who must choose it. Null without a header. */
export function guessLayout(
  { delimiter, records }: Sample,
  { mapping, currency }: { readonly mapping: Mapping; readonly currency: string },
): Layout | null {
  const found = records.findIndex((record) => findColumns(record) !== null)
  const columns = chosenColumns(mapping) ?? (found < 0 ? null : findColumns(records[found]!))
  if (!columns) return null
  const skipped = mapping.skipped ?? (mapping.columns ? 0 : found + 1)
  const shown = records
    .slice(skipped)
    .flatMap((cells) => moneyOf(columns).map((at) => (at === null ? '' : (cells[at] ?? ''))))
    .map((cell) => decimalSignIn(cell, currency))
    .find((sign) => sign !== null)
  return {
    delimiter,
    skipped,
    header: (skipped > 0 ? (records[skipped - 1] ?? []) : []).map((cell) => cell.trim()),
    columns,
    dateOrder: mapping.dateOrder ?? usualOrder(currency),
    decimal: mapping.decimal ?? shown ?? '.',
    isInverted: mapping.isInverted ?? false,
    debitSign: null,
  }
}

/** Reads one date and one amount in each possible way, preferring those whose readings differ most. */
export function examplesOf({ records }: Sample, layout: Layout | null, currency: string) {
  if (!layout) return { dates: [], decimals: [] }
  const { columns, skipped } = layout
  const below = records.slice(skipped)
  const written = (positions: readonly (number | null)[]) =>
    below
      .flatMap((cells) => positions.map((at) => (at === null ? '' : (cells[at] ?? '').trim())))
      .filter((cell) => /\d/.test(cell))
  const dates = written([columns.date]).map((text) =>
    dateOrders.map((order) => ({ order, text, day: readDate(text, order) })),
  )
  const decimals = written(moneyOf(columns)).map((text) =>
    ([',', '.'] as const).map((sign) => {
      const amount = readCell(text, sign, currency)
      return { sign, text, amount: typeof amount === 'number' ? amount : null }
    }),
  )
  const variety = (ways: readonly { day?: unknown; amount?: unknown }[]) =>
    new Set(ways.map(({ day, amount }) => day ?? amount)).size
  return {
    dates: dates.toSorted((a, b) => variety(b) - variety(a))[0] ?? [],
    decimals: decimals.toSorted((a, b) => variety(b) - variety(a))[0] ?? [],
  }
}

function moneyOf({ amount, debit, credit }: Columns) {
  return [amount, debit, credit]
}
