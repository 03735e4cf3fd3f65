import { accountIn } from './account-column.ts'
import { plainLine } from '#/sources/provider/plain-text.ts'
import type { Cents } from '#/core/values/cents.ts'
import { unguardCell } from '#/core/values/formula-guard.ts'
import type { Day } from '#/core/values/day.ts'
import { currencyIn, readCell } from './amounts.ts'
import { classifyRecord, dateColumn, type RecordColumns } from './classify-record.ts'
import { readDate } from './dates.ts'
import { createDateTest } from './any-date.ts'
import type { Layout } from './layout.ts'
import { ownAccountColumn } from './own-export.ts'
import { readMoney } from './read-money.ts'
import { createCsvRecords, type CsvRecord } from './records.ts'
import { MappingFault } from '#/sources/statements/fault.ts'
import { excerpt } from '#/sources/statements/plain-amount.ts'
import { isSameCurrency } from '#/sources/statements/require-currency.ts'
import { createRunningBalance } from './running-balance.ts'
import { createStatedBalance } from './stated-balance.ts'
import type {
  BalanceGap,
  ReaderOptions,
  SkipReason,
  StatementReader,
  StatementRow,
} from '#/sources/statements/statement.ts'

/** Reads a table record by record. Both functions throw StatementFault. */
export type TableReader = {
  readonly push: (record: CsvRecord) => void
  readonly end: () => void
}

/** Reads the rows of a CSV file by its layout, piece by piece. */
export function createCsvReader(
  layout: Layout,
  options: ReaderOptions,
  emit: (row: StatementRow) => void,
): StatementReader {
  const table = createTableReader(layout, options, emit)
  const records = createCsvRecords(layout.delimiter, table.push)
  return {
    push: records.push,
    end: () => {
      records.end()
      table.end()
    },
  }
}

/**
 * Reads the rows of a table by its layout. Records that are not bookings are left out and reported with their reason; a
 * record with words and an amount that has no date, or the other way round, is a fault.
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createTableReader(
  layout: Layout,
  options: ReaderOptions,
  emit: (row: StatementRow) => void,
): TableReader {
  const { columns } = layout
  const { currency } = options
  let seen = 0
  let emitted = 0
  let foreign: { readonly line: number; readonly code: string; readonly at: number | null } | null =
    null
  /** Dated lines with words, but without an amount. */
  let notices = 0
  const running = new Map<string | null, ReturnType<typeof createRunningBalance>>()
  const balanceOf = (account: string | null) => {
    const open = running.get(account) ?? createRunningBalance()
    running.set(account, open)
    return open
  }
  const record: RecordColumns = { ...layout, currency, isDate: createDateTest() }
  const skip = (reason: SkipReason, line: number) => options.onSkipped?.({ reason, line })
  const outside = createStatedBalance(layout, currency)
  let lastDay: Day | null = null
  const isOwn = ownAccountColumn(layout.header) !== null

  const push = (given: CsvRecord): void => {
    seen += 1
    const one = isOwn ? { ...given, cells: given.cells.map(unguardCell) } : given
    const { line, cells } = one
    if (seen <= layout.skipped) return outside.push(cells)
    const kind = classifyRecord(cells, record)
    if (kind === 'nothing') return
    if (kind === 'other_currency') foreign ??= foreignCode(one, layout)
    if (kind === 'amount_alone' || kind === 'date_alone')
      throw faultOf(kind, one, { record, layout })
    const balance = readBalance(one, layout, currency)
    if (kind !== 'row') {
      skip(kind, line)
      if (kind === 'notice' && dayOf(one, layout, record) !== null) notices += 1
      if (kind !== 'balance') return
      // A balance in the column of debits may be a debt, with or without a minus.
      const isOwed = columns.debit !== null && (cells[columns.debit] ?? '').trim() !== ''
      if (balance === null) return isOwed ? undefined : outside.push(cells)
      const day = dayOf(one, layout, record)
      if (day !== null) {
        balanceOf(accountOf(cells, layout)).push({ line, bookedOn: day, amount: 0, balance })
      }
      return
    }
    const at = columns.amount
    const stated = at === null ? null : currencyIn((cells[at] ?? '').trim())
    if (at !== null && stated !== null && !isSameCurrency(stated, currency)) {
      foreign ??= { line: one.lines[at] ?? line, code: stated, at }
      return skip('other_currency', line)
    }
    const row = readRow(one, { layout, currency, record })
    if (row === null) return skip('empty', line)
    emitted += 1
    emit(row)
    if (lastDay === null || row.bookedOn > lastDay) lastDay = row.bookedOn
    balanceOf(row.account).push({ ...row, balance })
  }
  return {
    push,
    end: () => {
      if (emitted === 0 && foreign !== null) {
        const { line, code, at } = foreign
        const stated = excerpt(code)
        const column = columnName(layout, at)
        throw new MappingFault(line, { name: 'other_currency', stated, currency, column })
      }
      // All of the rows are notices: the amounts are in another column.
      if (emitted === 0 && notices > 0) throw new MappingFault(null, { name: 'columns_unnamed' })
      let missed = 0
      const first: BalanceGap[] = []
      for (const [account, balances] of running) {
        const { closing, gaps, missed: more } = balances.end()
        if (closing && columns.balance !== null) options.onBalance?.({ account, ...closing })
        first.push(...gaps)
        missed += more
      }
      if (missed > 0) options.onGaps?.(first, missed)
      // Such a balance does not name its account, and may have the sign of inverted rows.
      const isPlain = columns.balance === null && !layout.isInverted && running.size === 1
      const stated = isPlain ? outside.end(lastDay) : null
      if (stated !== null) options.onBalance?.({ account: null, ...stated })
    },
  }
}

