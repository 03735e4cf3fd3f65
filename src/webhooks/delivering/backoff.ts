/** Total attempts of one delivery (Spec, Webhook limits). */
export const ATTEMPTS_MAX = 8

const FIRST_SECONDS = 30
const CAP_SECONDS = 3600
/** The delay is capped from this attempt on, which also keeps the power of two small. */
const CAPPED_FROM = 8

/** Seconds from the end of the `n`th failed attempt to the next: 30, doubling, at most an hour (Spec, Retry behaviour 3). */
export function delayAfter(n: number): number {
  return n >= CAPPED_FROM ? CAP_SECONDS : FIRST_SECONDS * 2 ** (n - 1)
}
