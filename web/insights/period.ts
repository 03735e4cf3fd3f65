import { addDays, addMonths, startOfMonth, toDay } from '#/values/day.ts'

export const periods = ['month', 'last_month', 'quarter', 'year', 'this_year'] as const

export type Period = (typeof periods)[number]
export type Bounds = { readonly from: string; readonly to: string }

/** The days of a period, seen from today. Both ends belong to it. */
export function boundsOf(period: Period, today: string): Bounds {
  const day = toDay(today)
  const month = startOfMonth(day)
  switch (period) {
    case 'month':
      return { from: month, to: day }
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

/** The days of a month, `2026-01` or any day of it; of the month of today only those that have been. */
export function monthBounds(month: string, today: string): Bounds {
  const from = startOfMonth(toDay(`${month.slice(0, 7)}-01`))
  const end = addDays(addMonths(from, 1), -1)
  return { from, to: end > today && from <= today ? today : end }
}
