import { plainLine } from '#/sources/provider/plain-text.ts'
import type { Cents } from '#/core/values/cents.ts'
import { readCell, sideIn } from './csv-amounts.ts'
import { dateOrders, readDate } from './csv-dates.ts'
import { isIncoming, type Layout, movedBy, sumsUp } from './csv-layout.ts'
import { createCsvRecords, type CsvRecord } from './csv-records.ts'
import { MappingFault } from './fault.ts'
import { requireCurrency } from './ofx.ts'
import { excerpt } from './plain-amount.ts'
import { createRunningBalance } from './running-balance.ts'
import type { Reading, StatementReader, StatementRow } from './statement.ts'

/**
 * The rows of a CSV file by its layout. Lines with neither a date nor an amount are skipped, and so is one that sums up
 * others or carries a balance over; another one with only one of the two is a fault.
 */
export function createCsvReader(
  layout: Layout,
  reading: Reading,
  tell: (row: StatementRow) => void,
): StatementReader {
  let seen = 0
  const running = createRunningBalance()
  const records = createCsvRecords(layout.delimiter, (record) => {
    seen += 1
    if (seen <= layout.skipped) return
    const balance = readBalance(record, layout, reading)
    const row = readRecord(record, { layout, reading, balance })
    if (!row) return
    if (row.amount !== null) tell({ ...row, amount: row.amount })
    running.push({ ...row, amount: row.amount ?? 0, balance })
  })
  return {
    push: records.push,
    end: () => {
      records.end()
      const { told, gaps, missed } = running.end()
      if (told) reading.onBalance?.({ account: null, ...told })
      if (missed > 0) reading.onGaps?.(gaps, missed)
    },
  }
}

type Known = { readonly layout: Layout; readonly reading: Reading; readonly balance: Cents | null }

/** A line of a statement; one without an amount tells the balance of a day. Null: it is none. */
function readRecord(
  { line, cells, lines }: CsvRecord,
  { layout, reading: { currency }, balance }: Known,
): (Omit<StatementRow, 'amount'> & { readonly amount: Cents | null }) | null {
  const { columns, dateOrder } = layout
  if (sumsUp(cells, columns)) return null
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

/** What the account holds after a row; null where the row does not say, or says nothing that can be read. */
function readBalance(
  { cells }: CsvRecord,
  { columns, decimal }: Layout,
  { currency }: Reading,
): Cents | null {
  if (columns.balance === null) return null
  const value = readCell((cells[columns.balance] ?? '').trim(), decimal, currency)
  return typeof value === 'number' ? value : null
}

/** The cells of a record, and the line that each begins on: the record's own for one that it lacks. */
type Cells = {
  readonly cell: (at: number | null) => string
  readonly lineOf: (at: number | null) => number
}

/** What a line moves, in cents; null where it has no amount. */
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
    // A side that the cell names is its own sign.
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
  return movedBy(out, into, debitSign)
}
