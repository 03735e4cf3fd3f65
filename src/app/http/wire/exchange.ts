import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Code } from '#/platform/contract/codes.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { isDatabaseGone } from '#/platform/database/database.ts'
import type { Caller, RateLimits } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { makeRequestId } from './request-id.ts'
import { type Envelope, jsonResponse, renderError } from './respond.ts'

/** A request and the answer so far. */
export type Exchange = {
  envelope: Envelope
  /** Null until the caller is known. */
  caller: Caller | null
  /** The person of a session, in requests that concern no household. */
  personId: string | null
  readonly began: Temporal.Instant
  /** When the request was counted; before that, when it began. */
  moment: Temporal.Instant
  /** The received body; null if none has been read. */
  sent: Buffer | null
  /** The answer, for the request log. */
  answered: { readonly text: string; readonly code: Code | null } | null
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
    personId: null,
    began,
    moment: began,
    sent: null,
    answered: null,
  }
}

export function keepLimits(exchange: Exchange, limits: RateLimits, moment: Temporal.Instant): void {
  exchange.envelope = { ...exchange.envelope, limits }
  exchange.moment = moment
}

type Failure = {
  readonly error: unknown
  readonly exchange: Exchange
  /** Methods of a path that lacks the requested one. */
  readonly allow?: readonly string[]
  /** Finds a stranger's address, for the log. */
  readonly wholeAddressOf: (c: Context) => string
}

/** Turns an error into its answer: a refusal as such, anything else as an internal error. */
export function fail(
  runtime: Runtime,
  c: Context,
  { error, exchange, allow = [], wholeAddressOf }: Failure,
): Response {
  const refusal = toRefusal(error)
  const rendered = renderError(refusal, exchange.envelope)
  exchange.answered = { text: rendered.body, code: refusal.code }
  const response = jsonResponse(rendered, exchange.envelope, {
    ...rendered.headers,
    ...(refusal.code === 'endpoint_not_found' && allow.length > 0 && { Allow: allow.join(', ') }),
  })
  const isStranger = exchange.caller === null && exchange.personId === null
  const facts = {
    // With it, the log sums what a flood of strangers causes.
    ...(isStranger && { address: wholeAddressOf(c) }),
    ...factsOf(c, exchange, response.status),
    code: refusal.code,
  }
  if (response.status < 500) runtime.log('info', 'request', facts)
  else if (hasLeft(c)) runtime.log('info', 'request.aborted', { ...facts, status: undefined })
  else if (isForNow(refusal)) runtime.log('warn', 'request', facts)
  else runtime.log('error', 'request', { ...facts, error })
  return response
}

/** True for what is refused on purpose for some seconds, as while a household moves. Nothing has failed, so the line needs no stack. */
function isForNow({ cause, retryAfterSeconds }: Refusal): boolean {
  return cause === undefined && retryAfterSeconds !== undefined
}

/** True if the caller closed the connection before it had sent everything, or before it was answered. */
function hasLeft(c: Context): boolean {
  const { incoming, outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  if (incoming?.destroyed && !incoming.complete) return true
  return outgoing?.destroyed === true && !outgoing.writableFinished
}

/** Turns any error into a refusal; unknown ones become `internal_error`. */
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
