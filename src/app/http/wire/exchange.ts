import type { Context } from 'hono'
import type { Code } from '#/platform/contract/codes.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { isDatabaseGone } from '#/platform/database/database.ts'
import type { Caller, RateLimits } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { makeRequestId } from './request-id.ts'
import { type Envelope, jsonResponse, renderError } from './respond.ts'

/** A request and its answer, as far as they have come. */
export type Exchange = {
  envelope: Envelope
  /** Null until it is known who asks. */
  caller: Caller | null
  readonly began: Temporal.Instant
  /** When the request was counted; until then, when it began. */
  moment: Temporal.Instant
  /** The body that was sent, as it came; null: none has been read. */
  sent: Buffer | null
  /** What was answered, for the log of requests. */
  told: { readonly text: string; readonly code: Code | null } | null
}

type Beginning = {
  readonly runtime: Runtime
  readonly upgradeUrl: string
  readonly isApp: boolean
  readonly limitsAtFirst: (moment: Temporal.Instant) => RateLimits | null
}

export function begin({ runtime, upgradeUrl, isApp, limitsAtFirst }: Beginning): Exchange {
  const began = runtime.now()
  const requestId = makeRequestId(began, runtime.randomBytes(16))
  return {
    envelope: { requestId, limits: limitsAtFirst(began), isApp, upgradeUrl },
    caller: null,
    began,
    moment: began,
    sent: null,
    told: null,
  }
}

export function keepLimits(exchange: Exchange, limits: RateLimits, moment: Temporal.Instant): void {
  exchange.envelope = { ...exchange.envelope, limits }
  exchange.moment = moment
}

type Failure = {
  readonly error: unknown
  readonly exchange: Exchange
  /** Methods that the path has, where it lacks the one that was asked for. */
  readonly allow?: readonly string[]
}

/** Turns whatever was thrown into the answer for it: a refusal as such, anything else as a bug of ours. */
export function fail(
  runtime: Runtime,
  c: Context,
  { error, exchange, allow = [] }: Failure,
): Response {
  const refusal = toRefusal(error)
  const rendered = renderError(refusal, exchange.envelope)
  exchange.told = { text: rendered.body, code: refusal.code }
  const response = jsonResponse(rendered, exchange.envelope, {
    ...rendered.headers,
    ...(refusal.code === 'endpoint_not_found' && allow.length > 0 && { Allow: allow.join(', ') }),
  })
  const facts = { ...factsOf(c, exchange, response.status), code: refusal.code }
  if (response.status < 500) runtime.log('info', 'request', facts)
  else runtime.log('error', 'request', { ...facts, error })
  return response
}

/** What is answered for whatever was thrown. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseGone(error)) {
    return new Refusal('service_unavailable', { retryAfterSeconds: 1, cause: error })
  }
  return new Refusal('internal_error', { cause: error })
}

export function factsOf(c: Context, exchange: Exchange, status: number) {
  return {
    request_id: exchange.envelope.requestId,
    method: c.req.method,
    path: c.req.path,
    status,
    household_id: exchange.caller?.householdId ?? null,
  }
}
