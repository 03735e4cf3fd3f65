import { addDays, addMonths, type Day, startOfMonth, toDay } from '#/core/values/day.ts'

/** The first and the last day of a month of the household. */
export type Month = { readonly from: Day; readonly to: Day }

/** Returns the month named `YYYY-MM`. Months begin on the day `begins`, and have the name of the month of their first day. */
export function monthOf(name: string, begins: number): Month {
  const from = toDay(`${name}-${String(begins).padStart(2, '0')}`)
  return { from, to: addDays(addMonths(from, 1), -1) }
}

/** Returns the name of the month that a day lies in. */
export function monthNameOf(day: Day, begins: number): string {
  return startOfMonth(day, begins).slice(0, 7)
}
