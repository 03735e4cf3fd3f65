import { isScheduled, type Status } from '#/connections/status.ts'

/** Twice a day: banks are asked about once a day by the provider, more calls bring nothing. */
const REGULAR_HOURS = 12
/** Minutes to wait after the first, second, … failure in a row. */
const BACKOFF_MINUTES = [15, 60, 4 * 60, 12 * 60]
/** Connections made together must not be asked together: each waits up to so many minutes more. */
const SPREAD_MINUTES = 30

/** When a connection is asked next; null when only a person can help. `chance` is two random bytes. */
export function nextRun(
  now: Temporal.Instant,
  after: {
    readonly status: Status
    readonly failures: number
    readonly retryAfterSeconds: number | null
    readonly chance: Uint8Array
  },
): Temporal.Instant | null {
  if (!isScheduled(after.status)) return null
  const minutes =
    after.failures === 0
      ? REGULAR_HOURS * 60
      : BACKOFF_MINUTES[Math.min(after.failures, BACKOFF_MINUTES.length) - 1]!
  const spread = (((after.chance[0]! << 8) | after.chance[1]!) % (SPREAD_MINUTES * 60)) + 1
  const wait = Math.max(minutes * 60, after.retryAfterSeconds ?? 0)
  return now.add({ seconds: wait + spread })
}
