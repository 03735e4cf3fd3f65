import { addCents, type Cents } from '#/core/values/cents.ts'
import { type Day, dayNumber, daysBetween } from '#/core/values/day.ts'
import {
  hasInterval,
  indexOnOrAfter,
  meanDays,
  occurrenceNumber,
} from '#/core/calendar/occurrences.ts'
import { addIntervals, type Interval } from '#/core/values/interval.ts'
import { earlyPaymentDays } from '#/budget/expenses/rules/lanes.ts'
import type { Candidate, Evidence, Paid, Payment } from './evidence.ts'

/** How well a payment's amount fits a bill: within 2 %, within 20 %, within a factor of 1.7, less, or more. */
export type AmountFit = 'exact' | 'close' | 'far' | 'less' | 'more'

/** How a payment fits a bill. */
export type BillFit = {
  readonly amount: AmountFit
  /** An amount of the bill to the cent. */
  readonly isPrice: boolean
  /** The bill has the same price each time, as far as is known. */
  readonly isSteady: boolean
  /** The difference to the nearest amount that is known of the bill, as a share of it. */
  readonly off: number
  /** The amount that was expected; null if none is known. */
  readonly expected: Cents | null
  readonly isInWindow: boolean
  /** Days between the payment and the due date. */
  readonly away: number
  /** Paid for the same due date already, in cents. */
  readonly paid: Cents
  /** The due date is before the Expense was made, so the money in it is meant for a later one. */
  readonly isBefore: boolean
}

const EXACT = 0.02
const CLOSE = 0.2
const FAR = 1.7
/** Days after its due date on which a bill is still paid, by interval: later than early, and later the rarer it is. */
const LATE_DAYS: Readonly<Record<number, number>> = { 1: 10, 2: 12, 3: 15, 6: 20, 12: 25 }
/** Days around the same day one interval after the last payment, by interval. */
const RHYTHM_DAYS: Readonly<Record<number, number>> = { 1: 5, 2: 6, 3: 8, 6: 10, 12: 12 }
/** The same for intervals in days: less than half of the interval, so that a payment belongs to one due date. */
const LATE_DAYS_SHORT: Readonly<Record<number, number>> = { 7: 3, 14: 6, 28: 9 }
const RHYTHM_DAYS_SHORT: Readonly<Record<number, number>> = { 7: 1, 14: 2, 28: 4 }
/** Cycles whose amounts are compared. */
const CYCLES = 3
const CYCLES_VARYING = 6
/** Cycles that must have cost the same for the price to be steady. */
const STEADY_CYCLES = 2

/** Compares a payment with a bill. `paid` are the payments from the Expense so far. */
export function fitBill(
  payment: Payment,
  expense: Candidate,
  { paidFrom, payeesOf }: Evidence,
): BillFit {
  const paid = paidFrom(expense.id).filter(({ id }) => id !== payment.id)
  const due = dueAround(payment.booked, expense, paid.filter(ofMerchant(payment)))
  const inCycle = (one: Paid) => due.isSame(one.booked)
  const sofar = addCents(...paid.filter(inCycle).map(({ amount }) => -amount))
  const earlier = sumsByCycle(
    expense,
    paid.filter((one) => !inCycle(one)),
  )
  const proposed = payeesOf(payment.merchant).flatMap((one) =>
    one.expenseId === expense.id && one.amount !== null ? one.amount : [],
  )
  const known = [
    ...earlier.slice(0, CYCLES),
    ...(expense.target === null ? [] : [expense.target]),
    ...(earlier.length === 0 ? proposed : []),
  ].filter((amount) => amount > 0)
  const fit = fitAmount(Math.abs(payment.amount), known, earlier.slice(0, CYCLES_VARYING))
  return {
    isPrice: known.includes(Math.abs(payment.amount)),
    isSteady: isSteady(
      earlier.slice(0, STEADY_CYCLES),
      known.slice(Math.min(CYCLES, earlier.length)),
    ),
    ...(expense.isCard && fit.amount !== 'exact' ? { ...fit, amount: 'close' as const } : fit),
    expected: known[0] ?? null,
    isInWindow: due.isInWindow,
    away: due.away,
    paid: sofar,
    isBefore: due.isBefore,
  }
}

/** Returns true if the last cycles cost the same, and as much as was planned while only one is known. */
function isSteady(cycles: readonly Cents[], planned: readonly Cents[]): boolean {
  const [last, before] = cycles
  if (last === undefined) return planned.length > 0
  return before === undefined ? planned.includes(last) : last === before
}

