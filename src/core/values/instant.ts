import type { Day } from './day.ts'

/** The moment at which a day begins in a time zone; where midnight is skipped, the first moment after. */
export function startOfDay(day: Day, zone: string): Temporal.Instant {
  return Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant()
}
