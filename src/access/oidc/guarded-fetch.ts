import { OutboundFailure } from '#/platform/outbound/failure.ts'
import type { Outbound } from '#/platform/outbound/outbound.ts'

/** Milliseconds for one request to a provider, from its name to the end of its answer. */
const PATIENCE_MS = 5000
/** Discovery documents and key sets have a few kilobytes. */
const BYTES_MAX = 256 * 1024

type Init = {
  readonly method?: string
  readonly headers?: ConstructorParameters<typeof Headers>[0]
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** Sends the requests of the OpenID Connect library through the guard of addresses, size and time. Redirects are not followed. */
export function createGuardedFetch(outbound: Outbound) {
  return async (url: string, init: Init = {}): Promise<Response> => {
    const { method = 'GET', body, signal } = init
    const answer = await outbound.request({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      timeoutMs: PATIENCE_MS,
      maxBytes: BYTES_MAX,
      ...(signal && { signal }),
    })
    const isEmpty = answer.status === 204 || answer.status === 304
    if (answer.status < 200 || answer.status > 599) {
      throw new OutboundFailure('bad_response', 'The provider did not answer with valid HTTP.')
    }
    return new Response(isEmpty ? null : Uint8Array.from(answer.body), {
      status: answer.status,
      headers: { ...answer.headers },
    })
  }
}
