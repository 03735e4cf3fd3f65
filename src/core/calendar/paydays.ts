import {
  addMonths,
  dayFromNumber,
  dayInMonth,
  dayNumber,
  partsOf,
  startOfMonth,
} from '#/core/values/day.ts'
import type { Day } from '#/core/values/day.ts'

/**
 * A schedule of paydays. `weekly` and `biweekly` count from `anchor`; `semimonthly` (two) and `monthly` (one) name days
 * of the month in `days`, where 31 is the last one. No nominal date is before `anchor`. `weekend` says where a payday moves
 * that falls on a Saturday or Sunday. `extra` are additional paydays, which may be before the anchor and are never moved;
 * one that equals a nominal date replaces it.
 */
export type Schedule = {
  readonly frequency: 'weekly' | 'biweekly' | 'semimonthly' | 'monthly'
  readonly days: readonly number[]
  readonly anchor: Day
  readonly weekend: 'none' | 'before' | 'after'
  readonly extra?: readonly Day[]
}

/** A date of a schedule. `nominal` identifies it (a payday runs once per nominal date); on `effective` it pays. */
export type Payday = { readonly nominal: Day; readonly effective: Day }

/**
 * The combined paydays of several schedules: their distinct effective days. Two nominal dates that moved to one day are one
 * payday, and so are two schedules that pay on one day. Days are computed on demand, a stretch at a time, and cached, so
 * share one `Paydays` between the Expenses of the same schedules.
 */
export type Paydays = {
  readonly schedules: readonly Schedule[]
  /** The earliest possible payday, as a day number; null without a schedule. */
  readonly earliest: number | null
  readonly stretches: Map<number, readonly number[]>
}

/** The most days ahead that counting considers (100 years), so that a far date is not expensive. */
const COUNT_DAYS_MAX = 36_525

/** A stretch is 52 weeks, so that a day number divides into stretches regardless of months. */
const STRETCH_DAYS = 364

/** A margin in days: a weekend rule moves a date by at most two; two more are for safety. */
const SHIFT_DAYS_MAX = 4

export function paydaysOf(schedules: readonly Schedule[]): Paydays {
  const firsts = schedules.flatMap(({ anchor, extra = [] }) => [anchor, ...extra].map(dayNumber))
  const earliest = firsts.length === 0 ? null : Math.min(...firsts) - SHIFT_DAYS_MAX
  return { schedules, earliest, stretches: new Map() }
}

/** Returns the first payday on or after `from`; null without a schedule. */
export function nextPayday(paydays: Paydays, from: Day): Day | null {
  const found = nextPaydayNumber(paydays, dayNumber(from))
  return found === null ? null : dayFromNumber(found)
}

/** Same as `nextPayday`, in day numbers. */
export function nextPaydayNumber(paydays: Paydays, from: number): number | null {
  if (paydays.earliest === null) return null
  // Jump to the first anchor instead of walking the empty stretches before it.
  const start = Math.max(from, paydays.earliest)
  for (let stretch = Math.floor(start / STRETCH_DAYS); ; stretch += 1) {
    const days = daysOfStretch(paydays, stretch)
    const found = days[firstAtLeast(days, start)]
    if (found !== undefined) return found
  }
}

/** Returns true if any of the schedules pays on this day number. */
export function isPayday(paydays: Paydays, day: number): boolean {
  const days = daysOfStretch(paydays, Math.floor(day / STRETCH_DAYS))
  return days[firstAtLeast(days, day)] === day
}

/**
 * Counts the paydays from `from` to `to`, both included, in day numbers; 0 if `to` is earlier. Ignores days later than
 * `COUNT_DAYS_MAX` after `from`.
 */
export function countPaydays(paydays: Paydays, from: number, to: number): number {
  const end = Math.min(to, from + COUNT_DAYS_MAX)
  if (end < from) return 0
  const [first, last] = [Math.floor(from / STRETCH_DAYS), Math.floor(end / STRETCH_DAYS)]
  let count = -firstAtLeast(daysOfStretch(paydays, first), from)
  for (let stretch = first; stretch < last; stretch += 1) {
    count += daysOfStretch(paydays, stretch).length
  }
  return count + firstAtLeast(daysOfStretch(paydays, last), end + 1)
}

