import { isSameCurrency } from '#/sources/statements/require-currency.ts'
import type { SkipReason } from '#/sources/statements/statement.ts'
import type { Columns } from './columns.ts'
import {
  isBookedStatus,
  type Phrase,
  phraseIn,
  saysNothingHappened,
  statusIn,
} from './row-words.ts'

/** The columns that decide what a record is. */
export type RecordColumns = {
  readonly columns: Columns
  /** Columns with a date, for a record whose own date is empty. */
  readonly otherDates?: readonly number[] | undefined
  /** Columns that hold money, but not the amount. */
  readonly otherMoney?: readonly number[] | undefined
  /** The column of statuses says by yes or no whether a row is pending. */
  readonly isPendingFlag?: boolean | undefined
  /** Rows whose status is not known to mean booked are left out. */
  readonly isStrictStatus?: boolean | undefined
  readonly currency: string
  readonly isDate: (text: string) => boolean
}

/** A row of the statement, a line to leave out, nothing at all, or a fault. */
export type RecordKind = 'row' | SkipReason | 'nothing' | 'date_alone' | 'amount_alone'

/**
 * Decides what a record is. A line with words and an amount is a row unless it says itself that it is not a booking; one
 * that could be a payment with a missing part is a fault.
 */
export function classifyRecord(cells: readonly string[], table: RecordColumns): RecordKind {
  const { columns, currency } = table
  const cell = (at: number | null | undefined) =>
    typeof at === 'number' ? (cells[at] ?? '').trim() : ''
  const written = cell(dateColumn(cells, table))
  const isDated = table.isDate(written)
  // A date that does not exist is a fault, even beside the name of a total.
  const isMisdated = !isDated && /\d/.test(written) && !/\p{L}/u.test(written)
  const phrase = isMisdated ? null : phraseOf(cells, table, isDated)
  if (phrase !== null) return phrase === 'total' ? 'total' : 'balance'
  const status = cell(columns.status)
  const said =
    table.isPendingFlag && /^(?:true|yes|y|1|x|ja|oui|si)$/i.test(status) ? 'pending' : status
  const dates = [columns.date, ...(table.otherDates ?? [])].map(cell)
  const unbooked = unbookedStatus(said, dates.find((text) => /^\p{L}/u.test(text)) ?? '')
  const moneyCells = [columns.amount, columns.debit, columns.credit].map(cell)
  const hasMoney = moneyCells.some((text) => /\d/.test(text))
  if (!isDated)
    return classifyUndated(cells, { hasMoney, written, unbooked, money: cell(columns.amount) })
  if (unbooked !== null) return unbooked
  const isStrict = table.isStrictStatus && !table.isPendingFlag
  if (isStrict && hasMoney && status !== '' && !isBookedStatus(status)) return 'pending'
  const code = cell(columns.currency)
  if (/^[A-Za-z]{3}$/.test(code) && !isSameCurrency(code, currency)) return 'other_currency'
  if (hasMoney) return 'row'
  // Words in place of the amount: the status of the row, or a value that cannot be read, which the reader refuses.
  const instead = moneyCells.find((text) => /[\p{L}=]/u.test(text))
  if (instead !== undefined) return statusIn(instead) ?? 'row'
  if ((table.otherMoney ?? []).some((at) => /\d/.test(cell(at)))) return 'date_alone'
  const words = wordsOf(cells, columns)
  if (words.some(saysNothingHappened)) return 'empty'
  if (words.length > 0) return 'notice'
  return /\d/.test(cell(columns.balance)) ? 'balance' : 'empty'
}

/** Returns the column of the record's date: the chosen one unless it is empty there and another is not. */
export function dateColumn(
  cells: readonly string[],
  { columns, otherDates = [], isDate }: Pick<RecordColumns, 'columns' | 'otherDates' | 'isDate'>,
): number {
  if ((cells[columns.date] ?? '').trim() !== '') return columns.date
  return otherDates.find((at) => isDate((cells[at] ?? '').trim())) ?? columns.date
}

type Undated = {
  readonly hasMoney: boolean
  readonly written: string
  readonly unbooked: ReturnType<typeof statusIn>
  readonly money: string
}

function classifyUndated(
  cells: readonly string[],
  { hasMoney, written, unbooked, money }: Undated,
): RecordKind {
  if (unbooked !== null) return unbooked
  const isWordy = cells.some((text) => /\p{L}/u.test(text))
  if (cells.some(saysNothingHappened)) return 'empty'
  // An amount with a sentence around it belongs to a footer.
  const isSentence = /\p{L}{4}/u.test(money)
  if (!hasMoney || isSentence) return isWordy ? 'notice' : 'nothing'
  const isPending = cells.some((text) => text.length < 40 && statusIn(text.trim()) === 'pending')
  if (isPending && written === '') return 'pending'
  return 'amount_alone'
}

/** Reads the status of a row, from its own column or from words in place of the date. */
function unbookedStatus(status: string, date: string): ReturnType<typeof statusIn> {
  if (status !== '' && !isBookedStatus(status)) {
    const found = statusIn(status)
    if (found !== null) return found
  }
  return /\p{L}/u.test(date) ? statusIn(date) : null
}

/**
 * Finds the name of a balance or a total. In a dated record it must be the only words, because a shop may be called
 * "Total"; without a date it is enough that one cell has it.
 */
export function phraseOf(
  cells: readonly string[],
  { columns }: Pick<RecordColumns, 'columns'>,
  isDated: boolean,
): Phrase | null {
  if (!isDated) {
    for (const text of cells) {
      const phrase = phraseIn(text)
      if (phrase !== null) return phrase
    }
    return null
  }
  const words = wordsOf(cells, columns)
  const said = words.length > 0 ? words : cells.filter((text) => /\p{L}{4}/u.test(text))
  const [only] = said
  if (only === undefined || said.some((text) => text !== only)) return null
  const phrase = phraseIn(only)
  return phrase === 'total' && /^\s*\p{L}{1,8}\s*$/u.test(only) && !/^apy|^kai/i.test(only.trim())
    ? null
    : phrase
}

function wordsOf(cells: readonly string[], { merchant, payer, description }: Columns): string[] {
  const words: string[] = []
  for (const at of [merchant, payer ?? null, ...description]) {
    const text = at === null ? '' : (cells[at] ?? '').trim()
    if (text !== '') words.push(text)
  }
  return words
}
