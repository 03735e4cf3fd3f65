import { CallFailure } from '#web/calls/failure.ts'

export type ApiRequest = {
  readonly method: string
  /** Begins with `/v1/` and includes the query. */
  readonly address: string
  readonly key: string
  /** JSON; empty if there is no body. */
  readonly body: string
}

export type ApiAnswer = {
  readonly status: number
  readonly text: string
  readonly milliseconds: number
  readonly requestId: string | null
}

/**
 * Calls the public API as a program would: with a key and without the cookie, because the API refuses both together (Spec,
 * Authentication). Rejects with a `CallFailure` if nothing answers or the address is outside the API.
 */
export async function askApi({ method, address, key, body }: ApiRequest): Promise<ApiAnswer> {
  const url = new URL(address, location.origin)
  if (url.origin !== location.origin || !url.pathname.startsWith('/v1/')) {
    throw new CallFailure('endpoint_not_found')
  }
  const headers = new Headers({ authorization: `Bearer ${key}` })
  const sends = method !== 'GET' && body !== ''
  if (sends) headers.set('content-type', 'application/json')
  const began = performance.now()
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: sends ? body : null,
      credentials: 'omit',
      cache: 'no-store',
    })
    const text = await response.text()
    const milliseconds = Math.round(performance.now() - began)
    const requestId = response.headers.get('x-request-id')
    return { status: response.status, text, milliseconds, requestId }
  } catch {
    throw new CallFailure('unreachable')
  }
}
