import { createClock } from '#/platform/runtime/clock.ts'
import { readSecret, sign } from '#/webhooks/signing/sign.ts'

// Receivers compare with the clock of their machine.
const now = createClock(null)

/** Milliseconds that a receiver may take, as for deliveries of Earmark. */
const PATIENCE = 15_000

/** The answer to a forwarded event; without a status there was none. */
export type Forwarded = {
  readonly status: number | null
  /** Why there was no answer. */
  readonly error: string | null
  readonly milliseconds: number
}

export type Outgoing = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** Posts an event and reports the answer. Redirects are not followed, as Earmark does not. */
export async function forward(
  url: string,
  { headers, body }: Outgoing,
  signal?: AbortSignal,
): Promise<Forwarded> {
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  const patience = AbortSignal.timeout(PATIENCE)
  try {
    const response = await globalThis.fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
    await response.body?.cancel()
    return { status: response.status, error: null, milliseconds: took() }
  } catch (error) {
    return { status: null, error: reasonOf(error, patience.aborted), milliseconds: took() }
  }
}

function reasonOf(error: unknown, isLate: boolean): string {
  if (isLate) return `no answer within ${PATIENCE / 1000} seconds`
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const first = cause instanceof AggregateError ? cause.errors[0] : cause
  return first instanceof Error ? first.message : String(first)
}

/** Signs an event as Earmark signs its deliveries. */
export function signed(secret: string, { id, body }: { id: string; body: string }): Outgoing {
  const seconds = Math.floor(now().epochMilliseconds / 1000)
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': sign(readSecret(secret), { id, seconds, body }),
    },
  }
}

export function isDone({ status }: Forwarded): boolean {
  return status !== null && status >= 200 && status < 300
}

/** True if Earmark would try again: no answer, 408, 429 and 5xx. */
export function mayRepeat({ status }: Forwarded): boolean {
  return status === null || status === 408 || status === 429 || status >= 500
}

export function forwardedText({ status, error, milliseconds }: Forwarded): string {
  return status === null ? `no answer: ${error}` : `${status} in ${milliseconds} ms`
}
