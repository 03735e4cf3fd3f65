import { plainLine } from '#/sources/provider/plain-text.ts'
import type { Cents } from '#/core/values/cents.ts'
import { readCell, sideIn } from './amounts.ts'
import { dateOrders, readDate } from './dates.ts'
import { isIncoming, type Layout, netAmount, isSummary } from './layout.ts'
import { createCsvRecords, type CsvRecord } from './records.ts'
import { MappingFault } from '#/sources/statements/fault.ts'
import { requireCurrency } from '#/sources/statements/require-currency.ts'
import { excerpt } from '#/sources/statements/plain-amount.ts'
import { createRunningBalance } from './running-balance.ts'
import type {
  ReaderOptions,
  StatementReader,
  StatementRow,
} from '#/sources/statements/statement.ts'

/**
 * Reads the rows of a CSV file by its layout. Records with neither a date nor an amount are skipped, and so are totals and
 * carried balances; any other record with only one of the two is a fault.
 */
export function createCsvReader(
  layout: Layout,
  options: ReaderOptions,
  emit: (row: StatementRow) => void,
): StatementReader {
  let seen = 0
  const running = createRunningBalance()
  const records = createCsvRecords(layout.delimiter, (record) => {
    seen += 1
    if (seen <= layout.skipped) return
    const balance = readBalance(record, layout, options)
    const row = readRecord(record, { layout, currency: options.currency, balance })
    if (!row) return
    if (row.amount !== null) emit({ ...row, amount: row.amount })
    running.push({ ...row, amount: row.amount ?? 0, balance })
  })
  return {
    push: records.push,
    end: () => {
      records.end()
      const { closing, gaps, missed } = running.end()
      if (closing) options.onBalance?.({ account: null, ...closing })
      if (missed > 0) options.onGaps?.(gaps, missed)
    },
  }
}

type RecordContext = {
  readonly layout: Layout
  readonly currency: string
  /** After the row; null if the row gives none. */
  readonly balance: Cents | null
}

/** Reads one record: a row, a balance of a day (which has no amount), or null for anything else. */
function readRecord(
  { line, cells, lines }: CsvRecord,
  { layout, currency, balance }: RecordContext,
): (Omit<StatementRow, 'amount'> & { readonly amount: Cents | null }) | null {
  const { columns, dateOrder } = layout
  if (isSummary(cells, columns)) return null
  const cell = (at: number | null) => (at === null ? '' : (cells[at] ?? '').trim())
  const written = cell(columns.date)
  const day = readDate(written, dateOrder)
  const lineOf = (at: number | null) => (at === null ? null : lines[at]) ?? line
  const amount = readMoney({ cell, lineOf }, { layout, currency })
  if (amount === null) {
    if (!dateOrders.some((order) => readDate(written, order) !== null)) return null
    if (balance === null) throw new MappingFault(line, { name: 'date_alone' })
  }
  if (written === '') throw new MappingFault(line, { name: 'amount_alone' })
  if (day === null) {
    const date = excerpt(written)
    throw new MappingFault(lineOf(columns.date), { name: 'no_such_date', date })
  }
  if (/^[A-Za-z]{3}$/.test(cell(columns.currency))) {
    requireCurrency(cell(columns.currency), currency, lineOf(columns.currency))
  }
  const merchant = plainLine(cell(columns.merchant), 200)
  const words = columns.description.map(cell).filter((text) => text !== '')
  const description = plainLine([...new Set(words)].join(' '), 500)
  return {
    line,
    account: null,
    reference: null,
    status: 'booked',
    amount,
    bookedOn: day,
    description: description || merchant,
    merchant: merchant || null,
    memo: null,
    mcc: null,
  }
}

/** Reads the balance after a row; null if it is missing or unreadable. */
function readBalance(
  { cells }: CsvRecord,
  { columns, decimal }: Layout,
  { currency }: ReaderOptions,
): Cents | null {
  if (columns.balance === null) return null
  const value = readCell((cells[columns.balance] ?? '').trim(), decimal, currency)
  return typeof value === 'number' ? value : null
}

/** The trimmed cells of a record, and the line on which each begins; missing cells have the record's line. */
type Cells = {
  readonly cell: (at: number | null) => string
  readonly lineOf: (at: number | null) => number
}

/** Reads the signed amount of a record in cents; null if it has none. */
function readMoney(
  { cell, lineOf }: Cells,
  { layout, currency }: { readonly layout: Layout; readonly currency: string },
): Cents | null {
  const { columns, decimal, isInverted, debitSign } = layout
  const read = (at: number | null) => {
    const value = readCell(cell(at), decimal, currency)
    if (value === null || typeof value === 'number') return value
    const name = value.fault === 'too_large' ? 'amount_too_large' : 'not_an_amount'
    throw new MappingFault(lineOf(at), { name, amount: excerpt(cell(at)) })
  }
  if (columns.amount !== null) {
    const value = read(columns.amount)
    if (value === null) return null
    // A side named in the cell has already set the sign.
    if (sideIn(cell(columns.amount)) !== null) return value
    if (columns.direction === null) return isInverted ? 0 - value : value
    const comesIn = isIncoming(cell(columns.direction))
    if (comesIn === null)
      throw new MappingFault(lineOf(columns.direction), { name: 'no_direction' })
    return comesIn ? value : 0 - value
  }
  const [out, into] = [read(columns.debit), read(columns.credit)]
  if (out !== null && into !== null && out !== 0 && into !== 0) {
    throw new MappingFault(lineOf(columns.credit), { name: 'both_directions' })
  }
  if (out === null && into === null) return null
  return netAmount(out, into, debitSign)
}
