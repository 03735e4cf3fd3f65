import type { IntervalDays, IntervalMonths } from '#/core/values/interval.ts'
import { occurrence, occurrenceNumber, type Recurrence } from '#/core/calendar/occurrences.ts'
import { paydaysBetween, type Schedule } from '#/core/calendar/paydays.ts'
import {
  addDays,
  addMonths,
  type Day,
  dayFromNumber,
  dayNumber,
  endOfMonth,
  partsOf,
} from '#/core/values/day.ts'

/** How regular days must be to accept a rule. Durations in days, except `months`. */
type Demand = {
  /** Average days between payments. */
  readonly interval: number
  /** Months of history to examine: an old regularity may have ended. */
  readonly months: number
  /** Least number of payments. */
  readonly seenMin: number
  /** Most days between a payment and its expected date. */
  readonly tolerance: number
}

/** At most one expected payment in six may be missing, and one payment in five may be a stray. */
const MISSING_SHARE = 6
const STRAY_SHARE = 5
/** A payment this many days late may still come, or is not imported yet. */
const LATE_DAYS = 5
/** Longest time between two paydays of any schedule, in days. */
const PAYDAY_DAYS = 62

const payDemands: Readonly<Record<Schedule['frequency'], Demand>> = {
  weekly: { interval: 7, months: 4, seenMin: 4, tolerance: 1 },
  biweekly: { interval: 14, months: 6, seenMin: 3, tolerance: 2 },
  semimonthly: { interval: 15.2, months: 6, seenMin: 4, tolerance: 3 },
  monthly: { interval: 30.4, months: 9, seenMin: 3, tolerance: 4 },
}

/** The time between two payments of a bill: months, or days. */
export type BillInterval =
  | { readonly intervalMonths: IntervalMonths; readonly intervalDays: null }
  | { readonly intervalMonths: null; readonly intervalDays: IntervalDays }

const months = (intervalMonths: IntervalMonths) => ({ intervalMonths, intervalDays: null })
const days = (intervalDays: IntervalDays) => ({ intervalMonths: null, intervalDays })

/**
 * A bill that is counted in days is paid on the same weekday each time, so little tolerance tells it from a monthly one, and
 * from a shop that is visited often.
 */
const billDemands: readonly (readonly [BillInterval, Demand])[] = [
  [months(1), { interval: 30.4, months: 9, seenMin: 3, tolerance: 5 }],
  [months(2), { interval: 60.9, months: 14, seenMin: 3, tolerance: 6 }],
  [months(3), { interval: 91.3, months: 15, seenMin: 3, tolerance: 8 }],
  [months(6), { interval: 182.6, months: 20, seenMin: 3, tolerance: 10 }],
  [months(12), { interval: 365.2, months: 26, seenMin: 2, tolerance: 12 }],
  [days(7), { interval: 7, months: 4, seenMin: 6, tolerance: 1 }],
  [days(14), { interval: 14, months: 6, seenMin: 6, tolerance: 1 }],
  [days(28), { interval: 28, months: 9, seenMin: 4, tolerance: 1 }],
]

/** A rule and the days that follow it, without strays. `away`: their average distance from its dates, in days. */
export type Regularity<Rule> = {
  readonly rule: Rule
  readonly days: ReadonlySet<Day>
  readonly away: number
}

/**
 * Finds the schedule of deposits on these days (ascending, none after today); null if there are too few or no schedule
 * fits. Its anchor is the next payday after today.
 */
export function payRegularity(days: readonly Day[], today: Day): Regularity<Schedule> | null {
  const numbers = days.map(dayNumber)
  const now = dayNumber(today)
  const fits = Object.entries(payDemands).flatMap(([frequency, demand]) => {
    const seen = since(numbers, addMonths(today, -demand.months))
    if (!canFit(seen, demand, now)) return []
    const next = dayFromNumber(settledUntil(seen, demand, now) + 1)
    const known = seen.map(dayFromNumber)
    const [first, last] = [addDays(known[0]!, -demand.tolerance), addDays(today, demand.tolerance)]
    return schedulesFor(frequency as Schedule['frequency'], known).flatMap((schedule) => {
      const dates = paydaysBetween(schedule, first, last)
      const expected = dates.map(({ effective }) => dayNumber(effective))
      const fit = fitOf(seen, expected, { demand, now })
      const [coming] = paydaysBetween(schedule, next, addDays(next, PAYDAY_DAYS))
      return fit && coming ? [{ ...fit, rule: { ...schedule, anchor: coming.nominal } }] : []
    })
  })
  return closest(fits)
}

/**
 * Finds the recurrence of payments on these days (ascending, none after today); null if there are too few or none fits.
 * Its anchor is the next payment after today. Counts in day numbers, because thousands of payees have hundreds of payments.
 */
export function billRegularity(
  days: readonly Day[],
  today: Day,
): Regularity<BillInterval & { readonly anchor: Day }> | null {
  const numbers = days.map(dayNumber)
  const now = dayNumber(today)
  const fits = billDemands.flatMap(([interval, demand]) => {
    const seen = since(numbers, addMonths(today, -demand.months))
    if (!canFit(seen, demand, now)) return []
    const settled = settledUntil(seen, demand, now)
    return anchorsOf(interval, seen).flatMap((anchor) => {
      const recurrence = { ...interval, anchor: dayFromNumber(anchor) }
      const expected = datesOf(recurrence, seen[0]!, now + demand.tolerance)
      const fit = fitOf(seen, expected, { demand, now })
      return fit ? [{ ...fit, rule: { ...interval, anchor: dateAfter(recurrence, settled) } }] : []
    })
  })
  return closest(fits)
}

