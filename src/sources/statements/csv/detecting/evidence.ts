import type { Cents } from '#/core/values/cents.ts'
import { createDateTest } from '#/sources/statements/csv/any-date.ts'
import { decimalShape, otherSign, readCell, sideIn } from '#/sources/statements/csv/amounts.ts'
import { createArithmetic, type ArithmeticFit } from './arithmetic.ts'
import {
  classifyRecord,
  dateColumn,
  phraseOf,
  type RecordColumns,
} from '#/sources/statements/csv/classify-record.ts'
import type { Columns } from '#/sources/statements/csv/columns.ts'
import { createDateOrderDetector } from './date-order.ts'
import { createDecimalSignDetector } from '#/sources/statements/csv/decimal-sign.ts'
import { isIncoming } from '#/sources/statements/csv/direction.ts'
import { looksLikeMoney } from './profile.ts'
import { type MoneyLayout, readMoney } from '#/sources/statements/csv/read-money.ts'
import type { CsvRecord } from '#/sources/statements/csv/records.ts'
import { isBookedStatus, type Phrase, phraseIn } from '#/sources/statements/csv/row-words.ts'
import { createSpendingDetector } from './spending.ts'

/** One way to read the money of a file. */
export type Way = MoneyLayout & {
  /** Rows that are not booked by their status are left out. */
  readonly usesStatus: boolean
}

/** Signs of amounts beside a column that names their side. */
export type SidedSigns = Readonly<Record<'outMinus' | 'outPlus' | 'inMinus' | 'inPlus', number>>

type Table = {
  readonly columns: Columns
  readonly otherDates: readonly number[]
  readonly otherMoney: readonly number[]
  readonly direction: number | null
  readonly isPendingFlag: boolean
  /** The first is taken unless the file's arithmetic speaks for another. */
  readonly ways: readonly [Way, ...Way[]]
}

