import { addMonths, dayNumber } from '#/core/values/day.ts'
import type { Day } from '#/core/values/day.ts'

/** Due dates that return every `intervalMonths` months, the first one on `anchor`. */
export type Recurrence = { readonly anchor: Day; readonly intervalMonths: number }

/**
 * Due date `index` (0 is the anchor). Always counted from the anchor and only then cut to the month's last day:
 * 01-31, 02-28, 03-31. Counting from the date before would stay on the 28th for ever.
 */
export function occurrence(recurrence: Recurrence, index: number): Day {
  return addMonths(recurrence.anchor, index * recurrence.intervalMonths)
}

/**
 * As `occurrence`, as a day number. Every Expense asks this at every payday of a forecast, so it is worked out in
 * integers: going through text takes twenty times as long.
 */
export function occurrenceNumber({ anchor, intervalMonths }: Recurrence, index: number): number {
  const months = digits(anchor, 0, 4) * 12 + digits(anchor, 5, 7) - 1 + index * intervalMonths
  const first = firstOfMonth(months)
  return Math.min(first + digits(anchor, 8, 10), firstOfMonth(months + 1)) - 1
}

/** The index of the first due date on or after a day (a day number); 0 up to the anchor. Takes the same time for any anchor. */
export function indexOnOrAfter(recurrence: Recurrence, day: number): number {
  const sinceAnchor = day - dayNumber(recurrence.anchor)
  if (sinceAnchor <= 0) return 0
  // Real months stray from the mean by a few days, never by a whole one: start one early and step forward.
  const estimate = Math.floor(sinceAnchor / (recurrence.intervalMonths * MEAN_MONTH_DAYS)) - 1
  let index = Math.max(0, estimate)
  while (occurrenceNumber(recurrence, index) < day) index += 1
  return index
}

/** The index of the first due date after a day: the upcoming one, once that day has been processed. */
export function indexAfter(recurrence: Recurrence, day: Day): number {
  return indexOnOrAfter(recurrence, dayNumber(day) + 1)
}

/** 146,097 days in 4,800 months of the Gregorian calendar. */
const MEAN_MONTH_DAYS = 30.436875

/** The day number of the first of a month, given as months since the year 0. */
function firstOfMonth(months: number): number {
  // Years are counted from March, so that a leap day ends one; day 719,468 after 0000-03-01 is 1970-01-01.
  const fromMarch = months - 2
  const year = Math.floor(fromMarch / 12)
  const dayOfYear = Math.floor((153 * (fromMarch - year * 12) + 2) / 5)
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)
  return year * 365 + leapDays + dayOfYear - 719_468
}

/** The number written at [start, end) of a text of digits. */
function digits(text: string, start: number, end: number): number {
  let number = 0
  for (let place = start; place < end; place += 1)
    number = number * 10 + text.charCodeAt(place) - 48
  return number
}
