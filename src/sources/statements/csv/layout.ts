import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { fold } from '#/core/values/fold.ts'
import { type DecimalSign, decimalSignIn, readCell, sideIn } from './amounts.ts'
import { type Columns, findColumns } from './columns.ts'
import { type DateOrder, dateOrders, readDate } from './dates.ts'
import { createCsvRecords, type CsvRecord } from './records.ts'
import type { Encoding } from '#/sources/statements/encoding.ts'
import { MappingFault, StatementFault } from '#/sources/statements/fault.ts'
import { excerpt } from '#/sources/statements/plain-amount.ts'
import { createRunningBalance } from './running-balance.ts'

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** How to read a CSV file, decided from all of its rows. */
export type Layout = {
  readonly delimiter: Delimiter
  /** Records before the first transaction: preamble and header. */
  readonly skipped: number
  /** Column names; empty for a file without a header. */
  readonly header: readonly string[]
  readonly columns: Columns
  readonly dateOrder: DateOrder
  readonly decimal: DecimalSign
  /** True if spending is positive and income negative in the file. */
  readonly isInverted: boolean
  /** The usual sign of a separate debit column if signs matter there: 1 or -1. Null: amounts there are magnitudes. */
  readonly debitSign: 1 | -1 | null
}

/** The parts of a layout that a person chose; the rest is detected. */
export type Mapping = {
  readonly encoding?: Encoding | undefined
  readonly delimiter?: Delimiter | undefined
  readonly skipped?: number | undefined
  /** Mappings stored before balances were read have no `balance`. */
  readonly columns?:
    | (Omit<Columns, 'balance'> & { readonly balance?: number | null | undefined })
    | undefined
  readonly dateOrder?: DateOrder | undefined
  readonly decimal?: DecimalSign | undefined
  readonly isInverted?: boolean | undefined
}

/** Returns the columns that a person chose, if any. */
export function chosenColumns({ columns }: Mapping): Columns | null {
  return columns ? { ...columns, balance: columns.balance ?? null } : null
}

/** Detects the delimiter: it prefers those that produce a header, then the one that gives the most cells. */
export function createDelimiterDetector() {
  const candidates = delimiters.map((delimiter) => {
    const count = { delimiter, cells: 0, isHeaded: false, fault: null as unknown }
    let seen = 0
    const records = createCsvRecords(delimiter, ({ cells }) => {
      count.cells += cells.length - 1
      seen += 1
      if (!count.isHeaded && seen <= HEADER_MAX && cells.length > 1) {
        count.isHeaded = findColumns(cells) !== null
      }
    })
    const attempt = (work: () => void) => {
      if (count.fault !== null) return
      try {
        work()
      } catch (error) {
        count.fault = error
      }
    }
    return {
      count,
      push: (text: string) => attempt(() => records.push(text)),
      end: () => attempt(() => records.end()),
    }
  })
  return {
    push: (text: string) => candidates.forEach(({ push }) => push(text)),
    end: (): Delimiter => {
      candidates.forEach(({ end }) => end())
      const counts = candidates.map(({ count }) => count)
      const whole = counts.filter(({ fault }) => fault === null)
      const [best] = whole.toSorted(
        (a, b) => Number(b.isHeaded) - Number(a.isHeaded) || b.cells - a.cells,
      )
      // A header proves its delimiter, so the fault of a later row is reported instead of trying another delimiter.
      const headed = counts.filter(({ isHeaded }) => isHeaded)
      const [torn] = headed.toSorted((a, b) => b.cells - a.cells)
      if (torn && !best?.isHeaded) throw torn.fault
      if (!best) throw counts[0]!.fault
      if (best.cells === 0) throw new StatementFault(null, { name: 'no_columns' })
      return best.delimiter
    },
  }
}

