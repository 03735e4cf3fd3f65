import { nextPayday, paydaysOf, type Schedule } from '#/core/calendar/paydays.ts'
import { addCents, type Cents } from '#/core/values/cents.ts'
import { addMonths, type Day, daysBetween } from '#/core/values/day.ts'
import { type BillInterval, billRegularity, payRegularity } from './regularity.ts'

/** What one payer or one payee has paid or got: days ascending, none after today, and cents above zero. */
export type Habit = {
  readonly name: string
  readonly payments: readonly { readonly day: Day; readonly amount: Cents }[]
}

/** Pay that seems to come by itself. */
export type ProposedPayday = Schedule & {
  readonly name: string
  readonly amount: Cents
  /** The amounts differ, so it is only about that much. */
  readonly varies: boolean
  /** The next day that it comes, after today. */
  readonly next: Day
}

/** A bill that seems to come by itself. */
export type ProposedBill = {
  readonly name: string
  readonly amount: Cents
  readonly varies: boolean
  readonly intervalMonths: BillInterval
  readonly due: Day
}

/** The amounts of the last payments tell what the next one will be. */
const LAST = 6
/** Where most amounts are further from the middle one than this factor, they tell nothing. */
const BILL_FACTOR = 1.7
const PAY_FACTOR = 2
/** Deposits that bring less than this share of the largest are no pay: interest, or what friends owe. */
const PAY_SHARE = 0.2
const PAYDAYS_MAX = 3
/** So many payers are looked at, those who have paid most. */
const PAYERS_MAX = 12
/** Payments to one payee whose amounts lie further apart than this factor may be two bills. */
const APART_FACTOR = 1.25

/** The paydays that deposits speak for, what brings most first. */
export function proposePaydays(deposits: readonly Habit[], today: Day): readonly ProposedPayday[] {
  const largest = deposits.toSorted((a, b) => paidBy(b) - paidBy(a)).slice(0, PAYERS_MAX)
  const found = largest.flatMap((habit) => apartIfNeeded(habit, (one) => proposePayday(one, today)))
  const ranked = found.toSorted((a, b) => monthly(b) - monthly(a))
  const most = ranked[0] ? monthly(ranked[0]) : 0
  return ranked.filter((one) => monthly(one) >= most * PAY_SHARE).slice(0, PAYDAYS_MAX)
}

/** The bills that payments speak for, what is due first coming first. */
export function proposeBills(payees: readonly Habit[], today: Day): readonly ProposedBill[] {
  return payees
    .flatMap((habit) => apartIfNeeded(habit, (one) => proposeBill(one, today)))
    .toSorted((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : b.amount - a.amount))
}

/**
 * What of a bill would have been set aside by now, had its money been collected evenly since it was paid last: all of it
 * where no payday comes before it is due. In cents, rounded down.
 */
export function collectedByNow(
  { amount, due, intervalMonths }: ProposedBill,
  { today, payday }: { readonly today: Day; readonly payday: Day | null },
): Cents {
  if (payday !== null && due < payday) return amount
  const begun = addMonths(due, -intervalMonths)
  const days = Math.max(0, daysBetween(begun, today))
  return Math.floor((amount * days) / daysBetween(begun, due))
}

function proposePayday({ name, payments }: Habit, today: Day): ProposedPayday | null {
  const found = payRegularity(daysOf(payments), today)
  if (!found) return null
  const typical = typicalAmount(payments, found.days, PAY_FACTOR)
  const next = nextPayday(paydaysOf([found.rule]), today)
  return typical && next ? { name, ...found.rule, ...typical, next } : null
}

function proposeBill({ name, payments }: Habit, today: Day): ProposedBill | null {
  const found = billRegularity(daysOf(payments), today)
  if (!found) return null
  const typical = typicalAmount(payments, found.days, BILL_FACTOR)
  const { intervalMonths, anchor } = found.rule
  return typical ? { name, ...typical, intervalMonths, due: anchor } : null
}

/** One payee may send several bills: where all payments together follow no rule, those of like amounts may. */
function apartIfNeeded<T>(habit: Habit, propose: (habit: Habit) => T | null): T[] {
  const whole = propose(habit)
  if (whole !== null) return [whole]
  const groups: Habit['payments'][number][][] = []
  let last = 0
  for (const payment of habit.payments.toSorted((a, b) => a.amount - b.amount)) {
    if (groups.length === 0 || payment.amount > last * APART_FACTOR) groups.push([])
    groups.at(-1)!.push(payment)
    last = payment.amount
  }
  if (groups.length < 2) return []
  return groups.flatMap((group) => {
    const payments = group.toSorted((a, b) => (a.day < b.day ? -1 : 1))
    return propose({ name: habit.name, payments }) ?? []
  })
}

/** What the payments of these days amount to; null where most differ too much to say. */
function typicalAmount(
  payments: Habit['payments'],
  days: ReadonlySet<Day>,
  factor: number,
): { amount: Cents; varies: boolean } | null {
  const amounts = payments.filter(({ day }) => days.has(day)).map(({ amount }) => amount)
  const last = amounts.slice(-LAST)
  const middle = last.toSorted((a, b) => a - b)[Math.floor(last.length / 2)] ?? 0
  const near = last.filter((amount) => amount <= middle * factor && amount * factor >= middle)
  if (near.length * 5 < last.length * 4) return null
  // A price that has risen stays: two equal ones outweigh all before them.
  const [before, newest] = last.slice(-2)
  if (before === newest && newest !== undefined) return { amount: newest, varies: false }
  return { amount: middle, varies: last.some((amount) => amount !== middle) }
}

function paidBy({ payments }: Habit): Cents {
  return addCents(...payments.map(({ amount }) => amount))
}

function daysOf(payments: Habit['payments']): Day[] {
  return payments.map(({ day }) => day)
}

const perMonth = { weekly: 52 / 12, biweekly: 26 / 12, semimonthly: 2, monthly: 1 }

function monthly({ amount, frequency }: ProposedPayday): number {
  return amount * perMonth[frequency]
}
