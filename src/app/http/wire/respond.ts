import { type Code, codes } from '#/platform/contract/codes.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { RateLimits } from '#/platform/runtime/call.ts'

/** What every answer carries, whatever became of the request (Spec, Rate limits 3; Errors). */
export type Envelope = {
  readonly requestId: string
  /** Null where requests are not counted. */
  readonly limits: RateLimits | null
  /** Whether our own application asks: it words what is wrong in the language of whoever looks at it. */
  readonly isApp: boolean
  /** Where a plan can be changed. */
  readonly upgradeUrl: string
}

type Extra = Readonly<Record<string, string>>

type Streamed = {
  readonly status: number
  readonly stream: ReadableStream<Uint8Array>
  /** Bytes of it; null: nobody knows before its end. */
  readonly length: number | null
}

/** An answer that is sent while it is made. Where it breaks off the connection does, so that no part looks like the whole. */
export function streamResponse(
  { status, stream, length }: Streamed,
  envelope: Envelope,
  extra: Extra = {},
): Response {
  const known = length === null ? {} : { 'Content-Length': String(length) }
  return new Response(stream, { status, headers: headersOf(envelope, { ...known, ...extra }) })
}

type Content = { readonly status: number; readonly body: string }

export function jsonResponse(
  { status, body }: Content,
  envelope: Envelope,
  extra: Extra = {},
): Response {
  return new Response(body, { status, headers: headersOf(envelope, extra) })
}

/** What a key mends; whatever else a person lacks, browsers must not be asked for a credential of their own. */
const aboutKeys: readonly Code[] = [
  'missing_api_key',
  'invalid_api_key',
  'invalid_credential_context',
]

type Rendered = Content & { readonly headers: Extra }

/** The one place where a refusal becomes an answer: its error object, and the headers that only it has. */
export function renderError(
  refusal: Refusal,
  { requestId, upgradeUrl, isApp }: Envelope,
): Rendered {
  const { code, message, param, retryAfterSeconds, detail } = refusal
  const { type, status } = codes[code]
  const error = {
    type,
    code,
    message,
    ...(param !== undefined && { param }),
    ...(isApp && detail !== undefined && { detail }),
    request_id: requestId,
    ...(status === 429 && { retry_after: retryAfterSeconds }),
    ...(code === 'plan_upgrade_required' && { upgrade_url: upgradeUrl }),
  }
  const headers = {
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(status === 401 && aboutKeys.includes(code) && { 'WWW-Authenticate': 'Bearer' }),
  }
  return { status, body: JSON.stringify({ error }), headers }
}

export function headersOf({ requestId, limits }: Envelope, extra: Extra): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': requestId,
    ...(limits && limitHeaders(limits)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...extra,
  }
}

export function limitHeaders(limits: RateLimits): Extra {
  return {
    'X-RateLimit-Limit': String(limits.minuteLimit),
    'X-RateLimit-Remaining': String(limits.minuteRemaining),
    'X-RateLimit-Reset': String(limits.minuteResetsAt),
    'X-RateLimit-Limit-Hour': String(limits.hourLimit),
    'X-RateLimit-Remaining-Hour': String(limits.hourRemaining),
    'X-RateLimit-Reset-Hour': String(limits.hourResetsAt),
  }
}
