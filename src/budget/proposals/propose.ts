import { nextPayday, paydaysOf, type Schedule } from '#/core/calendar/paydays.ts'
import { addCents, type Cents } from '#/core/values/cents.ts'
import { addMonths, type Day, daysBetween } from '#/core/values/day.ts'
import { type BillInterval, billRegularity, payRegularity } from './regularity.ts'

/** The payments of one payer or payee: days ascending, none after today, amounts in cents and positive. */
export type Habit = {
  readonly name: string
  /** The key of the payer or payee. */
  readonly payee?: string
  readonly payments: readonly { readonly day: Day; readonly amount: Cents }[]
}

/** Pay that seems to recur. */
export type ProposedPayday = Schedule & {
  readonly name: string
  readonly amount: Cents
  /** The amounts differ, so that `amount` is only typical. */
  readonly varies: boolean
  /** The next payday after today. */
  readonly next: Day
}

/** A bill that seems to recur. */
export type ProposedBill = {
  readonly name: string
  readonly payee?: string
  readonly amount: Cents
  readonly varies: boolean
  readonly intervalMonths: BillInterval
  readonly due: Day
}

/** Number of last payments that the typical amount is taken from. */
const RECENT_PAYMENTS = 6
/** An amount within this factor of the median counts as typical. */
const BILL_FACTOR = 1.7
const PAY_FACTOR = 2
/** Deposits of less than this share of the largest pay are not pay, but interest or friends paying back. */
const PAY_SHARE = 0.2
const PAYDAYS_MAX = 3
/** Most payers to examine, those who have paid most. */
const PAYERS_MAX = 12
/** Amounts of one payee that differ by more than this factor may be separate bills. */
const SEPARATE_FACTOR = 1.25

/** Proposes paydays from regular deposits, largest monthly amount first. */
export function proposePaydays(deposits: readonly Habit[], today: Day): readonly ProposedPayday[] {
  const largest = deposits.toSorted((a, b) => paidBy(b) - paidBy(a)).slice(0, PAYERS_MAX)
  const found = largest.flatMap((habit) =>
    proposeByAmount(habit, (one) => proposePayday(one, today)),
  )
  const ranked = found.toSorted((a, b) => monthly(b) - monthly(a))
  const most = ranked[0] ? monthly(ranked[0]) : 0
  return ranked.filter((one) => monthly(one) >= most * PAY_SHARE).slice(0, PAYDAYS_MAX)
}

/** Proposes bills from regular payments, earliest due date first. */
export function proposeBills(payees: readonly Habit[], today: Day): readonly ProposedBill[] {
  return payees
    .flatMap((habit) => proposeByAmount(habit, (one) => proposeBill(one, today)))
    .toSorted((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : b.amount - a.amount))
}

/**
 * Returns the amount of a bill that would be set aside by now if it had been collected evenly since the last payment, in
 * cents, rounded down. If no payday comes before the due date, that is all of it.
 */
export function collectedByNow(
  { amount, due, intervalMonths }: ProposedBill,
  { today, payday }: { readonly today: Day; readonly payday: Day | null },
): Cents {
  if (payday !== null && due < payday) return amount
  const lastDue = addMonths(due, -intervalMonths)
  const days = Math.max(0, daysBetween(lastDue, today))
  return Math.floor((amount * days) / daysBetween(lastDue, due))
}

function proposePayday({ name, payments }: Habit, today: Day): ProposedPayday | null {
  const found = payRegularity(daysOf(payments), today)
  if (!found) return null
  const typical = typicalAmount(payments, found.days, PAY_FACTOR)
  const next = nextPayday(paydaysOf([found.rule]), today)
  return typical && next ? { name, ...found.rule, ...typical, next } : null
}

function proposeBill({ name, payee, payments }: Habit, today: Day): ProposedBill | null {
  const found = billRegularity(daysOf(payments), today)
  if (!found) return null
  const typical = typicalAmount(payments, found.days, BILL_FACTOR)
  const { intervalMonths, anchor } = found.rule
  const payees = payee === undefined ? {} : { payee }
  return typical ? { name, ...payees, ...typical, intervalMonths, due: anchor } : null
}

/** Proposes from all payments of a payee, or else from each group of similar amounts: it may send several bills. */
function proposeByAmount<T>(habit: Habit, propose: (habit: Habit) => T | null): T[] {
  const whole = propose(habit)
  if (whole !== null) return [whole]
  const groups: Habit['payments'][number][][] = []
  let last = 0
  for (const payment of habit.payments.toSorted((a, b) => a.amount - b.amount)) {
    if (groups.length === 0 || payment.amount > last * SEPARATE_FACTOR) groups.push([])
    groups.at(-1)!.push(payment)
    last = payment.amount
  }
  if (groups.length < 2) return []
  return groups.flatMap((group) => {
    const payments = group.toSorted((a, b) => (a.day < b.day ? -1 : 1))
    return propose({ ...habit, payments }) ?? []
  })
}

/** Returns the typical amount of the payments on these days; null if fewer than four fifths are close to the median. */
function typicalAmount(
  payments: Habit['payments'],
  days: ReadonlySet<Day>,
  factor: number,
): { amount: Cents; varies: boolean } | null {
  const amounts = payments.filter(({ day }) => days.has(day)).map(({ amount }) => amount)
  const last = amounts.slice(-RECENT_PAYMENTS)
  const median = last.toSorted((a, b) => a - b)[Math.floor(last.length / 2)] ?? 0
  const near = last.filter((amount) => amount <= median * factor && amount * factor >= median)
  if (near.length * 5 < last.length * 4) return null
  // Two equal latest amounts are a new price, even if all earlier ones differ.
  const [before, newest] = last.slice(-2)
  if (before === newest && newest !== undefined) return { amount: newest, varies: false }
  return { amount: median, varies: last.some((amount) => amount !== median) }
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