/** Returns the account that a row names, if the table holds several. */
function accountOf(cells: readonly string[], { account }: Layout): string | null {
  return typeof account === 'number' ? accountIn(cells, account) || null : null
}

type RowContext = {
  readonly layout: Layout
  readonly currency: string
  readonly record: RecordColumns
}

/** Reads a record that is a row; null if it has no amount after all. */
function readRow(one: CsvRecord, { layout, currency, record }: RowContext): StatementRow | null {
  const { line, cells, lines } = one
  const { columns, decimal } = layout
  const cell = (at: number | null | undefined) =>
    typeof at === 'number' ? (cells[at] ?? '').trim() : ''
  const lineOf = (at: number | null) => (at === null ? null : lines[at]) ?? line
  const amount = readMoney({ cell, read: (text) => readCell(text, decimal, currency) }, layout)
  if (amount === null) return null
  if (typeof amount !== 'number') {
    const { at, problem } = amount
    if (problem === 'no_direction' || problem === 'both_directions') {
      if (problem === 'both_directions') throw new MappingFault(lineOf(at), { name: problem })
      const word = excerpt(cell(at))
      throw new MappingFault(lineOf(at), { name: problem, word, column: columnName(layout, at) })
    }
    const name = problem === 'too_large' ? 'amount_too_large' : 'not_an_amount'
    const column = columnName(layout, at)
    throw new MappingFault(lineOf(at), { name, amount: excerpt(cell(at)), column })
  }
  const bookedOn = dayOf(one, layout, record)
  if (bookedOn === null) throw faultOf('amount_alone', one, { record, layout })
  const merchant = plainLine(partyIn(cell, layout, amount), 200)
  const words = columns.description.map(cell).filter((text) => text !== '')
  const description = plainLine([...new Set(words)].join(' '), 500)
  const code = /^\d{3,4}(?:\.0)?$/.exec(cell(columns.mcc))?.[0].replace('.0', '').padStart(4, '0')
  return {
    line,
    account: accountOf(cells, layout),
    reference: plainLine(cell(columns.reference), 255) || null,
    status: 'booked',
    amount,
    bookedOn,
    description: description || merchant,
    merchant: merchant || null,
    memo: null,
    mcc: code === undefined || code === '0000' ? null : code,
    category: plainLine(cell(columns.category), 100) || null,
  }
}

/** Returns the other party: the payer of money that comes in, the payee of money that goes out. */
function partyIn(
  cell: (at: number | null | undefined) => string,
  { columns, owner }: Layout,
  amount: Cents,
): string {
  const [payee, payer] = [cell(columns.merchant), cell(columns.payer)]
  if (typeof columns.payer !== 'number') return payee
  const [party, other] = amount > 0 ? [payer, payee] : [payee, payer]
  // A charge that was asked for names the two the other way round.
  return (party === '' || party === owner) && other !== '' ? other : party
}

function dayOf({ cells }: CsvRecord, { dateOrder }: Layout, record: RecordColumns) {
  return readDate((cells[dateColumn(cells, record)] ?? '').trim(), dateOrder)
}

function faultOf(
  kind: 'amount_alone' | 'date_alone',
  { line, cells, lines }: CsvRecord,
  { record, layout }: { readonly record: RecordColumns; readonly layout: Layout },
): MappingFault {
  if (kind === 'date_alone') return new MappingFault(line, { name: kind })
  const at = dateColumn(cells, record)
  const written = (cells[at] ?? '').trim()
  if (written === '') return new MappingFault(line, { name: kind })
  const column = columnName(layout, at)
  return new MappingFault(lines[at] ?? line, {
    name: 'no_such_date',
    date: excerpt(written),
    column,
  })
}

function foreignCode({ line, cells, lines }: CsvRecord, { columns }: Layout) {
  const at = columns.currency ?? -1
  return { line: lines[at] ?? line, code: (cells[at] ?? '').trim(), at }
}

/** Reads the balance after a row; null if it is missing or unreadable. */
function readBalance(
  { cells }: CsvRecord,
  { columns, decimal }: Layout,
  currency: string,
): Cents | null {
  if (columns.balance === null) return null
  const value = readCell((cells[columns.balance] ?? '').trim(), decimal, currency)
  return typeof value === 'number' ? value : null
}

/** Names a column for people: by its header, else by its position from 1. */
function columnName({ header }: Layout, at: number | null): string | number | undefined {
  if (at === null) return undefined
  return excerpt(header[at] ?? '') || at + 1
}
