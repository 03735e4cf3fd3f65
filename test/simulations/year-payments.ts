// All payments of a simulated household, each with the true answer: the set-aside that it is spent from.
import type { Chance } from '#/budget/expenses/rules/given.ts'
import { addDays, addMonths, type Day, daysBetween } from '#/core/values/day.ts'
import { holiday, type Payee, type Shop } from './year-catalog.ts'
import { type AccountName, between, type Bill, type Terms } from './year-terms.ts'
import { writeText } from './year-texts.ts'

export type Kind =
  | 'bill'
  | 'card payment'
  | 'spending'
  | 'refund'
  | 'double charge'
  | 'transfer'
  | 'cash'
  | 'income'

export type Payment = {
  readonly id: string
  readonly kind: Kind
  /** The true answer: a bill, a card, or null for free to spend. */
  readonly truth: string | null
  readonly account: AccountName
  readonly day: Day
  /** Cents, as booked. */
  readonly amount: number
  readonly payee: string | null
  readonly text: string
  readonly bookedOn: Day
  /** As the bank lists it before, if it does. */
  readonly pending: { readonly amount: number; readonly text: string } | null
  /** Its booking has the id of the pending payment. */
  readonly keepsId: boolean
}

type Event = {
  readonly kind: Kind
  readonly truth?: string
  readonly account: AccountName
  readonly day: Day
  readonly amount: number
  readonly payee: Payee
  readonly tip?: number
  /** It is the second of two equal charges: the bank lists it a day after the first. */
  readonly isSecond?: boolean
}

