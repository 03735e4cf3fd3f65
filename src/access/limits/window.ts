/** Requests that one key may make in a minute (Spec, Rate limits). */
export const KEY_PER_MINUTE = 60
/** Requests that all keys of a household may make in an hour, by plan. */
export const HOUSEHOLD_PER_HOUR = { standard: 500, premium: 1500 } as const
/** Requests without a valid key, by the address that they come from. */
export const ADDRESS_PER_MINUTE = 600
export const ADDRESS_PER_HOUR = 6000

/** Which budget a request found empty. */
export type Exceeded = 'minute' | 'hour'

const lengths = { minute: 60, hour: 3600 } as const

/** Which window holds `now`, counted from 1970, and how many seconds each has. */
export function windowAt(window: Exceeded, now: Temporal.Instant) {
  const seconds = lengths[window]
  return { index: Math.floor(now.epochMilliseconds / 1000 / seconds), seconds }
}

/** When the window that holds `now` ends, as Unix seconds: windows are aligned to the clock (Rate limits 1). */
export function resetsAt(window: Exceeded, now: Temporal.Instant): number {
  const { index, seconds } = windowAt(window, now)
  return (index + 1) * seconds
}

/** Whole seconds until a window begins anew; at least 1, so that a client never spins. */
export function retryAfterSeconds(window: Exceeded, now: Temporal.Instant): number {
  return Math.max(1, Math.ceil(resetsAt(window, now) - now.epochMilliseconds / 1000))
}

/**
 * How many requests count in the window that holds `now`, of what a row says. As admission has it, a window that begins
 * up to its own length ahead goes on counting: it was opened by a process whose clock is a little fast.
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
