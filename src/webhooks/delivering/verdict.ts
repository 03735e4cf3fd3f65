import type { OutboundFailureKind } from '#/platform/outbound/failure.ts'

/** The outcome of one attempt: an HTTP status, or the kind of failure. */
export type Outcome =
  | { readonly status: number; readonly failure: null }
  | { readonly status: null; readonly failure: OutboundFailureKind }

/**
 * `retry`: the same may succeed later. `failed`: final for this event. `gone`: the destination wants no more events.
 */
export type Verdict = 'delivered' | 'retry' | 'failed' | 'gone'

/** Judges an outcome by Spec, Retry behaviour 2 to 5. Without an HTTP answer it is a network failure. */
export function judge({ status, failure }: Outcome): Verdict {
  if (status === null) return finalFailures.has(failure) ? 'failed' : 'retry'
  if (status >= 200 && status <= 299) return 'delivered'
  if (status === 410) return 'gone'
  return status === 408 || status === 429 || (status >= 500 && status <= 599) ? 'retry' : 'failed'
}

/** Failures before anything was sent: the address is not public or not usable. */
const finalFailures = new Set<OutboundFailureKind>(['refused_address', 'bad_url', 'bad_header'])

/** Tells if the destination could not be reached, so that it should get few requests at once. */
export function meansUnreachable({ failure }: Outcome): boolean {
  return failure === 'timeout' || failure === 'connect' || failure === 'dns' || failure === 'tls'
}
