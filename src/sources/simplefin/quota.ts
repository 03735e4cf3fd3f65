// SimpleFIN servers allow 24 requests a day for each access URL, and disable access URLs that exceed it.

export const REQUESTS_PER_DAY = 24
/** Requests that the schedule leaves to people (6) and to the unforeseen (4). People may use all 24. */
const SCHEDULE_RESERVE = 6 + 4
const WINDOW_SECONDS = 24 * 60 * 60
/** A sync repeated within this time answers from stored data. */
const FRESH_SECONDS = 15 * 60

export type QuotaState = {
  now: Temporal.Instant
  /** Times of past requests; those older than a day are ignored. */
  requests: readonly Temporal.Instant[]
  /** The provider asked us to wait until then. */
  throttledUntil: Temporal.Instant | null
}

export type QuotaVerdict = {
  /** Requests left in the rolling day, for a person. */
  remaining: number
  /** When the oldest counted request stops counting; null when none counts. */
  resetsAt: Temporal.Instant | null
} & ({ allowed: true } | { allowed: false; retryAfterSeconds: number })

/** Decides if the provider may be asked now, for the schedule, discovery and people alike. */
export function judgeQuota(state: QuotaState, purpose: 'schedule' | 'person'): QuotaVerdict {
  const { now } = state
  const counted = state.requests
    .filter((at) => secondsUntil(expiry(at), now) > 0)
    .toSorted((a, b) => Temporal.Instant.compare(a, b))
  const oldest = counted[0]
  const report = {
    remaining: Math.max(0, REQUESTS_PER_DAY - counted.length),
    resetsAt: oldest === undefined ? null : expiry(oldest),
  }
  const limit = purpose === 'person' ? REQUESTS_PER_DAY : REQUESTS_PER_DAY - SCHEDULE_RESERVE
  // The request whose expiry brings the count below the limit; undefined while the limit is not reached.
  const blocking = counted[counted.length - limit]
  const free = [blocking && expiry(blocking), state.throttledUntil]
  const waits = free.map((at) => (at ? secondsUntil(at, now) : 0))
  const retryAfterSeconds = Math.max(...waits)
  return retryAfterSeconds > 0
    ? { ...report, allowed: false, retryAfterSeconds }
    : { ...report, allowed: true }
}

/** Returns true when a repeated sync is answered from stored data. First imports always continue. */
export function answersFromState(sync: {
  now: Temporal.Instant
  lastSuccessAt: Temporal.Instant | null
  firstImportUnfinished: boolean
}): boolean {
  if (sync.lastSuccessAt === null || sync.firstImportUnfinished) return false
  // Takes the absolute difference: another process's clock may be ahead, and EARMARK_NOW restarts it in each process.
  return Math.abs(secondsUntil(sync.now, sync.lastSuccessAt)) < FRESH_SECONDS
}

function expiry(at: Temporal.Instant): Temporal.Instant {
  return at.add({ seconds: WINDOW_SECONDS })
}

/** Counts whole seconds from `now` until `at`, rounded up, so that a client that waits them is never too early. */
function secondsUntil(at: Temporal.Instant, now: Temporal.Instant): number {
  return Math.ceil((at.epochMilliseconds - now.epochMilliseconds) / 1000)
}
