import { occurrence, type Recurrence } from '#/core/calendar/occurrences.ts'
import { paydaysBetween, type Schedule } from '#/core/calendar/paydays.ts'
import { addDays, addMonths, type Day, dayNumber, endOfMonth, partsOf } from '#/core/values/day.ts'

/** How regular days must be for a rule to be believed. Amounts of time in days, but for `months`. */
type Demand = {
  /** Payments are so many days apart, on average. */
  readonly apart: number
  /** So far back they are looked at: what was regular once need not be so now. */
  readonly months: number
  readonly seenMin: number
  /** So far from its date a payment still counts as the one of that date. */
  readonly tolerance: number
}

/** One in so many may be missing, or come between. */
const MISSING_SHARE = 6
const STRAY_SHARE = 5
/** A payment that is late by no more may still come, or is not known yet. */
const LATE_DAYS = 5
/** No schedule pays more rarely, in days. */
const PAYDAY_DAYS = 62

const payDemands: Readonly<Record<Schedule['frequency'], Demand>> = {
  weekly: { apart: 7, months: 4, seenMin: 4, tolerance: 1 },
  biweekly: { apart: 14, months: 6, seenMin: 3, tolerance: 2 },
  semimonthly: { apart: 15.2, months: 6, seenMin: 4, tolerance: 3 },
  monthly: { apart: 30.4, months: 9, seenMin: 3, tolerance: 4 },
}

const billDemands = {
  1: { apart: 30.4, months: 9, seenMin: 3, tolerance: 5 },
  3: { apart: 91.3, months: 15, seenMin: 3, tolerance: 8 },
  6: { apart: 182.6, months: 20, seenMin: 3, tolerance: 10 },
  12: { apart: 365.2, months: 26, seenMin: 2, tolerance: 12 },
} as const satisfies Readonly<Record<number, Demand>>

export type BillInterval = keyof typeof billDemands

const billIntervals: readonly BillInterval[] = [1, 3, 6, 12]

/** A rule that days follow, and those of them that do: strays are left out. */
export type Regularity<Rule> = { readonly rule: Rule; readonly days: ReadonlySet<Day> }

/**
 * The schedule that deposits on these days (ascending, no later than today) follow; null where there are too few or none
 * fits. Its anchor is the next payday to come, after today.
 */
export function payRegularity(days: readonly Day[], today: Day): Regularity<Schedule> | null {
  const fits = Object.entries(payDemands).flatMap(([frequency, demand]) => {
    const seen = since(days, addMonths(today, -demand.months))
    if (!canFit(seen, demand, today)) return []
    const next = addDays(settledUntil(seen, demand, today), 1)
    return schedulesFor(frequency as Schedule['frequency'], seen).flatMap((schedule) => {
      const [first, last] = [addDays(seen[0]!, -demand.tolerance), addDays(today, demand.tolerance)]
      const dates = paydaysBetween(schedule, first, last).map(({ effective }) => effective)
      const fit = fitOf(seen, dates, { demand, today })
      const [coming] = paydaysBetween(schedule, next, addDays(next, PAYDAY_DAYS))
      return fit && coming ? [{ ...fit, rule: { ...schedule, anchor: coming.nominal } }] : []
    })
  })
  return closest(fits)
}

/**
 * How payments on these days (ascending, no later than today) recur; null where there are too few or nothing fits. The
 * anchor is the next payment to come, after today.
 */
export function billRegularity(
  days: readonly Day[],
  today: Day,
): Regularity<Recurrence & { readonly intervalMonths: BillInterval }> | null {
  const fits = billIntervals.flatMap((intervalMonths) => {
    const demand = billDemands[intervalMonths]
    const seen = since(days, addMonths(today, -demand.months))
    if (!canFit(seen, demand, today)) return []
    const settled = settledUntil(seen, demand, today)
    return seen.flatMap((anchor) => {
      const recurrence = { anchor, intervalMonths }
      const fit = fitOf(seen, datesOf(recurrence, seen[0]!, addDays(today, demand.tolerance)), {
        demand,
        today,
      })
      return fit
        ? [{ ...fit, rule: { intervalMonths, anchor: dateAfter(recurrence, settled) } }]
        : []
    })
  })
  return closest(fits)
}

