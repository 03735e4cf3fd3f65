import type { Day } from './day.ts'

/** Returns the moment at which a day begins in a time zone; if midnight is skipped, the first moment after it. */
export function startOfDay(day: Day, zone: string): Temporal.Instant {
  return Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant()
}
