import type { Paid } from '#/budget/proposals/bill-amount.ts'
import { billAmount, isWithin } from '#/budget/proposals/bill-amount.ts'
import { type Habit, proposeByAmount } from '#/budget/proposals/propose.ts'
import { type BillInterval, billRegularity } from '#/budget/proposals/regularity.ts'
import { meanDays } from '#/core/calendar/occurrences.ts'
import { addCents, type Cents } from '#/core/values/cents.ts'
import { addMonths, type Day, daysBetween } from '#/core/values/day.ts'

export type Price = { readonly since: Day; readonly amount: Cents }

/** Payments to one payee that recur. Amounts in cents. */
export type Recurring = BillInterval & {
  readonly amount: Cents
  readonly varies: boolean
  readonly perYear: Cents
  readonly first: Day
  readonly last: Day
  readonly next: Day
  readonly count: number
  /** Each price and its first day, oldest first; empty if the amount varies. */
  readonly prices: readonly Price[]
  readonly change: { readonly since: Day; readonly before: Cents; readonly perYear: Cents } | null
}

/** A price held for at least so many payments; otherwise each payment has another one, and the amount varies. */
const HELD_MEAN = 2

/** The least and most time between two payments, as shares of the interval: one may be late, or missing. */
const GAP_MIN = 0.6
const GAP_MAX = 1.5
/** A price changes by at most this factor at once. */
const PRICE_FACTOR = 1.7

/** Finds what recurs among the payments to one payee: several things if amounts tell them apart. */
export function findRecurring(habit: Habit, today: Day): readonly Recurring[] {
  return proposeByAmount(habit, (one, isPart) => recurringOf(one, { today, isPart }))
}

function recurringOf(
  { payments }: Habit,
  { today, isPart }: { readonly today: Day; readonly isPart: boolean },
): Recurring | null {
  const days = payments.map(({ day }) => day)
  const found = billRegularity(days, today)
  if (!found) return null
  const { anchor: next, ...interval } = found.rule
  if (!billAmount(payments, { ...found, interval, due: next, isPart })) return null
  const regular = payments.filter(({ day }) => found.days.has(day))
  const paid = [...earlierThan(regular[0]!, { payments, every: meanDays(interval) }), ...regular]
  const [first, last] = [paid[0]!, paid.at(-1)!]
  const steps = pricesOf(paid)
  const varies = steps.length > 1 && paid.length < steps.length * HELD_MEAN
  const amount = varies ? meanOf(paid, today) : last.amount
  const timesAYear = paymentsAYear(interval)
  const before = varies ? undefined : steps.at(-2)
  return {
    ...interval,
    amount,
    varies,
    perYear: Math.round(amount * timesAYear),
    first: first.day,
    last: last.day,
    next,
    count: paid.length,
    prices: varies ? [] : steps,
    change: before
      ? {
          since: steps.at(-1)!.since,
          before: before.amount,
          perYear: Math.round((amount - before.amount) * timesAYear),
        }
      : null,
  }
}

/**
 * Follows the payments back beyond those that show what is regular now, ascending: each about an interval before the next, and
 * of an amount like it.
 */
function earlierThan(
  first: Paid,
  { payments, every }: { readonly payments: readonly Paid[]; readonly every: number },
): Paid[] {
  const earlier: Paid[] = []
  let next = first
  for (const one of payments.toReversed()) {
    const days = daysBetween(one.day, next.day)
    if (days < every * GAP_MIN) continue
    if (days > every * GAP_MAX) break
    if (!isWithin(one.amount, next.amount, PRICE_FACTOR)) continue
    earlier.push(one)
    next = one
  }
  return earlier.toReversed()
}

/** Lists the prices in a row of payments, each with the day of its first payment. */
function pricesOf(paid: readonly Paid[]): readonly Price[] {
  return paid.flatMap(({ day, amount }, index) =>
    index > 0 && paid[index - 1]!.amount === amount ? [] : { since: day, amount },
  )
}

/** The mean of the payments of the last twelve months, or else of the last one. */
function meanOf(paid: readonly Paid[], today: Day): Cents {
  const year = paid.filter(({ day }) => day > addMonths(today, -12))
  const some = year.length > 0 ? year : paid.slice(-1)
  return Math.round(addCents(...some.map(({ amount }) => amount)) / some.length)
}

/** A year has 52 weeks here, so that what is paid weekly is counted 52 times. */
function paymentsAYear({ intervalMonths, intervalDays }: BillInterval): number {
  return intervalMonths === null ? 364 / intervalDays : 12 / intervalMonths
}
