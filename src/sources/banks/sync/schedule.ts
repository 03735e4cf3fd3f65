import { isScheduled, type Status } from '#/sources/banks/connections/status.ts'

/** Twice a day: banks are asked about once a day by the provider, more calls bring nothing. */
const REGULAR_HOURS = 12
/** Minutes to wait after the first, second, … failure in a row. */
const BACKOFF_MINUTES = [15, 60, 4 * 60, 12 * 60]
/** Connections made together must not be asked together: each waits up to so many minutes more. */
const SPREAD_MINUTES = 30

/** Plaid tells of news where it can reach us, and costs nothing more where it is asked. */
const TOLD_HOURS = 12
const UNTOLD_HOURS = 5
/** News that came within so many days show that Plaid reaches us. */
const TOLD_DAYS = 7
const UPDATE_BACKOFF_MINUTES = [1, 5, 30, 2 * 60, 12 * 60]
/** After a login is connected its history comes in pieces: seconds after it at which to look. */
const HISTORY_SECONDS = [30, 2 * 60, 10 * 60, 60 * 60]
/** Signing in again at the bank may go unseen. */
const REPAIR_HOURS = 24

export type Ran = {
  readonly provider: 'provider_a' | 'provider_b'
  readonly status: Status
  readonly failures: number
  readonly retryAfterSeconds: number | null
  readonly connectedAt: Temporal.Instant
  readonly historyUnfinished: boolean
  /** When the provider last told of news by itself. */
  readonly toldAt: Temporal.Instant | null
  /** Two random bytes. */
  readonly chance: Uint8Array
}

/** When a connection is asked next; null when only a person can help. */
export function nextRun(now: Temporal.Instant, ran: Ran): Temporal.Instant | null {
  const seconds = ran.provider === 'provider_a' ? windowSeconds(ran) : updateSeconds(now, ran)
  if (seconds === null) return null
  const spread = (((ran.chance[0]! << 8) | ran.chance[1]!) % (SPREAD_MINUTES * 60)) + 1
  // What is due within minutes is not spread over half an hour.
  const jitter = Math.min(spread, Math.ceil(seconds / 2))
  return now.add({ seconds: Math.max(seconds, ran.retryAfterSeconds ?? 0) + jitter })
}

function windowSeconds({ status, failures }: Ran): number | null {
  if (!isScheduled(status)) return null
  return failures === 0 ? REGULAR_HOURS * 3600 : backoff(BACKOFF_MINUTES, failures)
}

function updateSeconds(now: Temporal.Instant, ran: Ran): number | null {
  if (ran.status === 'reauth_required') return REPAIR_HOURS * 3600
  if (!isScheduled(ran.status)) return null
  if (ran.failures > 0) return backoff(UPDATE_BACKOFF_MINUTES, ran.failures)
  if (ran.historyUnfinished) {
    const age = now.since(ran.connectedAt).total('seconds')
    const look = HISTORY_SECONDS.find((seconds) => seconds > age)
    return look === undefined ? HISTORY_SECONDS.at(-1)! : Math.ceil(look - age)
  }
  const isTold =
    ran.toldAt !== null &&
    Temporal.Instant.compare(ran.toldAt, now.subtract({ hours: 24 * TOLD_DAYS })) > 0
  return (isTold ? TOLD_HOURS : UNTOLD_HOURS) * 3600
}

function backoff(minutes: readonly number[], failures: number): number {
  return minutes[Math.min(failures, minutes.length) - 1]! * 60
}