/** Detects the layout. Throws StatementFault if no header names the columns or the rows contradict each other. */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createLayoutDetector(
  delimiter: Delimiter,
  currency: string,
  mapping: Mapping = {},
) {
  let seen = 0
  let header: readonly string[] = []
  let columns = chosenColumns(mapping)
  let skipped = mapping.skipped ?? (mapping.columns ? 0 : null)
  const failures = new Map<DateOrder, { line: number; text: string }>()
  const signs = new Map<DecimalSign, { line: number; text: string }>()
  let hasPoint = false
  let hasMinus = false
  const words = new Set<string>()
  const sides = { debit: 0, credit: 0, none: 0 }
  const pair = createDebitSignDetector(currency)

  const inspect = (
    { line, cells, lines }: CsvRecord,
    { date, amount, debit, credit, direction, balance }: Columns,
  ) => {
    const day = (cells[date] ?? '').trim()
    const money = [amount, debit, credit].flatMap((at) =>
      at === null ? [] : { text: cells[at] ?? '', line: lines[at] ?? line },
    )
    if (!money.some(({ text }) => /\d/.test(text))) return
    if (day !== '') {
      for (const order of dateOrders) {
        if (!failures.has(order) && readDate(day, order) === null)
          failures.set(order, { line: lines[date] ?? line, text: day })
      }
    }
    for (const { text, line: at } of money) {
      const sign = decimalSignIn(text, currency)
      if (sign !== null && !signs.has(sign)) signs.set(sign, { line: at, text })
      hasPoint ||= text.includes('.')
      hasMinus ||= /[-−–(]/.test(text)
    }
    for (const { text } of money) if (/\d/.test(text)) sides[sideIn(text) ?? 'none'] += 1
    if (direction !== null && words.size < WORDS_MAX) words.add((cells[direction] ?? '').trim())
    if (debit !== null && credit !== null && balance !== null) {
      pair.push(line, { debit: cells[debit], credit: cells[credit], balance: cells[balance] })
    }
  }
  const records = createCsvRecords(delimiter, (record) => {
    seen += 1
    if (columns === null && seen <= HEADER_MAX) {
      const found = findColumns(record.cells)
      if (found) {
        columns = found
        header = record.cells.map((cell) => cell.trim())
        skipped = seen
      }
      return
    }
    if (columns === null || seen <= (skipped ?? 0)) {
      if (seen === skipped) header = record.cells.map((cell) => cell.trim())
      return
    }
    if (!isSummary(record.cells, columns)) inspect(record, columns)
  })
  return {
    push: records.push,
    end: (): Layout => {
      records.end()
      if (columns === null) {
        throw new MappingFault(null, { name: 'columns_unnamed' })
      }
      return {
        delimiter,
        skipped: skipped ?? 0,
        header,
        columns: { ...columns, direction: directionOf(columns.direction) },
        dateOrder: mapping.dateOrder ?? detectOrder(),
        decimal: mapping.decimal ?? detectDecimal(),
        isInverted: mapping.isInverted ?? (isAppleCard(header) || marksOnlyRefunds()),
        debitSign: pair.end(),
      }
    },
  }

  /** Uses a direction column only if all of its words are known (or a person chose it) and no amount has a minus. */
  function directionOf(column: number | null): number | null {
    const isChosen = mapping.columns !== undefined
    const isClear = isChosen || [...words].every((word) => isIncoming(word) !== null)
    return isClear && !hasMinus ? column : null
  }

  /** Recognizes cards that mark refunds with `CR` and leave spending unmarked. */
  function marksOnlyRefunds(): boolean {
    return sides.credit > 0 && sides.none > 0 && sides.debit === 0 && !hasMinus
  }

  /** Picks the order that fits every row; of several, the usual one for the currency. */
  function detectOrder(): DateOrder {
    const habit: readonly DateOrder[] = [usualOrder(currency), 'dmy', 'mdy', 'ymd']
    const fitting = habit.find((order) => !failures.has(order))
    if (fitting) return fitting
    const last = [...failures.values()].toSorted((a, b) => b.line - a.line)[0]!
    throw new MappingFault(last.line, { name: 'dates_differ', date: excerpt(last.text) })
  }

  function detectDecimal(): DecimalSign {
    const [first, second] = [...signs].toSorted(([, a], [, b]) => a.line - b.line)
    if (first && second) {
      const { line, text } = second[1]
      throw new MappingFault(line, {
        name: 'decimals_differ',
        amount: excerpt(text),
        sign: second[0],
        above: first[0],
      })
    }
    // Without any decimals, a point between digits separates thousands.
    return first?.[0] ?? (hasPoint ? ',' : '.')
  }
}

/** Recognizes Apple Card exports, where spending is positive. */
function isAppleCard(header: readonly string[]): boolean {
  return header.some((name) => fold(name) === 'clearing date')
}

type Pair = Readonly<Record<'debit' | 'credit' | 'balance', string | undefined>>

/**
 * Detects whether signs matter in a debit and a credit column. They are ignored unless the running balance fits the rows
 * better with them.
 */
function createDebitSignDetector(currency: string) {
  const ways = ([null, 1, -1] as const).map((sign) => ({ sign, running: createRunningBalance() }))
  /** Debits without a minus, less those with one. */
  let plain = 0
  const read = (text = '') => {
    const value = readCell(text.trim(), decimalSignIn(text, currency) ?? '.', currency)
    return typeof value === 'number' ? value : null
  }
  return {
    push: (line: number, cells: Pair) => {
      const [out, into] = [read(cells.debit), read(cells.credit)]
      plain += Math.sign(out ?? 0)
      const row = { line, bookedOn: ANY_DAY, balance: read(cells.balance) }
      for (const { sign, running } of ways)
        running.push({ ...row, amount: netAmount(out, into, sign) })
    },
    end: (): Layout['debitSign'] => {
      const [magnitudes, ...counting] = ways.map(({ sign, running }) => ({
        sign,
        ...running.end(),
      }))
      const way = counting.find(({ sign }) => sign === (plain < 0 ? -1 : 1))!
      if (way.closing === null || way.missed >= magnitudes!.missed) return null
      return way.sign
    },
  }
}

/** Combines a debit and a credit cell into a signed amount in cents. */
export function netAmount(
  out: Cents | null,
  into: Cents | null,
  debitSign: Layout['debitSign'],
): Cents {
  if (debitSign !== null) return (into ?? 0) - debitSign * (out ?? 0)
  return out ? 0 - Math.abs(out) : Math.abs(into ?? 0)
}

/**
 * Recognizes totals and carried balances: no date, and the name of a total as the only words. A shop may be called
 * "Total" as well, but its record has a date.
 */
export function isSummary(cells: readonly string[], { date }: Columns): boolean {
  if (/\d/.test(cells[date] ?? '')) return false
  const words = cells.filter((cell) => /\p{L}/u.test(cell) && !/^\s*[A-Z]{3}\s*$/.test(cell))
  return words.length === 1 && totals.test(fold(words[0]!))
}

const totals =
  /^((grand |sub ?)?totals?( (debits?|credits?|amount|general))?|summe|gesamtsumme|gesamt|endsumme|zwischensumme|sum|somme|totale|totaal|suma|razem|summa|yhteensa|(opening|closing|beginning|ending|starting|previous|new|current) balance|balance (brought|carried) forward|(alter |neuer |anfangs|end)?(kontostand|saldo)|saldo (inicial|final|anterior|actual|iniziale|finale)|((ancien|nouveau) )?solde)$/

/** Stands in for the booking day, which does not matter when only sums are compared. */
const ANY_DAY = '2000-01-01' as Day

/** The header must be among these first records. */
const HEADER_MAX = 200
const WORDS_MAX = 20
const monthFirst = new Set(['USD', 'PHP'])

/** Returns the usual order of dates where a currency is used. */
export function usualOrder(currency: string): DateOrder {
  return monthFirst.has(currency) ? 'mdy' : 'dmy'
}

/** Reads a word of direction: true for money in, false for money out, null for unknown words. */
export function isIncoming(word: string): boolean | null {
  if (word === '+') return true
  if (word === '-') return false
  const plain = fold(word)
  if (ins.has(plain)) return true
  return outs.has(plain) ? false : null
}

const ins = new Set(
  'c cr credit kredit krediet bij h haben in i crdt gutschrift deposit abono haber avere entrata cb'.split(
    ' ',
  ),
)
const outs = new Set(
  'd dr db debit debet debito af s soll out o dbit lastschrift belastung withdrawal cargo debe dare uscita'.split(
    ' ',
  ),
)
