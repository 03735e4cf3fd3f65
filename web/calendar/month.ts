import type { WeekStart } from '#/platform/contract/preferences.ts'
import {
  addDays,
  addMonths,
  type Day,
  daysBetween,
  endOfMonth,
  partsOf,
  startOfMonth,
  toDay,
  weekday,
} from '#/core/values/day.ts'
import { startOfWeek } from '#web/insights/period.ts'
import type { CalendarDay } from './calendar-data.ts'

/** Returns the weeks of a month; null for days of the neighbouring months. */
export function weeksOf(month: string, starts: WeekStart): readonly (readonly (string | null)[])[] {
  const first = startOfMonth(toDay(month))
  const length = partsOf(endOfMonth(first)).date
  const before = daysBetween(startOfWeek(first, starts), first)
  const cells = Array.from({ length: Math.ceil((before + length) / 7) * 7 }, (_, index) => {
    const date = index - before
    return date < 0 || date >= length ? null : addDays(first, date)
  })
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

/** Returns the days of an arbitrary week, for the names of the weekdays. */
export function someWeek(starts: WeekStart): readonly string[] {
  const first = startOfWeek(toDay('2024-01-07'), starts)
  return Array.from({ length: 7 }, (_, index) => addDays(first, index))
}

export type Bounds = { readonly first: string; readonly last: string }

/** The day that a key of the keyboard leads to, within the bounds; null for other keys. */
export function dayByKey(key: string, day: string, bounds: Bounds): Day | null {
  const from = toDay(day)
  const to = {
    ArrowLeft: addDays(from, -1),
    ArrowRight: addDays(from, 1),
    ArrowUp: addDays(from, -7),
    ArrowDown: addDays(from, 7),
    PageUp: addMonths(from, -1),
    PageDown: addMonths(from, 1),
    Home: addDays(from, 1 - weekday(from)),
    End: addDays(from, 7 - weekday(from)),
  }[key]
  if (to === undefined) return null
  return to < bounds.first ? toDay(bounds.first) : to > bounds.last ? toDay(bounds.last) : to
}

type Level = Pick<CalendarDay, 'date' | 'free'>

/** The height of the water of a day as a share of its cell: free-to-spend against the most of the month. */
export function waterOf(free: number | null, days: readonly Level[]): number {
  const most = Math.max(1, ...days.map((day) => Math.abs(day.free ?? 0)))
  return free === null ? 0 : Math.abs(free) / most
}

/** Sums amounts that are due, expected, spent and received on some days, in cents. */
export function sumsOf(days: readonly CalendarDay[]) {
  const sum = (of: (day: CalendarDay) => number) => days.reduce((total, day) => total + of(day), 0)
  return {
    due: sum(({ due }) => due.reduce((total, { payment }) => total + payment, 0)),
    short: sum(({ due }) => due.reduce((total, { missing }) => total + missing, 0)),
    expected: sum(({ payday }) => payday?.deposit ?? 0),
    spent: sum(({ spent }) => spent),
    received: sum(({ received }) => received),
  }
}
