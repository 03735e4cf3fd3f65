/** Requests that one key may make in a minute (Spec, Rate limits). */
export const KEY_PER_MINUTE = 60
/** Requests that all keys of a household may make in an hour, by plan. */
export const HOUSEHOLD_PER_HOUR = { standard: 500, premium: 1500 } as const
/** Requests without a valid key that one address may make in a minute. */
export const ADDRESS_PER_MINUTE = 600
export const ADDRESS_PER_HOUR = 6000

/** The budget that a request found empty. */
export type Exceeded = 'minute' | 'hour'

const lengths = { minute: 60, hour: 3600 } as const

/** Finds the window that contains `now`: its index, counted from 1970, and its length in seconds. */
export function windowAt(window: Exceeded, now: Temporal.Instant) {
  const seconds = lengths[window]
  return { index: Math.floor(now.epochMilliseconds / 1000 / seconds), seconds }
}

/** Returns the end of the window that contains `now`, in Unix seconds. Windows are aligned to the clock (Rate limits 1). */
export function resetsAt(window: Exceeded, now: Temporal.Instant): number {
  const { index, seconds } = windowAt(window, now)
  return (index + 1) * seconds
}

/** Returns the whole seconds until the next window begins; at least 1, so that a client never spins. */
export function retryAfterSeconds(window: Exceeded, now: Temporal.Instant): number {
  return Math.max(1, Math.ceil(resetsAt(window, now) - now.epochMilliseconds / 1000))
}

/**
 * Returns the number of requests that a stored row counts in the window that contains `now`. As in admission, a window
 * that begins less than its own length ahead still counts: a process with a slightly fast clock opened it.
 */
export function usedIn(
  window: Exceeded,
  { begun, used }: { readonly begun: Temporal.Instant; readonly used: number },
  now: Temporal.Instant,
): number {
  const next = resetsAt(window, now)
  const at = begun.epochMilliseconds / 1000
  return at >= next - lengths[window] && at <= next ? used : 0
}
