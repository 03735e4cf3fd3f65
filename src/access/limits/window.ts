import type { ApiLimits } from '#/platform/settings/api-limits.ts'

/** Requests on the first paid tier (Spec, Rate limits); `runtime.apiLimits` has the second's. */
const STANDARD: ApiLimits = { minute: 60, hour: 500 }
/** Requests without a valid key that one address may make in a minute. */
export const ADDRESS_PER_MINUTE = 600
export const ADDRESS_PER_HOUR = 6000

/** The tier whose limits hold, for a household's plan and standing. A trial has all of `premium`. */
export function limitsOf(
  { plan, standing }: { readonly plan: string; readonly standing: string },
  premium: ApiLimits,
): ApiLimits {
  return plan === 'premium' || standing === 'trialing' ? premium : STANDARD
}

/** The limits as the database's function `admit` takes them. */
export function limitsForAdmission({ minute, hour }: ApiLimits): readonly number[] {
  return [STANDARD.minute, STANDARD.hour, hour, ADDRESS_PER_MINUTE, ADDRESS_PER_HOUR, minute]
}

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
