import type { WeekStart } from '#/platform/contract/preferences.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  partsOf,
  startOfMonth,
  toDay,
} from '#/core/values/day.ts'
import { startOfWeek } from '#web/insights/period.ts'

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

/** Returns the first days of `count` months, starting with the month of `day`. */
export function monthsFrom(day: string, count: number): readonly string[] {
  const first = startOfMonth(toDay(day))
  return Array.from({ length: count }, (_, index) => addMonths(first, index))
}

/** Returns the days of an arbitrary week, for the names of the weekdays. */
export function someWeek(starts: WeekStart): readonly string[] {
  const first = startOfWeek(toDay('2024-01-07'), starts)
  return Array.from({ length: 7 }, (_, index) => addDays(first, index))
}
