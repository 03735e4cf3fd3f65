import { addDays, addMonths, type Day } from './day.ts'

/** The intervals between two payments of a bill that Earmark keeps: in months, or in days. */
export const intervalMonths = [1, 2, 3, 6, 12] as const
export const intervalDays = [7, 14, 28] as const

export type IntervalMonths = (typeof intervalMonths)[number]
export type IntervalDays = (typeof intervalDays)[number]

/** The time between two due dates: a number of months, or of days (`intervalDays`). At most one of them is set. */
export type Interval = {
  readonly intervalMonths: number | null
  readonly intervalDays?: number | null
}

/** Moves a day by some intervals. A day that a month lacks becomes its last one. */
export function addIntervals(day: Day, interval: Interval, count: number): Day {
  const { intervalMonths, intervalDays } = interval
  if (intervalDays) return addDays(day, intervalDays * count)
  return addMonths(day, (intervalMonths ?? 0) * count)
}
