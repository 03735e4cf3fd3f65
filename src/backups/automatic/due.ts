/** The hour of the night, in the zone of the machine. Households have zones of their own. */
const NIGHT = Temporal.PlainTime.from('03:00')
/** Minutes until a backup that failed is tried again. */
const RETRY_MINUTES = 30

export type Course = {
  /** When this instance began: it needs no backup before its first night. */
  readonly begunAt: Temporal.Instant
  /** The last nightly backup that is finished and verified. */
  readonly lastAt: Temporal.Instant | null
  /** The last attempt that failed. */
  readonly failedAt: Temporal.Instant | null
}

/**
 * Says when the next nightly backup is due: in the night after the last one; at once if that night has passed, for example
 * on a machine that sleeps at night; and half an hour after a failure.
 */
export function nextBackupAt(
  { begunAt, lastAt, failedAt }: Course,
  zone: string,
): Temporal.Instant {
  const from = lastAt ?? begunAt
  const night = nightAfter(from, zone)
  if (failedAt === null || Temporal.Instant.compare(failedAt, night) < 0) return night
  return failedAt.add({ minutes: RETRY_MINUTES })
}

function nightAfter(at: Temporal.Instant, zone: string): Temporal.Instant {
  const today = at.toZonedDateTimeISO(zone).toPlainDate()
  const nights = [today, today.add({ days: 1 })].map((day) =>
    day.toZonedDateTime({ timeZone: zone, plainTime: NIGHT }).toInstant(),
  )
  return nights.find((night) => Temporal.Instant.compare(night, at) > 0)!
}
