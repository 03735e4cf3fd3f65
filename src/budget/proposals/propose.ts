import { indexOnOrAfter } from '#/core/calendar/occurrences.ts'
import { addIntervals } from '#/core/values/interval.ts'
import { nextPayday, paydaysOf, type Schedule } from '#/core/calendar/paydays.ts'
import { addCents, type Cents } from '#/core/values/cents.ts'
import { type Day, dayNumber, daysBetween } from '#/core/values/day.ts'
import { billAmount, isWithin, medianOf, type Paid, RECENT_PAYMENTS } from './bill-amount.ts'
import { type BillInterval, billRegularity, payRegularity } from './regularity.ts'

/** The payments of one payer or payee: days ascending, none after today, amounts in cents and positive. */
export type Habit = {
  readonly name: string
  /** The key of the payer or payee. */
  readonly payee?: string
  readonly payments: readonly Paid[]
}

/** Pay that seems to recur. */
export type ProposedPayday = Schedule & {
  readonly name: string
  readonly payer?: string
  readonly amount: Cents
  /** The amounts differ, so that `amount` is only typical. */
  readonly varies: boolean
  /** The next payday after today. */
  readonly next: Day
  /** All days on which the payer has paid. */
  readonly paid: readonly Day[]
}

/** A bill that seems to recur. */
export type ProposedBill = BillInterval & {
  readonly name: string
  readonly payee?: string
  readonly amount: Cents
  readonly varies: boolean
  readonly due: Day
}

/** A deposit within this factor of the median counts as typical. */
const PAY_FACTOR = 2
/**
 * Deposits of less than this share of the largest pay are not pay, but interest or friends paying back. Benefits are small,
 * too: they come regularly, each time the same.
 */
const PAY_SHARE = 0.2
const BENEFIT_SHARE = 0.03
const BENEFITS_MIN = 4
const PAYDAYS_MAX = 4
/** Most payers to examine, those who have paid most. */
const PAYERS_MAX = 12
/** Amounts of one payee that differ by more than this factor may be separate bills. */
const SEPARATE_FACTOR = 1.25
/** Equal payments that may be a bill among other purchases, and the most such amounts to examine. */
const EQUAL_MIN = 4
const EQUAL_MAX = 8

/** Proposes paydays from regular deposits, largest monthly amount first. */
export function proposePaydays(deposits: readonly Habit[], today: Day): readonly ProposedPayday[] {
  const largest = deposits.toSorted((a, b) => paidBy(b) - paidBy(a)).slice(0, PAYERS_MAX)
  const found = largest.flatMap((habit) =>
    proposeByAmount(habit, (one) => proposePayday(one, today)),
  )
  const ranked = found.toSorted((a, b) => monthly(b) - monthly(a))
  const most = ranked[0] ? monthly(ranked[0]) : 0
  return ranked
    .filter((one) => {
      const isBenefit = !one.varies && one.paid.length >= BENEFITS_MIN
      return monthly(one) >= most * (isBenefit ? BENEFIT_SHARE : PAY_SHARE)
    })
    .slice(0, PAYDAYS_MAX)
}

/** Proposes bills from regular payments, earliest due date first. */
export function proposeBills(payees: readonly Habit[], today: Day): readonly ProposedBill[] {
  return payees
    .flatMap((habit) =>
      proposeByAmount(habit, (one, isPart) => proposeBill(one, { today, isPart })),
    )
    .toSorted((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : b.amount - a.amount))
}

/**
 * Returns the amount of a bill that would be set aside by now if it had been collected evenly since the last payment, in
 * cents, rounded down. If no payday comes before the due date, that is all of it, for each payment before that payday.
 */
export function collectedByNow(
  bill: ProposedBill,
  { today, payday }: { readonly today: Day; readonly payday: Day | null },
): Cents {
  const { amount, due } = bill
  if (payday !== null && due < payday) {
    return amount * indexOnOrAfter({ ...bill, anchor: due }, dayNumber(payday))
  }
  const lastDue = addIntervals(due, bill, -1)
  const days = Math.max(0, daysBetween(lastDue, today))
  return Math.floor((amount * days) / daysBetween(lastDue, due))
}

