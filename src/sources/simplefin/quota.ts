// A SimpleFIN server expects at most 24 requests a day and access URL, and disables those that ask for more.

export const REQUESTS_PER_DAY = 24
/** What the schedule leaves to people (6) and to the unforeseen (4). People may use all. */
const SCHEDULE_RESERVE = 6 + 4
const WINDOW_SECONDS = 24 * 60 * 60
/** A sync repeated within this time answers from what is stored. */
const FRESH_SECONDS = 15 * 60

export type QuotaState = {
  now: Temporal.Instant
  /** When requests were made; older ones than a day do no harm. */
  requests: readonly Temporal.Instant[]
  /** The provider asked us to be quiet until then. */
  throttledUntil: Temporal.Instant | null
}

export type QuotaVerdict = {
  /** Requests left in the rolling day, for a person. */
  remaining: number
  /** When the oldest counted request stops counting; null where none counts. */
  resetsAt: Temporal.Instant | null
} & ({ allowed: true } | { allowed: false; retryAfterSeconds: number })

/** May the provider be asked now? One gate for the schedule, for discovery and for people. */
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
  // The request whose expiry brings the count below the limit; there is one only where the limit is reached.
  const blocking = counted[counted.length - limit]
  const free = [blocking && expiry(blocking), state.throttledUntil]
  const waits = free.map((at) => (at ? secondsUntil(at, now) : 0))
  const retryAfterSeconds = Math.max(...waits)
  return retryAfterSeconds > 0
    ? { ...report, allowed: false, retryAfterSeconds }
    : { ...report, allowed: true }
}

/** Whether a repeated sync is answered from state. First imports always go on. */
export function answersFromState(sync: {
  now: Temporal.Instant
  lastSuccessAt: Temporal.Instant | null
  firstImportUnfinished: boolean
}): boolean {
  if (sync.lastSuccessAt === null || sync.firstImportUnfinished) return false
  // Another process's clock may be ahead of ours, and with EARMARK_NOW each begins anew.
  return Math.abs(secondsUntil(sync.now, sync.lastSuccessAt)) < FRESH_SECONDS
}

function expiry(at: Temporal.Instant): Temporal.Instant {
  return at.add({ seconds: WINDOW_SECONDS })
}

/** Whole seconds from `now` until `at`, rounded up: a client that waits them is never too early. */
function secondsUntil(at: Temporal.Instant, now: Temporal.Instant): number {
  return Math.ceil((at.epochMilliseconds - now.epochMilliseconds) / 1000)
}
