import type { OutboundFailureKind } from '#/platform/outbound/failure.ts'

/** What came of one attempt: a status, or the kind of failure that there was instead of an HTTP answer. */
export type Outcome =
  | { readonly status: number; readonly failure: null }
  | { readonly status: null; readonly failure: OutboundFailureKind }

/**
 * `retry`: the same may succeed later. `failed`: it will not, for this event. `gone`: the destination wants nothing
 * any more.
 */
export type Verdict = 'delivered' | 'retry' | 'failed' | 'gone'

/** Spec, Retry behaviour 2 to 5. What is no HTTP answer is a failure of the network. */
export function judge({ status, failure }: Outcome): Verdict {
  if (status === null) return neverWillBe.has(failure) ? 'failed' : 'retry'
  if (status >= 200 && status <= 299) return 'delivered'
  if (status === 410) return 'gone'
  return status === 408 || status === 429 || (status >= 500 && status <= 599) ? 'retry' : 'failed'
}

/** Refused by ourselves before anything was sent: the destination is not public, or not a usable address. */
const neverWillBe = new Set<OutboundFailureKind>(['refused_address', 'bad_url', 'bad_header'])

/** Failures that say that a destination is silent or away, and is best asked by few at a time. */
export function isSilence({ failure }: Outcome): boolean {
  return failure === 'timeout' || failure === 'connect' || failure === 'dns' || failure === 'tls'
}