export function randomPayments(chance: Chance, terms: Terms): Payment[] {
  let serial = 0
  const give = (event: Event): Payment => {
    serial += 1
    return { id: `p${serial}`, ...arrive(chance, terms, event) }
  }
  const visits = [...shopping(chance, terms), ...holidays(chance, terms)]
  const events = [
    ...terms.bills.flatMap((bill) => billed(chance, terms, bill)),
    ...visits,
    ...refunds(chance, terms, visits),
    ...paydays(terms),
    ...savings(chance, terms),
    ...cash(chance, terms),
  ]
  const payments = inOrder(events.map(give), events)
  return [...payments, ...cardPayments(chance, terms, payments).map(give)]
    .filter(({ day }) => day >= terms.first && day <= terms.last)
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

/** Books the second of two equal charges later, because only their order distinguishes them. */
function inOrder(payments: readonly Payment[], events: readonly Event[]): Payment[] {
  return payments.map((one, index) => {
    if (!events[index]!.isSecond) return one
    const first = payments[index - 1]!
    return { ...one, pending: null, bookedOn: workday(addDays(first.bookedOn, 1)) }
  })
}

/** Decides how the bank lists a payment: its text, whether it is pending first, and when it is booked. */
function arrive(chance: Chance, terms: Terms, event: Event): Omit<Payment, 'id'> {
  const { account, day, payee, amount, kind, truth = null, tip = 0 } = event
  const { locale } = terms
  const words = { shop: payee.text, biller: payee.text, word: payee.word ?? 'PAYMENT' }
  const stores = terms.numberOf(payee.name)
  const write = (template: string) => writeText(chance, template, { locale, day, words, stores })
  const isPending = chance.below(20) < (payee.way === 'card' ? 13 : 3)
  const later = payee.way === 'card' ? between(chance, 1, 3) : isPending ? 1 : 0
  const text = templateOf(payee, account, terms)
  const asShop = chance.below(3) === 0 ? payee.text : text
  return {
    kind,
    truth,
    account,
    day,
    amount: amount - tip,
    payee: terms.named(payee.name) ? payee.name : null,
    text: write(text),
    bookedOn: workday(addDays(day, later)),
    pending: isPending ? { amount, text: write(asShop) } : null,
    keepsId: chance.below(5) < 2,
  }
}

function templateOf({ way, text }: Payee, account: AccountName, { locale }: Terms): string {
  if (way === 'as it is') return text
  if (way === 'ach') return locale.ach
  if (account === 'checking') return locale.debit
  return /\{phone\}|\{city\}|[A-Z]{2}$/.test(text) ? text : `${text} {city} {state}`
}

/** Banks book on workdays. */
function workday(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
}

function billed(chance: Chance, { first, last }: Terms, bill: Bill): Event[] {
  const { kind, account, ref, interval } = bill
  const jitter = () => (kind.byHand ? between(chance, -5, 4) : between(chance, 0, 2))
  const events: Event[] = []
  const before = Math.ceil((daysBetween(first, bill.due) / 28 + 1) / interval) * interval
  for (let step = -before; ; step += interval) {
    const due = addMonths(bill.due, step)
    if (due > last) return events
    if (bill.skips.includes(due)) continue
    const price = bill.raise && due >= bill.raise.from ? bill.raise.factor : 1
    const share = kind.varies ?? 0
    const season = share * Math.cos(((Number(due.slice(5, 7)) - 1) / 6) * Math.PI)
    const noise = share === 0 ? 0 : (share / 4) * (between(chance, -100, 100) / 100)
    const amount = Math.round(bill.amount * price * (1 + season + noise))
    const day = addDays(due, jitter())
    const paid = { kind: 'bill', truth: ref, account, payee: kind.payee } as const
    if (due === bill.inParts) {
      const part = Math.round(amount * (between(chance, 40, 60) / 100))
      const later = addDays(day, between(chance, 3, 8))
      events.push({ ...paid, day, amount: -part }, { ...paid, day: later, amount: part - amount })
    } else events.push({ ...paid, day, amount: -amount })
    if (due !== bill.doubled) continue
    // The household has paid: the second charge is the payee's mistake, and comes back.
    const again = { kind: 'double charge', account, payee: kind.payee } as const
    const refundedOn = addDays(day, between(chance, 6, 12))
    const secondOn = addDays(day, chance.below(2))
    events.push({ ...again, day: secondOn, amount: -amount, isSecond: true })
    events.push({ ...again, day: refundedOn, amount })
  }
}

function shopping(chance: Chance, terms: Terms): Event[] {
  return daysOf(terms).flatMap((day) => {
    const isAway = day >= terms.holiday.from && day <= terms.holiday.until
    return isAway ? [] : terms.shops.flatMap((shop) => visit(chance, shop, day))
  })
}

function holidays(chance: Chance, terms: Terms): Event[] {
  const { from, until } = terms.holiday
  const days = daysOf(terms).filter((day) => day >= from && day <= until)
  return days.flatMap((day) => holidayShops(chance, day))
}

function holidayShops(chance: Chance, day: Day): Event[] {
  return holiday.flatMap((shop) => visit(chance, shop, day))
}

function visit(chance: Chance, shop: Shop, day: Day): Event[] {
  if (chance.below(7000) >= shop.weekly * 1000) return []
  const account =
    shop.payee.way === 'card'
      ? chance.pick(['card1', 'card1', 'card2', 'checking', 'checking'])
      : 'checking'
  // Small amounts are more frequent than large ones.
  const range = shop.to - shop.from
  const amount = shop.from + Math.floor((chance.below(range) * (1 + chance.below(100))) / 100)
  const tip = shop.tips ? Math.round(amount * (between(chance, 15, 20) / 100)) : 0
  return [{ kind: 'spending', account, day, amount: -amount, payee: shop.payee, tip }]
}

/** Some purchases are returned, all of them or in part. */
function refunds(chance: Chance, { shops }: Terms, visits: readonly Event[]): Event[] {
  const returning = new Set(shops.filter((shop) => shop.refunds).map(({ payee }) => payee.text))
  return visits.flatMap((event) => {
    if (!returning.has(event.payee.text) || chance.below(9) > 0) return []
    const amount = Math.max(1, Math.round((-event.amount * chance.pick([100, 100, 35])) / 100))
    const day = addDays(event.day, between(chance, 3, 12))
    return [{ ...event, kind: 'refund', day, amount } satisfies Event]
  })
}

/** Every second Friday. */
function paydays({ first, last, pay }: Terms): Event[] {
  const events: Event[] = []
  const weekday = new Date(`${first}T00:00:00Z`).getUTCDay()
  for (let day = addDays(first, (12 - weekday) % 7); day <= last; day = addDays(day, 14)) {
    events.push({ kind: 'income', account: 'checking', day, ...pay })
  }
  return events
}

function savings(chance: Chance, terms: Terms): Event[] {
  const day = between(chance, 1, 28)
  const to = { name: 'Savings', text: 'Online Transfer to SAV ...4410 transaction#: {digits10}' }
  const from = {
    name: 'Checking',
    text: 'Online Transfer from CHK ...7712 transaction#: {digits10}',
  }
  return onDayOfMonth(terms, day).flatMap((on) => {
    const amount = chance.pick([20_000, 30_000, 50_000])
    const moved = { kind: 'transfer', day: on } as const
    return [
      { ...moved, account: 'checking', amount: -amount, payee: { ...to, way: 'as it is' } },
      { ...moved, account: 'savings', amount, payee: { ...from, way: 'as it is' } },
    ] satisfies Event[]
  })
}

function cash(chance: Chance, terms: Terms): Event[] {
  const text = 'ATM WITHDRAWAL {digits10} {mmdd} 410 MAIN ST {city} {state}'
  return daysOf(terms).flatMap((day) => {
    if (chance.below(14) > 0) return []
    const amount = -chance.pick([4_000, 6_000, 10_000, 20_000])
    const payee = { name: 'ATM', text, way: 'as it is' } as const
    return [{ kind: 'cash', account: 'checking', day, amount, payee } satisfies Event]
  })
}

/** Each month the household pays what its cards said five days before, and the card sees it up to two days later. */
function cardPayments(chance: Chance, terms: Terms, payments: readonly Payment[]): Event[] {
  return terms.cards.flatMap((card) => {
    let paid = 0
    return onDayOfMonth(terms, card.payDay).flatMap((on) => {
      const said = addDays(on, -5)
      const booked = payments.filter((one) => one.account === card.ref && one.bookedOn <= said)
      const owed = card.owed - booked.reduce((sum, { amount }) => sum + amount, 0) - paid
      if (owed <= 0) return []
      paid += owed
      const into: Payee = { name: card.out.name, text: card.into, way: 'as it is' }
      const moved = { kind: 'card payment' } as const
      const day = workday(on)
      const seen = workday(addDays(day, chance.below(3)))
      return [
        { ...moved, truth: card.ref, account: 'checking', day, amount: -owed, payee: card.out },
        { ...moved, account: card.ref, day: seen, amount: owed, payee: into },
      ] satisfies Event[]
    })
  })
}

function onDayOfMonth({ first, last }: Terms, date: number): Day[] {
  return daysOf({ first, last }).filter((day) => Number(day.slice(8)) === date)
}

function daysOf({ first, last }: Pick<Terms, 'first' | 'last'>): Day[] {
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index))
}
