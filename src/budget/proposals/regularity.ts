import { occurrence, type Recurrence } from '#/core/calendar/occurrences.ts'
import { paydaysBetween, type Schedule } from '#/core/calendar/paydays.ts'
import { addDays, addMonths, type Day, dayNumber, endOfMonth, partsOf } from '#/core/values/day.ts'

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

const billDemands = {
  1: { interval: 30.4, months: 9, seenMin: 3, tolerance: 5 },
  3: { interval: 91.3, months: 15, seenMin: 3, tolerance: 8 },
  6: { interval: 182.6, months: 20, seenMin: 3, tolerance: 10 },
  12: { interval: 365.2, months: 26, seenMin: 2, tolerance: 12 },
} as const satisfies Readonly<Record<number, Demand>>

export type BillInterval = keyof typeof billDemands

const billIntervals: readonly BillInterval[] = [1, 3, 6, 12]

/** A rule and the days that follow it, without strays. */
export type Regularity<Rule> = { readonly rule: Rule; readonly days: ReadonlySet<Day> }

/**
 * Finds the schedule of deposits on these days (ascending, none after today); null if there are too few or no schedule
 * fits. Its anchor is the next payday after today.
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
 * Finds the recurrence of payments on these days (ascending, none after today); null if there are too few or none fits.
 * Its anchor is the next payment after today.
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

/** Checks the number of payments first, since trying every rule is expensive. */
function canFit(seen: readonly Day[], { interval, seenMin }: Demand, today: Day): boolean {
  if (seen.length < seenMin) return false
  const wanted = (dayNumber(today) - dayNumber(seen[0]!)) / interval
  return (
    seen.length - seen.length / STRAY_SHARE <= wanted + 2 &&
    seen.length >= wanted - wanted / MISSING_SHARE - 1
  )
}

/** The last day whose payment is settled: a payment that came early is not expected again on its date. */
function settledUntil(seen: readonly Day[], { tolerance }: Demand, today: Day): Day {
  const settled = addDays(seen.at(-1)!, tolerance)
  return settled > today ? settled : today
}

function since(days: readonly Day[], from: Day): readonly Day[] {
  return [...new Set(days)].filter((day) => day > from)
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
  /** Average distance of the payments from their dates, in days. */
  readonly away: number
}

/** Measures how well days follow expected dates, both ascending; null if they do not. */
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
