import { dayNumber } from '#/core/values/day.ts'
import type { Day } from '#/core/values/day.ts'
import { addIntervals, type Interval } from '#/core/values/interval.ts'

/** Due dates one interval apart, the first one on `anchor`. */
export type Recurrence = Interval & { readonly anchor: Day }

/** Returns true if either part of an interval is set. */
export function hasInterval({ intervalMonths, intervalDays = null }: Interval): boolean {
  return intervalMonths !== null || intervalDays !== null
}

/** Returns the mean length of an interval in days; 0 without one. */
export function meanDays({ intervalMonths, intervalDays = null }: Interval): number {
  return intervalDays ?? (intervalMonths ?? 0) * MEAN_MONTH_DAYS
}

/**
 * Returns due date `index` (0 is the anchor). Counts from the anchor, then clamps to the month's last day: 01-31, 02-28,
 * 03-31. Counting from the previous due date would stay on the 28th.
 */
export function occurrence(recurrence: Recurrence, index: number): Day {
  return addIntervals(recurrence.anchor, recurrence, index)
}

/**
 * Same as `occurrence`, as a day number. Integer arithmetic, because a forecast calls this for every Expense at every
 * payday; parsing text takes twenty times as long.
 */
export function occurrenceNumber(recurrence: Recurrence, index: number): number {
  const { anchor, intervalMonths, intervalDays } = recurrence
  if (intervalDays) return dayNumber(anchor) + index * intervalDays
  const ahead = index * (intervalMonths ?? 0)
  const months = digits(anchor, 0, 4) * 12 + digits(anchor, 5, 7) - 1 + ahead
  const first = firstOfMonth(months)
  return Math.min(first + digits(anchor, 8, 10), firstOfMonth(months + 1)) - 1
}

/** Returns the index of the first due date on or after a day number; 0 up to the anchor. Constant time for any anchor. */
export function indexOnOrAfter(recurrence: Recurrence, day: number): number {
  const sinceAnchor = day - dayNumber(recurrence.anchor)
  if (sinceAnchor <= 0) return 0
  // The estimate from the mean month is at most one month late, so start one early and step forward.
  const estimate = Math.floor(sinceAnchor / meanDays(recurrence)) - 1
  let index = Math.max(0, estimate)
  while (occurrenceNumber(recurrence, index) < day) index += 1
  return index
}

/** Returns the index of the first due date after a day: the upcoming one, once that day has been processed. */
export function indexAfter(recurrence: Recurrence, day: Day): number {
  return indexOnOrAfter(recurrence, dayNumber(day) + 1)
}

/** 146,097 days in 4,800 months of the Gregorian calendar. */
const MEAN_MONTH_DAYS = 30.436875

/** Returns the day number of the first of a month, given as months since the year 0. */
function firstOfMonth(months: number): number {
  // Years are counted from March, so that a leap day ends one; day 719,468 after 0000-03-01 is 1970-01-01.
  const fromMarch = months - 2
  const year = Math.floor(fromMarch / 12)
  const dayOfYear = Math.floor((153 * (fromMarch - year * 12) + 2) / 5)
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)
  return year * 365 + leapDays + dayOfYear - 719_468
}

/** Parses the digits in [start, end) of a text. */
function digits(text: string, start: number, end: number): number {
  let number = 0
  for (let place = start; place < end; place += 1)
    number = number * 10 + text.charCodeAt(place) - 48
  return number
}
