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
 * When money comes in. `weekly` and `biweekly` count from `anchor`; `semimonthly` (two) and `monthly` (one)
 * name days of the month in `days`, where 31 is the last one. No nominal date lies before `anchor`. `weekend`
 * says where a payday goes that falls on a Saturday or a Sunday. `extra` are paydays
 * beside these, whatever the anchor; each pays on its own day, and where it is a nominal date of the schedule it is
 * that payday, on that very day.
 */
export type Schedule = {
  readonly frequency: 'weekly' | 'biweekly' | 'semimonthly' | 'monthly'
  readonly days: readonly number[]
  readonly anchor: Day
  readonly weekend: 'none' | 'before' | 'after'
  readonly extra?: readonly Day[]
}

/** One date of a schedule: `nominal` is its identity (a payday runs once per nominal date), `effective` when it pays. */
export type Payday = { readonly nominal: Day; readonly effective: Day }

/**
 * The paydays of a set of schedules taken together: their distinct effective days. Two nominal dates that were
 * moved to one day are one payday, and so are two schedules that pay on one day. Days are worked out stretch by
 * stretch when they are asked for and kept, so share one `Paydays` between the Expenses of the same schedules.
 */
export type Paydays = {
  readonly schedules: readonly Schedule[]
  /** Nothing pays before this day number; null without a schedule. */
  readonly earliest: number | null
  readonly stretches: Map<number, readonly number[]>
}

/** Counting looks no further than this many days ahead (100 years), so that no date makes it expensive. */
const COUNT_DAYS_MAX = 36_525

/** A stretch is 52 weeks; day numbers divide into stretches without knowing about months. */
const STRETCH_DAYS = 364

/** No weekend rule moves a date by more than two days; two more keep the borders out of doubt. */
const SHIFT_DAYS_MAX = 4

export function paydaysOf(schedules: readonly Schedule[]): Paydays {
  const firsts = schedules.flatMap(({ anchor, extra = [] }) => [anchor, ...extra].map(dayNumber))
  const earliest = firsts.length === 0 ? null : Math.min(...firsts) - SHIFT_DAYS_MAX
  return { schedules, earliest, stretches: new Map() }
}

/** The first payday on or after `from`; null where there is no schedule. */
export function nextPayday(paydays: Paydays, from: Day): Day | null {
  const found = nextPaydayNumber(paydays, dayNumber(from))
  return found === null ? null : dayFromNumber(found)
}

/** As `nextPayday`, in day numbers. */
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

/** Whether any of the schedules pays on this day (a day number). */
export function isPayday(paydays: Paydays, day: number): boolean {
  const days = daysOfStretch(paydays, Math.floor(day / STRETCH_DAYS))
  return days[firstAtLeast(days, day)] === day
}

/**
 * How many paydays there are from `from` to `to`, both included, in day numbers; 0 where `to` is earlier.
 * Nothing later than `COUNT_DAYS_MAX` days after `from` is counted.
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
 * The dates of one schedule that pay between two days, both included, in order. Every nominal date is listed,
 * also when two of them pay on the same day: each is a payday of its own that must not run twice.
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

/** The nominal dates of a schedule in [from, to] as day numbers, ascending, its extra paydays among them. */
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

/** Where a nominal date pays. Day 0 was a Thursday, so Saturdays leave 2 and Sundays 3 when divided by 7. */
function effectiveDay({ weekend, extra = [] }: Schedule, nominal: number): number {
  if (weekend === 'none' || extra.some((day) => dayNumber(day) === nominal)) return nominal
  const left = ((nominal % 7) + 7) % 7
  if (left === 2) return weekend === 'before' ? nominal - 1 : nominal + 2
  if (left === 3) return weekend === 'before' ? nominal - 2 : nominal + 1
  return nominal
}

/** The index of the first of the ascending `days` that is `day` or later; their length if none is. */
function firstAtLeast(days: readonly number[], day: number): number {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((days[middle] ?? 0) < day) low = middle + 1
    else high = middle
  }
  return low
}
