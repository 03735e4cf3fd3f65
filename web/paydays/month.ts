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

/** The weeks of a month; null where a week reaches over its ends. */
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

/** So many months from the one of a day on, by their first days. */
export function monthsFrom(day: string, count: number): readonly string[] {
  const first = startOfMonth(toDay(day))
  return Array.from({ length: count }, (_, index) => addMonths(first, index))
}

/** The days of some week, for the names of the weekdays. */
export function someWeek(starts: WeekStart): readonly string[] {
  const first = startOfWeek(toDay('2024-01-07'), starts)
  return Array.from({ length: 7 }, (_, index) => addDays(first, index))
}
