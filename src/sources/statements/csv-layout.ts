import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import { fold } from '#/core/values/fold.ts'
import { type DecimalSign, decimalSignIn, readCell, sideIn } from './csv-amounts.ts'
import { type Columns, findColumns } from './csv-columns.ts'
import { type DateOrder, dateOrders, readDate } from './csv-dates.ts'
import { createCsvRecords, type CsvRecord } from './csv-records.ts'
import type { Encoding } from './encoding.ts'
import { MappingFault, StatementFault } from './fault.ts'
import { excerpt } from './plain-amount.ts'
import { createRunningBalance } from './running-balance.ts'

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** How a CSV file is to be read, decided over all of its rows. */
export type Layout = {
  readonly delimiter: Delimiter
  /** Records before the first transaction: a preamble and the header. */
  readonly skipped: number
  /** The header's names; empty where the file has none. */
  readonly header: readonly string[]
  readonly columns: Columns
  readonly dateOrder: DateOrder
  readonly decimal: DecimalSign
  /** Spending is written without a minus, and what comes in with one. */
  readonly isInverted: boolean
  /** How debits in a column of their own are written where a minus counts: without one (1), or with one (-1). Null: it does not. */
  readonly debitSign: 1 | -1 | null
}

/** What a person has said of a file; the rest is found out. */
export type Mapping = {
  readonly encoding?: Encoding | undefined
  readonly delimiter?: Delimiter | undefined
  readonly skipped?: number | undefined
  /** One that was said before balances were read names none. */
  readonly columns?:
    | (Omit<Columns, 'balance'> & { readonly balance?: number | null | undefined })
    | undefined
  readonly dateOrder?: DateOrder | undefined
  readonly decimal?: DecimalSign | undefined
  readonly isInverted?: boolean | undefined
}

/** The columns that a person has named; null where they have not. */
export function saidColumns({ columns }: Mapping): Columns | null {
  return columns ? { ...columns, balance: columns.balance ?? null } : null
}