/** Lists the days to count from: all of them, or one of each weekday for intervals of weeks. */
function anchorsOf({ intervalDays }: BillInterval, seen: readonly number[]): readonly number[] {
  if (intervalDays === null) return seen
  return [...new Map(seen.map((day) => [day % intervalDays, day])).values()]
}

/** Checks the number of payments first, since trying every rule is expensive. */
function canFit(seen: readonly number[], { interval, seenMin }: Demand, now: number): boolean {
  if (seen.length < seenMin) return false
  const wanted = (now - seen[0]!) / interval
  return (
    seen.length - seen.length / STRAY_SHARE <= wanted + 2 &&
    seen.length >= wanted - wanted / MISSING_SHARE - 1
  )
}

/** The last day whose payment is settled: a payment that came early is not expected again on its date. */
function settledUntil(seen: readonly number[], { tolerance }: Demand, now: number): number {
  return Math.max(now, seen.at(-1)! + tolerance)
}

function since(days: readonly number[], from: Day): readonly number[] {
  const first = dayNumber(from)
  return [...new Set(days)].filter((day) => day > first)
}

/** Lists every schedule of a frequency that matches at least one of the days. */
function schedulesFor(frequency: Schedule['frequency'], seen: readonly Day[]): Schedule[] {
  const base = { frequency, anchor: addMonths(seen[0]!, -1), weekend: 'none' } as const
  if (frequency === 'weekly' || frequency === 'biweekly') {
    const step = frequency === 'weekly' ? 7 : 14
    const phases = new Map(seen.map((day) => [dayNumber(day) % step, day]))
    return [...phases.values()].map((day) => {
      const weeks = Math.ceil((dayNumber(day) - dayNumber(base.anchor)) / step)
      return { ...base, days: [], anchor: addDays(day, -weeks * step) }
    })
  }
  // If several fit equally well, the first wins: it is the most common choice.
  return (['before', 'none', 'after'] as const).flatMap((weekend) => {
    const dates = [...new Set(seen.flatMap((day) => nominalDates(day, weekend)))]
    return (frequency === 'monthly' ? dates.map((date) => [date]) : pairsOf(dates)).map((days) => {
      return { ...base, days, weekend }
    })
  })
}

const weekendShifts = { before: [0, 1, 2], none: [0], after: [0, -1, -2] } as const

/** Lists the days of the month from which a weekend may have moved a payday to this day. */
function nominalDates(day: Day, weekend: Schedule['weekend']): number[] {
  const meant = weekendShifts[weekend].map((shift) => addDays(day, shift))
  return meant.flatMap((one) => (one === endOfMonth(one) ? [31] : partsOf(one).date))
}

/** Least number of days between two paydays of a month. */
const HALF_MONTH_DAYS = 10

function pairsOf(dates: readonly number[]): number[][] {
  return dates.flatMap((first) =>
    dates.filter((second) => second - first >= HALF_MONTH_DAYS).map((second) => [first, second]),
  )
}

function datesOf(recurrence: Recurrence, first: number, last: number): number[] {
  const dates: number[] = []
  let index = 0
  while (occurrenceNumber(recurrence, index) > first) index -= 1
  for (; ; index += 1) {
    const date = occurrenceNumber(recurrence, index)
    if (date > last) return dates
    dates.push(date)
  }
}

function dateAfter(recurrence: Recurrence, day: number): Day {
  let index = 0
  while (occurrenceNumber(recurrence, index) <= day) index += 1
  return occurrence(recurrence, index)
}

type Fit = {
  readonly days: readonly number[]
  /** Dates without a payment, and payments without a date. */
  readonly faults: number
  /** Average distance of the payments from their dates, in days. */
  readonly away: number
}

/** Measures how well days follow expected dates, both ascending; null if they do not. */
function fitOf(
  seen: readonly number[],
  expected: readonly number[],
  { demand, now }: { readonly demand: Demand; readonly now: number },
): Fit | null {
  const left = new Set(seen)
  const overdue = now - demand.tolerance - LATE_DAYS
  const days: number[] = []
  let [missing, away, ended] = [0, 0, now]
  for (const date of expected) {
    if (date <= overdue) ended = date
    const day = nearest(left, date, demand.tolerance)
    if (day === null) {
      if (days.length > 0 && date <= overdue) missing += 1
      continue
    }
    left.delete(day)
    days.push(day)
    away += Math.abs(date - day)
  }
  if (days.length < demand.seenMin || days.at(-1)! < ended - demand.tolerance) return null
  if (missing * MISSING_SHARE > expected.length) return null
  if (left.size * STRAY_SHARE > seen.length) return null
  return { days, faults: missing + left.size, away: away / days.length }
}

function nearest(days: ReadonlySet<number>, date: number, tolerance: number): number | null {
  for (let distance = 0; distance <= tolerance; distance += 1) {
    if (days.has(date - distance)) return date - distance
    if (days.has(date + distance)) return date + distance
  }
  return null
}

function closest<Rule>(fits: readonly (Fit & { readonly rule: Rule })[]): Regularity<Rule> | null {
  const [best] = fits.toSorted((a, b) => a.faults - b.faults || a.away - b.away)
  if (!best) return null
  return { rule: best.rule, days: new Set(best.days.map(dayFromNumber)), away: best.away }
}
