import type { Context } from 'hono'
import { Refusal } from '#/contract/refusal.ts'
import { isDatabaseGone } from '#/database/database.ts'
import type { RateLimits } from '#/world/call.ts'
import type { World } from '#/world/world.ts'
import { makeRequestId } from './request-id.ts'
import { type Envelope, errorResponse } from './respond.ts'

/** A request and its answer, as far as they have come. */
export type Exchange = {
  envelope: Envelope
  /** Null until it is known who asks. */
  householdId: string | null
  moment: Temporal.Instant
}

type Beginning = {
  readonly world: World
  readonly upgradeUrl: string
  readonly limitsAtFirst: (moment: Temporal.Instant) => RateLimits | null
}

export function begin({ world, upgradeUrl, limitsAtFirst }: Beginning): Exchange {
  const moment = world.now()
  const requestId = makeRequestId(moment, world.randomBytes(16))
  return {
    envelope: { requestId, limits: limitsAtFirst(moment), upgradeUrl },
    householdId: null,
    moment,
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
export function fail(world: World, c: Context, { error, exchange, allow = [] }: Failure): Response {
  const refusal = toRefusal(error)
  const response = errorResponse(refusal, exchange.envelope, {
    ...(refusal.code === 'endpoint_not_found' && allow.length > 0 && { Allow: allow.join(', ') }),
  })
  const facts = { ...factsOf(c, exchange, response.status), code: refusal.code }
  if (response.status < 500) world.log('info', 'request', facts)
  else world.log('error', 'request', { ...facts, error })
  return response
}

function toRefusal(error: unknown): Refusal {
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
    household_id: exchange.householdId,
  }
}