/**
 * Lists the dates of one schedule that pay between two days, both included, in order. Two nominal dates that pay on the
 * same day are both listed, because each must run once.
 */
export function paydaysBetween(schedule: Schedule, from: Day, to: Day): readonly Payday[] {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  return nominalDays(schedule, first - SHIFT_DAYS_MAX, last + SHIFT_DAYS_MAX)
    .map((nominal) => ({ nominal, effective: effectiveDay(schedule, nominal) }))
    .filter(({ effective }) => effective >= first && effective <= last)
    .map(({ nominal, effective }) => ({
      nominal: dayFromNumber(nominal),
      effective: dayFromNumber(effective),
    }))
}

function daysOfStretch(paydays: Paydays, stretch: number): readonly number[] {
  const known = paydays.stretches.get(stretch)
  if (known) return known
  const [first, last] = [stretch * STRETCH_DAYS, (stretch + 1) * STRETCH_DAYS - 1]
  const found = new Set<number>()
  for (const schedule of paydays.schedules) {
    for (const nominal of nominalDays(schedule, first - SHIFT_DAYS_MAX, last + SHIFT_DAYS_MAX)) {
      const effective = effectiveDay(schedule, nominal)
      if (effective >= first && effective <= last) found.add(effective)
    }
  }
  const days = [...found].toSorted((a, b) => a - b)
  paydays.stretches.set(stretch, days)
  return days
}

/** Lists the nominal dates of a schedule in [from, to], with its extra paydays, as ascending day numbers. */
function nominalDays(schedule: Schedule, from: number, to: number): number[] {
  const regular = regularDays(schedule, from, to)
  const { extra = [] } = schedule
  if (extra.length === 0) return regular
  const more = extra.map(dayNumber).filter((day) => day >= from && day <= to)
  return [...new Set([...regular, ...more])].toSorted((a, b) => a - b)
}

function regularDays(schedule: Schedule, from: number, to: number): number[] {
  const anchor = dayNumber(schedule.anchor)
  const start = Math.max(from, anchor)
  if (start > to) return []
  if (schedule.frequency === 'weekly') return daysInSteps(anchor, { step: 7, start, to })
  if (schedule.frequency === 'biweekly') return daysInSteps(anchor, { step: 14, start, to })
  return daysOfMonths(schedule.days, start, to)
}

function daysInSteps(
  anchor: number,
  { step, start, to }: { step: number; start: number; to: number },
): number[] {
  const found: number[] = []
  for (let day = anchor + Math.ceil((start - anchor) / step) * step; day <= to; day += step) {
    found.push(day)
  }
  return found
}

function daysOfMonths(dates: readonly number[], start: number, to: number): number[] {
  const found = new Set<number>()
  const last = dayFromNumber(to)
  for (let month = startOfMonth(dayFromNumber(start)); month <= last; month = addMonths(month, 1)) {
    const { year, month: ofYear } = partsOf(month)
    for (const date of dates) found.add(dayNumber(dayInMonth(year, ofYear, date)))
  }
  return [...found].filter((day) => day >= start && day <= to).toSorted((a, b) => a - b)
}

/** Returns the day on which a nominal date pays. Day 0 was a Thursday, so modulo 7 a Saturday is 2 and a Sunday 3. */
function effectiveDay({ weekend, extra = [] }: Schedule, nominal: number): number {
  if (weekend === 'none' || extra.some((day) => dayNumber(day) === nominal)) return nominal
  const left = ((nominal % 7) + 7) % 7
  if (left === 2) return weekend === 'before' ? nominal - 1 : nominal + 2
  if (left === 3) return weekend === 'before' ? nominal - 2 : nominal + 1
  return nominal
}

/** Returns the index of the first of the ascending `days` that is `day` or later; their length if all are earlier. */
function firstAtLeast(days: readonly number[], day: number): number {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((days[middle] ?? 0) < day) low = middle + 1
    else high = middle
  }
  return low
}
