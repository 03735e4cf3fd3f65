import { addDays, addMonths, type Day, startOfMonth, toDay, weekday } from '#/core/values/day.ts'
import type { Counting, WeekStart } from '#/platform/contract/preferences.ts'
import type { InsightsSearch } from './search.ts'

export type Bounds = { readonly from: string; readonly to: string }

/** Months of a range, the present one included. */
const monthsOf = { '3m': 3, '6m': 6, '1y': 12 } as const

/** Returns the days that an address asks for; everything is asked for without bounds. */
export function boundsOfSearch(
  { range = '1y', from, to }: InsightsSearch,
  today: string,
  { month_starts_on_day }: Counting,
): Partial<Bounds> {
  if (from !== undefined && to !== undefined) return { from, to }
  if (range === 'all') return {}
  return { from: addMonths(startOfMonth(toDay(today), month_starts_on_day), 1 - monthsOf[range]) }
}

/** Returns the first and last day of the month that contains `day`; the current month ends today. */
export function monthBounds(day: string, today: string, { month_starts_on_day }: Counting): Bounds {
  const from = startOfMonth(toDay(day), month_starts_on_day)
  const end = addDays(addMonths(from, 1), -1)
  return { from, to: end > today && from <= today ? today : end }
}

/** Returns the first day of the week that contains a day. */
export function startOfWeek(day: Day, starts: WeekStart): Day {
  return addDays(day, -((weekday(day) - weekdays[starts] + 7) % 7))
}

const weekdays: Readonly<Record<WeekStart, number>> = { monday: 1, saturday: 6, sunday: 7 }