/** Gathers what the rows of a file say about how to read it, in one pass. */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createEvidence(table: Table, currency: string) {
  const { columns, direction } = table
  const ways = table.ways.map((way) => ({ way, arithmetic: createArithmetic() }))
  const [first] = table.ways
  /** The amounts in their own signs, beside a column of sides. */
  const signed = { ...first, columns: { ...first.columns, direction: null } }
  const orders = createDateOrderDetector()
  const signs = createDecimalSignDetector(currency)
  const balanceSigns = createDecimalSignDetector(currency)
  const spending = createSpendingDetector()
  const sided = { outMinus: 0, outPlus: 0, inMinus: 0, inPlus: 0 }
  const sides = { debit: 0, credit: 0, none: 0 }
  const stated: { opening: Cents | null; closing: Cents | null } = { opening: null, closing: null }
  const references = new Set<string>()
  const parties = new Map<string, number>()
  let pairs = 0
  let areReferencesUnique = true
  let hasMinus = false
  let isBalanceShown = false
  let fees = 0
  const statuses = { booked: 0, unbooked: 0, unknown: 0 }
  const isDate = createDateTest()
  const record: RecordColumns = { ...table, currency, isDate }
  const readLoosely = createLooseReader(currency)

  const push = ({ line, cells, lines }: CsvRecord): void => {
    const cell = (at: number | null | undefined) =>
      typeof at === 'number' ? (cells[at] ?? '').trim() : ''
    const kind = classifyRecord(cells, record)
    const balance = numberIn(readLoosely(cell(columns.balance)))
    if (kind === 'balance') {
      takeStated(cells, phraseOf(cells, record, isDate(cell(columns.date))))
      if (balance !== null)
        for (const { arithmetic } of ways) arithmetic.push({ amount: 0, balance })
      return
    }
    const written = cell(dateColumn(cells, record))
    // A date that does not exist rules out every order.
    if (kind === 'amount_alone' && /\d/.test(written))
      orders.push(written, lines[columns.date] ?? line)
    const isUnbooked = kind === 'pending' || kind === 'reverted' || kind === 'declined'
    if (kind !== 'row' && !isUnbooked) return
    const status = cell(columns.status)
    if (status !== '')
      statuses[isBookedStatus(status) ? 'booked' : isUnbooked ? 'unbooked' : 'unknown'] += 1
    const money = { cell, read: readLoosely }
    for (const { way, arithmetic } of ways) {
      if (isUnbooked && way.usesStatus) continue
      const amount = numberIn(readMoney(money, way))
      if (amount !== null) arithmetic.push({ amount, balance })
    }
    if (isUnbooked) return
    const at = dateColumn(cells, record)
    orders.push(cell(at), lines[at] ?? line)
    for (const other of table.otherDates) if (cell(other) !== '') orders.pushOther(cell(other))
    for (const one of [first.columns.amount, first.columns.debit, first.columns.credit]) {
      const text = cell(one)
      if (!/\d/.test(text)) continue
      signs.push(text, lines[one!] ?? line)
      hasMinus ||= /[-−–(]/.test(text)
      sides[sideIn(text) ?? 'none'] += 1
    }
    if (/[1-9]/.test(cell(columns.fee))) fees += 1
    if (!isBalanceShown && decimalShape(cell(columns.balance), currency).kind === 'shown') {
      isBalanceShown = true
      balanceSigns.push(cell(columns.balance))
    }
    const amount = numberIn(readMoney(money, signed))
    if (amount !== null) {
      const words = () => [...columns.description, columns.merchant].map(cell).join(' ')
      spending.push(amount, balance, words)
      countSide(amount, cell(direction))
    }
    if (typeof columns.payer === 'number') countParties(cell(columns.merchant), cell(columns.payer))
    if (typeof columns.reference === 'number' && areReferencesUnique) {
      const id = cell(columns.reference)
      if (id === '' || references.has(id) || references.size >= REFERENCES_MAX)
        areReferencesUnique = false
      else references.add(id)
    }
  }

  function countSide(amount: Cents, side: string): void {
    const comesIn = direction === null || amount === 0 ? null : isIncoming(side)
    if (comesIn === null) return
    if (comesIn) sided[amount < 0 ? 'inMinus' : 'inPlus'] += 1
    else sided[amount < 0 ? 'outMinus' : 'outPlus'] += 1
  }

  function countParties(payee: string, payer: string): void {
    if (payee === '' || payer === '' || payee === payer) return
    pairs += 1
    // The account's owner is a party of the first row.
    for (const name of [payee, payer])
      if (pairs === 1 || parties.has(name)) parties.set(name, (parties.get(name) ?? 0) + 1)
  }

  function takeStated(cells: readonly string[], phrase: Phrase | null): void {
    if (phrase !== 'opening' && phrase !== 'closing') return
    const value = numberIn(statedIn(cells, columns, readLoosely))
    if (value === null) return
    if (phrase === 'opening') stated.opening ??= value
    else stated.closing = value
  }

  return {
    push,
    /** Takes a line above the header. */
    pushPreamble: ({ cells }: CsvRecord): void => {
      for (const text of cells) takeStated(cells, phraseIn(text))
    },
    end: () => {
      const { opening, closing } = stated
      const change = opening === null || closing === null ? null : closing - opening
      return {
        waysWithFit: ways.map(({ way, arithmetic }) => ({ way, fit: arithmetic.end(change) })),
        orders,
        spending,
        sided: sided as SidedSigns,
        sides,
        hasMinus,
        /** Rows with a fee. */
        fees,
        /** Rows by the words in the column of statuses. */
        statuses,
        sign: signs.end(),
        owner: ownerIn(parties, pairs),
        balanceSign: isBalanceShown ? balanceSigns.end() : 'open',
        areReferencesUnique: areReferencesUnique && references.size > 0,
      }
    },
  }
}

export type Evidence = ReturnType<ReturnType<typeof createEvidence>['end']>
export type WayWithFit = { readonly way: Way; readonly fit: ArithmeticFit }

/** Returns the only name that is a party of every payment, where the rows name both. */
function ownerIn(parties: ReadonlyMap<string, number>, pairs: number): string | null {
  const owners = [...parties].filter(([, count]) => count === pairs)
  return owners.length === 1 ? owners[0]![0] : null
}

/** Remembers no more ids than this, so that memory does not depend on the file's size. */
const REFERENCES_MAX = 200_000

type LooseReader = ReturnType<typeof createLooseReader>

/** Reads a cell by its own separators: `1.234` is taken for thousands in all cells alike. */
function createLooseReader(currency: string) {
  const read = (text: string) => {
    const shape = decimalShape(text, currency)
    const sign =
      shape.kind === 'shown' ? shape.sign : shape.kind === 'open' ? otherSign(shape.sign) : '.'
    return readCell(text, sign, currency)
  }
  // Each cell of a row is read by several ways.
  let known = new Map<string, ReturnType<typeof readCell>>()
  return (text: string) => {
    if (text === '') return null
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size > REMEMBERED_MAX) known = new Map()
    const value = read(text)
    known.set(text, value)
    return value
  }
}

const REMEMBERED_MAX = 1000

function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

/** Reads the balance that a line states: in the columns of money, or in its only other number. */
function statedIn(
  cells: readonly string[],
  { amount, debit, credit, balance, date }: Columns,
  read: LooseReader,
): Cents | null {
  const valueAt = (at: number | null) =>
    at === null ? null : numberIn(read((cells[at] ?? '').trim()))
  const out = valueAt(debit)
  const own =
    valueAt(amount) ??
    valueAt(credit) ??
    (out === null ? null : 0 - Math.abs(out)) ??
    valueAt(balance)
  if (own !== null) return own
  const others = cells.flatMap((text, at) => {
    return at !== date && looksLikeMoney(text.trim()) ? [numberIn(read(text.trim()))] : []
  })
  return others.at(-1) ?? null
}
