/** Requests that one key may make in a minute (Spec, Rate limits). */
export const KEY_PER_MINUTE = 60
/** Requests that all keys of a household may make in an hour, by plan. */
export const HOUSEHOLD_PER_HOUR = { standard: 500, premium: 1500 } as const
/** Requests without a valid key, by the address that they come from. */
export const ADDRESS_PER_MINUTE = 600
export const ADDRESS_PER_HOUR = 6000

/** Which budget a request found empty. */
export type Exceeded = 'minute' | 'hour'

/** When the window that holds `now` ends, as Unix seconds: windows are aligned to the clock (Rate limits 1). */
export function resetsAt(window: Exceeded, now: Temporal.Instant): number {
  const length = window === 'minute' ? 60 : 3600
  return (Math.floor(now.epochMilliseconds / 1000 / length) + 1) * length
}

/** Whole seconds until a window begins anew; at least 1, so that a client never spins. */
export function retryAfterSeconds(window: Exceeded, now: Temporal.Instant): number {
  return Math.max(1, Math.ceil(resetsAt(window, now) - now.epochMilliseconds / 1000))
}