/** Whether there are about as many payments as there must be: else no rule is tried, of which there are many. */
function canFit(seen: readonly Day[], { apart, seenMin }: Demand, today: Day): boolean {
  if (seen.length < seenMin) return false
  const wanted = (dayNumber(today) - dayNumber(seen[0]!)) / apart
  return (
    seen.length - seen.length / STRAY_SHARE <= wanted + 2 &&
    seen.length >= wanted - wanted / MISSING_SHARE - 1
  )
}

/** The last day whose payment is known: what came early is not to come again tomorrow. */
function settledUntil(seen: readonly Day[], { tolerance }: Demand, today: Day): Day {
  const settled = addDays(seen.at(-1)!, tolerance)
  return settled > today ? settled : today
}

function since(days: readonly Day[], from: Day): readonly Day[] {
  return [...new Set(days)].filter((day) => day > from)
}

/** Every schedule of a frequency that any of the days speaks for. */
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
  // Where nothing tells them apart, the first is what people choose most.
  return (['before', 'none', 'after'] as const).flatMap((weekend) => {
    const dates = [...new Set(seen.flatMap((day) => datesBehind(day, weekend)))]
    return (frequency === 'monthly' ? dates.map((date) => [date]) : pairsOf(dates)).map((days) => {
      return { ...base, days, weekend }
    })
  })
}

const shifts = { before: [0, 1, 2], none: [0], after: [0, -1, -2] } as const

/** The days of the month that may have been meant, where a weekend moves paydays. */
function datesBehind(day: Day, weekend: Schedule['weekend']): number[] {
  const meant = shifts[weekend].map((shift) => addDays(day, shift))
  return meant.flatMap((one) => (one === endOfMonth(one) ? [31] : partsOf(one).date))
}

/** Two paydays of a month lie at least so many days apart. */
const HALF_MONTH_DAYS = 10

function pairsOf(dates: readonly number[]): number[][] {
  return dates.flatMap((first) =>
    dates.filter((second) => second - first >= HALF_MONTH_DAYS).map((second) => [first, second]),
  )
}

function datesOf(recurrence: Recurrence, first: Day, last: Day): Day[] {
  const dates: Day[] = []
  let index = 0
  while (occurrence(recurrence, index) > first) index -= 1
  for (; occurrence(recurrence, index) <= last; index += 1) {
    dates.push(occurrence(recurrence, index))
  }
  return dates
}

function dateAfter(recurrence: Recurrence, day: Day): Day {
  let index = 0
  while (occurrence(recurrence, index) <= day) index += 1
  return occurrence(recurrence, index)
}

type Fit = {
  readonly days: ReadonlySet<Day>
  /** Dates without a payment, and payments without a date. */
  readonly faults: number
  /** How far the payments lie from their dates, in days on average. */
  readonly away: number
}

/** How well days follow expected dates, both ascending; null where they do not. */
function fitOf(
  seen: readonly Day[],
  expected: readonly Day[],
  { demand, today }: { readonly demand: Demand; readonly today: Day },
): Fit | null {
  const left = new Set(seen)
  const found = expected.map((date) => {
    const day = nearest(left, date, demand.tolerance)
    if (day !== null) left.delete(day)
    return day
  })
  const first = found.findIndex((day) => day !== null)
  const overdue = addDays(today, -demand.tolerance - LATE_DAYS)
  const missing = expected.filter((date, index) => {
    return index > first && found[index] === null && date <= overdue
  })
  const days = found.filter((day) => day !== null)
  const ended = expected.findLast((date) => date <= overdue)
  if (days.length < demand.seenMin || days.at(-1)! < addDays(ended ?? today, -demand.tolerance)) {
    return null
  }
  if (missing.length * MISSING_SHARE > expected.length) return null
  if (left.size * STRAY_SHARE > seen.length) return null
  const away = expected.reduce((sum, date, index) => {
    return sum + (found[index] ? Math.abs(dayNumber(date) - dayNumber(found[index])) : 0)
  }, 0)
  return { days: new Set(days), faults: missing.length + left.size, away: away / days.length }
}

function nearest(days: ReadonlySet<Day>, date: Day, tolerance: number): Day | null {
  for (let distance = 0; distance <= tolerance; distance += 1) {
    const near = [addDays(date, -distance), addDays(date, distance)].find((day) => days.has(day))
    if (near !== undefined) return near
  }
  return null
}

function closest<Rule>(fits: readonly (Fit & { readonly rule: Rule })[]): Regularity<Rule> | null {
  const [best] = fits.toSorted((a, b) => a.faults - b.faults || a.away - b.away)
  return best ? { rule: best.rule, days: best.days } : null
}
