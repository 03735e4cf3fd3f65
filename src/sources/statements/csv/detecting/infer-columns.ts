import { decimalShape, otherSign, readCell } from '#/sources/statements/csv/amounts.ts'
import type { Offers } from '#/sources/statements/csv/columns.ts'
import type { LayoutOptions } from '#/sources/statements/csv/layout.ts'
import { createArithmetic } from './arithmetic.ts'
import { profileOf } from './profile.ts'
import type { CsvRecord } from '#/sources/statements/csv/records.ts'

/** Columns of a table without a header, shown by their contents. */
export type InferredColumns = { readonly offers: Offers; readonly skipped: number }

const none: Offers = {
  dates: [],
  amounts: [],
  looseAmounts: [],
  debits: [],
  credits: [],
  directions: [],
  currencies: [],
  payees: [],
  payers: [],
  descriptions: [],
  balances: [],
  statuses: [],
  pendingFlags: [],
  fees: [],
  categories: [],
  mccs: [],
  references: [],
}

/** With fewer rows, the contents of columns say little. */
const ROWS_ENOUGH = 3

/**
 * Finds the columns of a table without a header. Null unless a column of balances proves which columns are the amounts, or
 * exactly one column can hold them and some of them are negative: everything else must be said by a person.
 */
export function inferColumns(
  records: readonly CsvRecord[],
  { currency, isCard = false }: LayoutOptions,
): InferredColumns | null {
  const profile = profileOf(records)
  if (profile.rows < ROWS_ENOUGH) return null
  const dates: number[] = []
  const money: number[] = []
  const texts: number[] = []
  for (let at = 0; at < profile.width; at += 1) {
    const { filled, dates: read, money: amounts, words, distinct } = profile.column(at)
    if (read * 10 >= profile.rows * 9) dates.push(at)
    else if (filled > 0 && amounts === filled && hasDecimals(records, at)) money.push(at)
    else if (words * 2 >= profile.rows && distinct > 1) texts.push(at)
  }
  if (dates.length === 0 || texts.length === 0) return null
  const [only] = money
  const { filled = 0, negative = 0 } = only === undefined ? {} : profile.column(only)
  // The balance of a card may be its debt, so it proves no side there.
  const found =
    money.length === 1 && only !== undefined && filled === profile.rows && negative > 0
      ? { amounts: [only] }
      : isCard
        ? null
        : byBalance(records, money, currency)
  return found && { offers: { ...none, dates, descriptions: texts, ...found }, skipped: 0 }
}

/** Finds the amounts from which a column of balances follows in all rows. Null if none do, or several. */
function byBalance(
  records: readonly CsvRecord[],
  money: readonly number[],
  currency: string,
): Partial<Offers> | null {
  if (money.length < 2 || money.length > MONEY_MAX) return null
  const values = new Map(money.map((at) => [at, records.map(valueIn(at, currency))]))
  const found: Partial<Offers>[] = []
  for (const balance of money) {
    const others = money.filter((at) => at !== balance)
    for (const [index, one] of others.entries()) {
      const amounts = values.get(one)!
      if (signOf(amounts, values.get(balance)!) === 1)
        found.push({ amounts: [one], balances: [balance] })
      for (const other of others.slice(index + 1)) {
        const nets = netOf(amounts, values.get(other)!)
        const sign = nets && signOf(nets, values.get(balance)!)
        const [debit, credit] = sign === 1 ? [one, other] : [other, one]
        if (sign) found.push({ debits: [debit], credits: [credit], balances: [balance] })
      }
    }
  }
  return found.length === 1 ? found[0]! : null
}

const MONEY_MAX = 5

function valueIn(at: number, currency: string): (record: CsvRecord) => number | null {
  return ({ cells }) => {
    const text = (cells[at] ?? '').trim()
    const { kind, ...shape } = { sign: '.' as const, ...decimalShape(text, currency) }
    const value = readCell(text, kind === 'open' ? otherSign(shape.sign) : shape.sign, currency)
    return typeof value === 'number' ? value : null
  }
}

/** The second amount less the first. Null unless each row has exactly one of them. */
function netOf(
  out: readonly (number | null)[],
  into: readonly (number | null)[],
): readonly number[] | null {
  const nets = out.map((value, index) => {
    const other = into[index] ?? null
    const [size, rest] = [Math.abs(value ?? 0), Math.abs(other ?? 0)]
    return (size === 0) === (rest === 0) ? null : rest - size
  })
  return nets.every((net) => net !== null) ? nets : null
}

/** Returns how all balances follow from the amounts: 1 rising with them, -1 falling. Null if they do not. */
function signOf(
  amounts: readonly (number | null)[],
  balances: readonly (number | null)[],
): 1 | -1 | null {
  const arithmetic = createArithmetic()
  for (const [index, amount] of amounts.entries()) {
    const balance = balances[index] ?? null
    if (amount === null || balance === null) return null
    arithmetic.push({ amount, balance })
  }
  const { checks, hits, sign } = arithmetic.end(null)
  return checks >= ROWS_ENOUGH - 1 && hits === checks ? sign : null
}

function hasDecimals(records: readonly CsvRecord[], at: number): boolean {
  const cells = records
    .map(({ cells: all }) => (all[at] ?? '').trim())
    .filter((text) => text !== '')
  return cells.some((text) => /[.,]\d{1,2}\D*$/.test(text))
}
