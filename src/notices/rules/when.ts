import { type Day, dayAt } from '#/core/values/day.ts'

/** The hours at which a member allows messages. Minutes count from the start of the household's day. */
export type Hours = {
  readonly zone: string
  readonly quiet_from: number | null
  readonly quiet_until: number | null
  readonly digest: 'none' | 'day' | 'week'
  readonly digest_hour: number
}

const MINUTES_OF_HOUR = 60

/** Returns the moment itself, or the end of the quiet hours that it falls into. */
export function afterQuiet(at: Temporal.Instant, hours: Hours): Temporal.Instant {
  const { quiet_from: from, quiet_until: until } = hours
  if (from === null || until === null) return at
  const local = at.toZonedDateTimeISO(hours.zone)
  const minute = local.hour * MINUTES_OF_HOUR + local.minute
  const crossesMidnight = from > until
  const isQuiet = crossesMidnight
    ? minute >= from || minute < until
    : minute >= from && minute < until
  if (!isQuiet) return at
  const day =
    crossesMidnight && minute >= from ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate()
  return atMinute(day, until, hours.zone)
}

type Sending = {
  readonly isUrgent: boolean
  /** The last day on which the message is of use; null: it has none. */
  readonly lastDay: Day | null
}

/**
 * Returns when a fact of this moment is sent: at once outside quiet hours, or with the next digest. One that the digest would
 * bring too late does not wait for it.
 */
export function sendingTime(
  at: Temporal.Instant,
  hours: Hours,
  { isUrgent, lastDay }: Sending,
): { readonly at: Temporal.Instant; readonly grouped: boolean } {
  const alone = { at: afterQuiet(at, hours), grouped: false }
  if (hours.digest === 'none' || isUrgent) return alone
  const digest = afterQuiet(nextDigest(at, hours), hours)
  const isTooLate = lastDay !== null && dayAt(digest, hours.zone) > lastDay
  return isTooLate ? alone : { at: digest, grouped: true }
}

/** A weekly digest comes on Monday. */
function nextDigest(at: Temporal.Instant, hours: Hours): Temporal.Instant {
  const today = at.toZonedDateTimeISO(hours.zone).toPlainDate()
  for (let ahead = 0; ; ahead += 1) {
    const day = today.add({ days: ahead })
    if (hours.digest === 'week' && day.dayOfWeek !== 1) continue
    const moment = atMinute(day, hours.digest_hour * MINUTES_OF_HOUR, hours.zone)
    if (Temporal.Instant.compare(moment, at) > 0) return moment
  }
}

/** A time that the clocks skip becomes the first one after it. */
function atMinute(day: Temporal.PlainDate, minute: number, zone: string): Temporal.Instant {
  const time = Temporal.PlainTime.from({
    hour: Math.floor(minute / MINUTES_OF_HOUR),
    minute: minute % MINUTES_OF_HOUR,
  })
  return day.toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant()
}