/** Compares an amount with the known amounts of a bill (cents, > 0). Without any, every amount is close. */
export function fitAmount(
  amount: Cents,
  known: readonly Cents[],
  range: readonly Cents[] = [],
): { readonly amount: AmountFit; readonly off: number } {
  if (known.length === 0) return { amount: 'close', off: CLOSE }
  const off = Math.min(...known.map((one) => Math.abs(amount - one) / one))
  if (off <= EXACT) return { amount: 'exact', off }
  const isUsual = range.length > 1 && amount >= Math.min(...range) && amount <= Math.max(...range)
  if (off <= CLOSE || isUsual) return { amount: 'close', off }
  if (known.some((one) => amount <= one * FAR && amount * FAR >= one)) {
    return { amount: 'far', off }
  }
  return { amount: amount < Math.min(...known) ? 'less' : 'more', off }
}

/** Returns true if two amounts are so similar that a person's decision about one holds for the other. */
export function isSimilar(amount: Cents, other: Cents): boolean {
  if (amount < 0 !== other < 0) return false
  return fitAmount(Math.abs(amount), [Math.max(1, Math.abs(other))]).off <= CLOSE
}

/** Returns true if a payment completes an amount of which a part is paid, but for rounding. */
export function completes(amount: Cents, paid: Cents, expected: Cents): boolean {
  return Math.abs(paid + amount - expected) <= Math.max(2, Math.round(expected / 200))
}

type Due = {
  readonly isInWindow: boolean
  readonly away: number
  readonly isBefore: boolean
  /** Returns true for a day that belongs to the same due date. */
  readonly isSame: (day: Day) => boolean
}

/**
 * Finds the due date that a day belongs to, or else the rhythm of the last payments to the same payee: many people set a
 * due date that their bank never keeps.
 */
function dueAround(day: Day, expense: Candidate, paid: readonly Paid[]): Due {
  const recurrence = { ...intervalOf(expense), anchor: expense.anchor! }
  const index = nearestDue(day, expense)
  const away = dayNumber(day) - occurrenceNumber(recurrence, index)
  const isInWindow = away >= -earlyPaymentDays(expense) && away <= lateDays(recurrence)
  const [last, earlier] = [...new Set(paid.map(({ booked }) => booked))].filter((one) => one < day)
  const tolerance = rhythmDays(recurrence)
  const follows = (before: Day, next: Day) =>
    Math.abs(daysBetween(addIntervals(before, recurrence, 1), next)) <= tolerance
  if (!isInWindow && last && earlier && follows(last, day) && follows(earlier, last)) {
    const half = meanDays(recurrence) / 2
    return {
      isInWindow: true,
      away: daysBetween(addIntervals(last, recurrence, 1), day),
      isBefore: false,
      isSame: (other) => Math.abs(daysBetween(other, day)) < half,
    }
  }
  return {
    isInWindow,
    away,
    isBefore: hasInterval(expense) && index < 0,
    isSame: (other) => nearestDue(other, expense) === index,
  }
}

/** Returns the index of the due date that is nearest to a day, with room for lateness; negative before the first. */
function nearestDue(day: Day, expense: Candidate): number {
  if (!hasInterval(expense)) return 0
  const recurrence = { ...intervalOf(expense), anchor: expense.anchor! }
  const number = dayNumber(day)
  let after = indexOnOrAfter(recurrence, number)
  while (occurrenceNumber(recurrence, after - 1) >= number) after -= 1
  const before = number - occurrenceNumber(recurrence, after - 1)
  const ahead = occurrenceNumber(recurrence, after) - number
  if (ahead <= earlyPaymentDays(expense)) return after
  return before <= Math.max(ahead, lateDays(recurrence)) ? after - 1 : after
}

/** Returns the interval of a bill; a single date is compared as a yearly one. */
function intervalOf({ intervalMonths, intervalDays = null }: Candidate): Interval {
  if (intervalDays !== null) return { intervalMonths: null, intervalDays }
  return { intervalMonths: intervalMonths ?? 12 }
}

function lateDays({ intervalMonths, intervalDays }: Interval): number {
  if (intervalDays) return LATE_DAYS_SHORT[intervalDays] ?? 0
  return LATE_DAYS[intervalMonths ?? 1] ?? LATE_DAYS[1]!
}

function rhythmDays({ intervalMonths, intervalDays }: Interval): number {
  if (intervalDays) return RHYTHM_DAYS_SHORT[intervalDays] ?? 0
  return RHYTHM_DAYS[intervalMonths ?? 1] ?? RHYTHM_DAYS[1]!
}

/** Adds up what was paid for each due date, the latest first: parts of a bill are one amount. */
function sumsByCycle(expense: Candidate, paid: readonly Paid[]): Cents[] {
  const cycles = Map.groupBy(paid, ({ booked }) => nearestDue(booked, expense))
  return [...cycles]
    .toSorted(([a], [b]) => b - a)
    .map(([, some]) => addCents(...some.map(({ amount }) => -amount)))
    .filter((sum) => sum > 0)
}

function ofMerchant({ merchant }: Payment) {
  return (one: Paid) => one.merchant === merchant
}
