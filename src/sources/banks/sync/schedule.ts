import { isScheduled, type Status } from '#/sources/banks/connections/status.ts'
import { type BankProvider, PLAID } from '#/sources/provider/bank-provider.ts'

/** Hours between runs. Providers refresh banks about once a day, so asking more often brings nothing. */
const REGULAR_HOURS = 12
/** Minutes to wait after the first, second, … failure in a row. */
const BACKOFF_MINUTES = [15, 60, 4 * 60, 12 * 60]
/** Maximum jitter in minutes, so that connections made together are not asked together. */
const SPREAD_MINUTES = 30

/** Hours between runs at Plaid, with and without recent webhooks. Asking Plaid costs nothing more. */
const NOTIFIED_HOURS = 12
const UNNOTIFIED_HOURS = 5
/** Days during which a webhook proves that Plaid can reach us. */
const NOTIFIED_DAYS = 7
const UPDATE_BACKOFF_MINUTES = [1, 5, 30, 2 * 60, 12 * 60]
/** Seconds after connecting at which to look for history, which Plaid delivers in pieces. */
const HISTORY_SECONDS = [30, 2 * 60, 10 * 60, 60 * 60]
/** Hours between looks at a broken login, because it may be repaired without a webhook. */
const REPAIR_HOURS = 24

export type LastRun = {
  readonly provider: BankProvider
  readonly status: Status
  readonly failures: number
  readonly retryAfterSeconds: number | null
  readonly connectedAt: Temporal.Instant
  readonly historyUnfinished: boolean
  /** When the last webhook of the provider arrived. */
  readonly notifiedAt: Temporal.Instant | null
  /** Two random bytes. */
  readonly chance: Uint8Array
}

/** Returns when to ask a connection next; null when only a person can help. */
export function nextRun(now: Temporal.Instant, last: LastRun): Temporal.Instant | null {
  const seconds = last.provider === PLAID ? updateSeconds(now, last) : windowSeconds(last)
  if (seconds === null) return null
  const spread = (((last.chance[0]! << 8) | last.chance[1]!) % (SPREAD_MINUTES * 60)) + 1
  // Limits the jitter of short waits to half of them.
  const jitter = Math.min(spread, Math.ceil(seconds / 2))
  return now.add({ seconds: Math.max(seconds, last.retryAfterSeconds ?? 0) + jitter })
}

function windowSeconds({ status, failures }: LastRun): number | null {
  if (!isScheduled(status)) return null
  return failures === 0 ? REGULAR_HOURS * 3600 : backoff(BACKOFF_MINUTES, failures)
}

function updateSeconds(now: Temporal.Instant, last: LastRun): number | null {
  if (last.status === 'reauth_required') return REPAIR_HOURS * 3600
  if (!isScheduled(last.status)) return null
  if (last.failures > 0) return backoff(UPDATE_BACKOFF_MINUTES, last.failures)
  if (last.historyUnfinished) {
    const age = now.since(last.connectedAt).total('seconds')
    const look = HISTORY_SECONDS.find((seconds) => seconds > age)
    return look === undefined ? HISTORY_SECONDS.at(-1)! : Math.ceil(look - age)
  }
  const isNotified =
    last.notifiedAt !== null &&
    Temporal.Instant.compare(last.notifiedAt, now.subtract({ hours: 24 * NOTIFIED_DAYS })) > 0
  return (isNotified ? NOTIFIED_HOURS : UNNOTIFIED_HOURS) * 3600
}

function backoff(minutes: readonly number[], failures: number): number {
  return minutes[Math.min(failures, minutes.length) - 1]! * 60
}