/** Finds the delimiter: of those under which some line is a header, the one that gives the most cells. */
export function createDelimiterJudge() {
  const judged = delimiters.map((delimiter) => {
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
    push: (text: string) => judged.forEach(({ push }) => push(text)),
    end: (): Delimiter => {
      judged.forEach(({ end }) => end())
      const whole = judged.map(({ count }) => count).filter(({ fault }) => fault === null)
      const [best] = whole.toSorted(
        (a, b) => Number(b.isHeaded) - Number(a.isHeaded) || b.cells - a.cells,
      )
      // A header says that its delimiter is the right one, also where what follows cannot be read.
      const headed = judged.map(({ count }) => count).filter(({ isHeaded }) => isHeaded)
      const [torn] = headed.toSorted((a, b) => b.cells - a.cells)
      if (torn && !best?.isHeaded) throw torn.fault
      if (!best) throw judged[0]!.count.fault
      if (best.cells === 0) throw new StatementFault(null, { name: 'no_columns' })
      return best.delimiter
    },
  }
}

/** Throws StatementFault where the file has no header that says what its columns are, or its rows contradict each other. */
// oxlint-disable-next-line max-lines-per-function -- one machine, whose state is all here
export function createLayoutJudge(delimiter: Delimiter, currency: string, mapping: Mapping = {}) {
  let seen = 0
  let header: readonly string[] = []
  let columns = saidColumns(mapping)
  let skipped = mapping.skipped ?? (mapping.columns ? 0 : null)
  const failures = new Map<DateOrder, { line: number; text: string }>()
  const signs = new Map<DecimalSign, { line: number; text: string }>()
  let hasPoint = false
  let hasMinus = false
  const words = new Set<string>()
  const sides = { debit: 0, credit: 0, none: 0 }
  const pair = createPairJudge(currency)

  const judge = (
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
    if (!sumsUp(record.cells, columns)) judge(record, columns)
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
        dateOrder: mapping.dateOrder ?? orderOf(),
        decimal: mapping.decimal ?? signOf(),
        isInverted: mapping.isInverted ?? (isCardOfApple(header) || isCharged()),
        debitSign: pair.end(),
      }
    },
  }

  /** Words count only where they say all, and no amount says it itself. Where a person names the column, each must. */
  function directionOf(place: number | null): number | null {
    const isNamed = mapping.columns !== undefined
    const speaks = isNamed || [...words].every((word) => isIncoming(word) !== null)
    return speaks && !hasMinus ? place : null
  }

  /** Cards mark what was paid back with `CR`, and leave what was spent as it is. */
  function isCharged(): boolean {
    return sides.credit > 0 && sides.none > 0 && sides.debit === 0 && !hasMinus
  }

  /** The order that fits every row; where two do, the one that people with this currency use. */
  function orderOf(): DateOrder {
    const habit: readonly DateOrder[] = [usualOrder(currency), 'dmy', 'mdy', 'ymd']
    const fitting = habit.find((order) => !failures.has(order))
    if (fitting) return fitting
    const last = [...failures.values()].toSorted((a, b) => b.line - a.line)[0]!
    throw new MappingFault(last.line, { name: 'dates_differ', date: excerpt(last.text) })
  }

  function signOf(): DecimalSign {
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

function isCardOfApple(header: readonly string[]): boolean {
  return header.some((name) => fold(name) === 'clearing date')
}

type Pair = Readonly<Record<'debit' | 'credit' | 'balance', string | undefined>>

/**
 * Tells what a minus means in a debit and a credit column: nothing, as they are magnitudes, unless more of the running
 * balance follows from the rows where it counts.
 */
function createPairJudge(currency: string) {
  const ways = ([null, 1, -1] as const).map((sign) => ({ sign, running: createRunningBalance() }))
  /** How many debits are written without a minus, less those with one. */
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
        running.push({ ...row, amount: movedBy(out, into, sign) })
    },
    end: (): Layout['debitSign'] => {
      const [magnitudes, ...counting] = ways.map(({ sign, running }) => ({
        sign,
        ...running.end(),
      }))
      const way = counting.find(({ sign }) => sign === (plain < 0 ? -1 : 1))!
      if (way.told === null || way.missed >= magnitudes!.missed) return null
      return way.sign
    },
  }
}

/** What a line moves whose debit and credit stand in columns of their own, in cents. */
export function movedBy(
  out: Cents | null,
  into: Cents | null,
  debitSign: Layout['debitSign'],
): Cents {
  if (debitSign !== null) return (into ?? 0) - debitSign * (out ?? 0)
  return out ? 0 - Math.abs(out) : Math.abs(into ?? 0)
}

/**
 * Whether a record sums up others, or carries a balance over: it has no date, and no words but the name of a sum. A shop
 * may have such a name as well, but then there is a date.
 */
export function sumsUp(cells: readonly string[], { date }: Columns): boolean {
  if (/\d/.test(cells[date] ?? '')) return false
  const words = cells.filter((cell) => /\p{L}/u.test(cell) && !/^\s*[A-Z]{3}\s*$/.test(cell))
  return words.length === 1 && sums.test(fold(words[0]!))
}

const sums =
  /^((grand |sub ?)?totals?( (debits?|credits?|amount|general))?|summe|gesamtsumme|gesamt|endsumme|zwischensumme|sum|somme|totale|totaal|suma|razem|summa|yhteensa|(opening|closing|beginning|ending|starting|previous|new|current) balance|balance (brought|carried) forward|(alter |neuer |anfangs|end)?(kontostand|saldo)|saldo (inicial|final|anterior|actual|iniziale|finale)|((ancien|nouveau) )?solde)$/

/** Whatever day it was: sums are all that is compared. */
const ANY_DAY = '2000-01-01' as Day

/** Records in which a header is looked for. */
const HEADER_MAX = 200
const WORDS_MAX = 20
const monthFirst = new Set(['USD', 'PHP'])

/** The order of dates that people with a currency use. */
export function usualOrder(currency: string): DateOrder {
  return monthFirst.has(currency) ? 'mdy' : 'dmy'
}

/** Whether a word says that money came in; null where it says neither. */
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
