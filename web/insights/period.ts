import { addDays, addMonths, type Day, startOfMonth, toDay, weekday } from '#/core/values/day.ts'
import type { Counting, WeekStart } from '#/platform/contract/preferences.ts'

export const periods = ['month', 'week', 'last_month', 'quarter', 'year', 'this_year'] as const

export type Period = (typeof periods)[number]
export type Bounds = { readonly from: string; readonly to: string }

/**
 * Returns the first and last day of a period as seen from today, by the household's weeks and months. Both ends are included.
 */
export function boundsOf(period: Period, today: string, counting: Counting): Bounds {
  const day = toDay(today)
  const month = startOfMonth(day, counting.month_starts_on_day)
  switch (period) {
    case 'month':
      return { from: month, to: day }
    case 'week':
      return { from: startOfWeek(day, counting.week_starts_on), to: day }
    case 'last_month':
      return { from: addMonths(month, -1), to: addDays(month, -1) }
    case 'quarter':
      return { from: addMonths(month, -2), to: day }
    case 'year':
      return { from: addMonths(month, -11), to: day }
    case 'this_year':
      return { from: `${day.slice(0, 4)}-01-01`, to: day }
  }
}

/** Returns the first and last day of the month that contains `day`; the current month ends today. */
export function monthBounds(day: string, today: string, { month_starts_on_day }: Counting): Bounds {
  const from = startOfMonth(toDay(day), month_starts_on_day)
  const end = addDays(addMonths(from, 1), -1)
  return { from, to: end > today && from <= today ? today : end }
}

/** Returns the first day of a household month. It is named after the calendar month in which it begins: `2026-01`. */
export function firstOf(month: string, { month_starts_on_day: begins }: Counting): string {
  return `${month}-${String(begins).padStart(2, '0')}`
}

/** Returns the first day of the week that contains a day. */
export function startOfWeek(day: Day, starts: WeekStart): Day {
  return addDays(day, -((weekday(day) - weekdays[starts] + 7) % 7))
}

const weekdays: Readonly<Record<WeekStart, number>> = { monday: 1, saturday: 6, sunday: 7 }
