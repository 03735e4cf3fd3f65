// The terms of a simulated household, by chance: bills, shops, cards, pay.
import type { Chance } from '#/budget/expenses/rules/given.ts'
import { type Day, addDays, addMonths, toDay } from '#/core/values/day.ts'
import * as catalog from './year-catalog.ts'
import * as payers from './year-payers.ts'
import { type Locale, randomLocale } from './year-texts.ts'

export type AccountName = 'checking' | 'savings' | 'card1' | 'card2'

/** One bill of the household; `ref` is the answer to which set-aside a payment is spent from. */
export type Bill = {
  readonly ref: string
  readonly kind: catalog.BillKind
  readonly account: AccountName
  readonly interval: 1 | 3 | 12
  /** A due date; all others are whole intervals away. */
  readonly due: Day
  /** Cents. */
  readonly amount: number
  /** The price changes by this factor from that day on. */
  readonly raise: { readonly from: Day; readonly factor: number } | null
  readonly skips: readonly Day[]
  /** Due dates that are paid in two parts, or charged twice. */
  readonly inParts: Day | null
  readonly doubled: Day | null
}

export type Card = (typeof payers.cards)[number] & {
  readonly ref: 'card1' | 'card2'
  /** The day of the month on which the household pays it. */
  readonly payDay: number
  /** The debt when the history begins, in cents. */
  readonly owed: number
}

export type Terms = {
  readonly locale: Locale
  /** The day on which the household connects its bank. */
  readonly start: Day
  readonly first: Day
  readonly last: Day
  readonly bills: readonly Bill[]
  readonly cards: readonly Card[]
  readonly shops: readonly catalog.Shop[]
  readonly holiday: { readonly from: Day; readonly until: Day }
  readonly pay: { readonly payee: catalog.Payee; readonly amount: number }
  /** True if the bank sends a clean name for this payee. */
  readonly named: (payee: string) => boolean
  /** Three digits that belong to a payee. */
  readonly numberOf: (payee: string) => number
}

/** Days after the connection that are simulated. */
export const DAYS = 400
/** Days of history that a bank lists when it is connected. */
const HISTORY = 95

export function between(chance: Chance, from: number, to: number): number {
  return from + chance.below(to - from + 1)
}

export function randomTerms(chance: Chance, days = DAYS): Terms {
  const start = addDays(toDay('2025-06-02'), chance.below(365))
  const span = { start, first: addDays(start, -HISTORY), last: addDays(start, days) }
  const bills = randomBills(chance, start)
  const names = randomNames(chance)
  const [one, two] = shuffled(chance, payers.cards)
  const cardOf = (kind: (typeof payers.cards)[number], ref: Card['ref']): Card => ({
    ...kind,
    ref,
    payDay: between(chance, 1, 28),
    owed: between(chance, 20_000, 120_000),
  })
  const monthly = bills.reduce((sum, { amount, interval }) => sum + amount / interval, 0)
  const away = addDays(start, between(chance, 40, 330))
  return {
    locale: randomLocale(chance),
    ...span,
    bills,
    cards: [cardOf(one!, 'card1'), cardOf(two!, 'card2')],
    shops: [...catalog.spending, ...catalog.shops.map(({ buys }) => buys)],
    holiday: { from: away, until: addDays(away, 13) },
    pay: {
      payee: chance.pick(payers.employers),
      amount: Math.round(monthly * 0.6) + between(chance, 150_000, 210_000),
    },
    ...names,
  }
}

function randomNames(chance: Chance): Pick<Terms, 'named' | 'numberOf'> {
  const share = chance.pick([0, 5, 10])
  const named = new Map<string, boolean>()
  const numbers = new Map<string, number>()
  const kept = <T>(map: Map<string, T>, key: string, make: () => T): T => {
    const found = map.get(key) ?? make()
    map.set(key, found)
    return found
  }
  return {
    named: (payee) => kept(named, payee, () => chance.below(10) < share),
    numberOf: (payee) => kept(numbers, payee, () => between(chance, 100, 999)),
  }
}

function randomBills(chance: Chance, start: Day): Bill[] {
  const pair = shuffled(chance, catalog.pairs)[0]!
  const shops = catalog.shops.map(({ bill }) => bill)
  const monthly = [...catalog.monthly.map((some) => chance.pick(some)), ...pair, ...shops]
  const kinds = [
    ...monthly.map((kind) => ({ kind, interval: 1 as const })),
    { kind: chance.pick(catalog.quarterly), interval: 3 as const },
    { kind: chance.pick(catalog.yearly), interval: 12 as const },
  ]
  const card = chance.pick(['card1', 'card2'])
  const bills = kinds.map(({ kind, interval }, index): Bill => {
    const isByCard = kind.payee.way === 'card' && chance.below(10) < 7
    return {
      ref: `bill ${index + 1}`,
      kind,
      account: isByCard ? (chance.below(5) === 0 ? otherCard(card) : card) : 'checking',
      interval,
      due: addDays(start, chance.below(interval === 12 ? 300 : interval * 30)),
      amount: between(chance, kind.from, kind.to),
      raise: null,
      skips: [],
      inParts: null,
      doubled: null,
    }
  })
  return withEvents(chance, bills, start)
}

const otherCard = (card: 'card1' | 'card2') => (card === 'card1' ? 'card2' : 'card1')

/** Gives some bills a new price, two a month without a payment, one a payment in two parts, and one a double charge. */
function withEvents(chance: Chance, bills: readonly Bill[], start: Day): Bill[] {
  const refs = bills.filter(({ interval }) => interval === 1).map(({ ref }) => ref)
  const raised = shuffled(chance, refs).slice(0, 5)
  const skipping = shuffled(chance, refs).slice(0, 2)
  const [parted, doubled] = shuffled(chance, refs)
  return bills.map((bill) => {
    const some = () => addMonths(bill.due, between(chance, 2, 11))
    const from = addDays(start, between(chance, 45, 330))
    const factor = 1 + between(chance, 3, 14) / 100
    return {
      ...bill,
      raise: raised.includes(bill.ref) ? { from, factor } : null,
      skips: skipping.includes(bill.ref) ? [some()] : [],
      inParts: bill.ref === parted && bill.amount > 2_000 ? some() : null,
      doubled: bill.ref === doubled ? some() : null,
    }
  })
}

export function shuffled<T>(chance: Chance, items: readonly T[]): T[] {
  const rest = [...items]
  const drawn: T[] = []
  while (rest.length > 0) drawn.push(...rest.splice(chance.below(rest.length), 1))
  return drawn
}