function proposePayday({ name, payee, payments }: Habit, today: Day): ProposedPayday | null {
  const found = payRegularity(daysOf(payments), today)
  if (!found) return null
  const typical = typicalPay(payments, found.days)
  const next = nextPayday(paydaysOf([found.rule]), today)
  const payer = payee === undefined ? {} : { payer: payee }
  const paid = daysOf(payments)
  return typical && next ? { name, ...payer, ...found.rule, ...typical, next, paid } : null
}

function proposeBill(
  { name, payee, payments }: Habit,
  { today, isPart }: { today: Day; isPart: boolean },
): ProposedBill | null {
  const found = billRegularity(daysOf(payments), today)
  if (!found) return null
  const { anchor: due, ...interval } = found.rule
  const next = billAmount(payments, { ...found, interval, due, isPart })
  const payees = payee === undefined ? {} : { payee }
  return next ? { name, ...payees, ...next, ...interval, due } : null
}

/**
 * Proposes from all payments of a payee, or else from each group of similar amounts, or of equal ones: it may send several
 * bills, and a subscription may be one of many purchases.
 */
export function proposeByAmount<T>(
  habit: Habit,
  propose: (habit: Habit, isPart: boolean) => T | null,
): T[] {
  const whole = propose(habit, false)
  if (whole !== null) return [whole]
  const proposeAll = (groups: readonly (readonly Paid[])[]) =>
    groups.flatMap((group) => {
      const payments = group.toSorted((a, b) => (a.day < b.day ? -1 : 1))
      return propose({ ...habit, payments }, true) ?? []
    })
  const similar = similarAmounts(habit.payments)
  const found = similar.length < 2 ? [] : proposeAll(similar)
  return found.length > 0 ? found : proposeAll(equalAmounts(habit.payments))
}

function similarAmounts(payments: readonly Paid[]): Paid[][] {
  const groups: Paid[][] = []
  let last = 0
  for (const payment of payments.toSorted((a, b) => a.amount - b.amount)) {
    if (groups.length === 0 || payment.amount > last * SEPARATE_FACTOR) groups.push([])
    groups.at(-1)!.push(payment)
    last = payment.amount
  }
  return groups
}

/** Lists the payments of each amount that came back often, the most frequent first. */
function equalAmounts(payments: readonly Paid[]): Paid[][] {
  const groups = [...Map.groupBy(payments, ({ amount }) => amount).values()]
  return groups
    .filter((group) => group.length >= EQUAL_MIN && group.length < payments.length)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, EQUAL_MAX)
}

/** Returns the typical pay on these days; null if fewer than four fifths are close to the median. */
function typicalPay(
  payments: readonly Paid[],
  days: ReadonlySet<Day>,
): { amount: Cents; varies: boolean } | null {
  const amounts = payments.filter(({ day }) => days.has(day)).map(({ amount }) => amount)
  const last = amounts.slice(-RECENT_PAYMENTS)
  const median = medianOf(last)
  const near = last.filter((amount) => isWithin(amount, median, PAY_FACTOR))
  if (near.length * 5 < last.length * 4) return null
  // Two equal latest amounts are the new pay, even if all earlier ones differ.
  const [before, newest] = last.slice(-2)
  if (before === newest && newest !== undefined) return { amount: newest, varies: false }
  return { amount: median, varies: last.some((amount) => amount !== median) }
}

function paidBy({ payments }: Habit): Cents {
  return addCents(...payments.map(({ amount }) => amount))
}

function daysOf(payments: readonly Paid[]): Day[] {
  return payments.map(({ day }) => day)
}

const perMonth = { weekly: 52 / 12, biweekly: 26 / 12, semimonthly: 2, monthly: 1 }

function monthly({ amount, frequency }: ProposedPayday): number {
  return amount * perMonth[frequency]
}
