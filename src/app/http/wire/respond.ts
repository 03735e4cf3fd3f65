import { type Code, codes } from '#/platform/contract/codes.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { FileKind, RateLimits } from '#/platform/runtime/call.ts'

/** The facts that every answer carries, successful or not (Spec, Rate limits 3; Errors). */
export type Envelope = {
  readonly requestId: string
  /** Null if requests are not counted. */
  readonly limits: RateLimits | null
  /** True for our own application, which translates error details itself. */
  readonly isApp: boolean
  /** The address where a household changes its plan. */
  readonly upgradeUrl: string
}

type Extra = Readonly<Record<string, string>>

type Streamed = {
  readonly status: number
  readonly stream: ReadableStream<Uint8Array>
  /** Bytes; null if unknown before the end. */
  readonly length: number | null
}

/**
 * Makes an answer that is sent while it is produced. If it breaks off, so does the connection, so that a part never
 * looks complete.
 */
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

/** Codes that a key resolves. Other 401s send no challenge, or browsers would show a password dialog. */
const aboutKeys: readonly Code[] = [
  'missing_api_key',
  'invalid_api_key',
  'invalid_credential_context',
]

type Rendered = Content & { readonly headers: Extra }

/** Renders a refusal as an answer: the only place that makes error objects and their headers. */
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

/** Marks the stored answer to an earlier request with the same Idempotency-Key. */
export function replayedHeader({ replayed }: { readonly replayed: boolean }): Extra {
  return replayed ? { 'Idempotent-Replayed': 'true' } : {}
}

/** Names the type and the name of a file that the browser saves instead of showing it. */
export function fileHeaders({ file }: { readonly file?: FileKind }): Extra {
  if (!file) return {}
  return { 'Content-Type': file.type, 'Content-Disposition': `attachment; filename="${file.name}"` }
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
