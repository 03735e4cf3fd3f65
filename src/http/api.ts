import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import type { Code } from '#/contract/codes.ts'
import { type Endpoint, isWrite } from '#/contract/endpoint.ts'
import { Refusal, invalidParameter } from '#/contract/refusal.ts'
import { isDatabaseGone } from '#/database/database.ts'
import { isReadOnly } from '#/households/standing.ts'
import type { RateLimits } from '#/world/call.ts'
import type { World } from '#/world/world.ts'
import { decode, queryDecoder, refuseQuery } from './decode.ts'
import { BODY_BYTES_MAX, readJsonBody, refuseBody } from './json-body.ts'
import type { Guard } from './guard.ts'
import { makeRequestId } from './request-id.ts'
import { type Envelope, errorResponse, jsonResponse } from './respond.ts'
import type { LooseHandle, Routes } from './routes.ts'
import { run } from './run.ts'

export type ApiOptions = {
  readonly world: World
  readonly guard: Guard
  readonly routes: Routes
  /** Where a household changes its plan. */
  readonly upgradeUrl: string
  /** Documents that are served without a key, by path: ready JSON. */
  readonly open?: Readonly<Record<string, string>>
}

/** A route made ready: what can be worked out before the first request. */
type Route = {
  readonly endpoint: Endpoint
  readonly handle: LooseHandle
  readonly decodeQuery: (url: URL) => unknown
}
type Found = { readonly route: Route | null; readonly allow: readonly string[] }

/**
 * An API: the public one below `/v1`, the application's below `/app/api`; the guard tells them apart. Every request
 * takes the same steps in the same order, which decides the error that wins when several apply: credential, limits,
 * household, route, scope, read-only, validation, and then the verb.
 */
export function createApi(options: ApiOptions): Hono {
  const api = new Hono()
  for (const [endpoint, handle] of options.routes) {
    const decodeQuery = endpoint.query ? queryDecoder(endpoint.query) : refuseQuery
    const route: Route = { endpoint, handle, decodeQuery }
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
    api.on(endpoint.method, path, (c) => serve(options, c, { route, allow: [] }))
  }
  for (const [path, body] of Object.entries(options.open ?? {})) {
    api.get(path, (c) => serveOpen(options, c, body))
  }
  const allowed = methodsByPath(options.routes)
  api.all('*', (c) => {
    // Registered below the API's own place, so that what comes before the asterisk is that place.
    const below = c.req.path.slice(routePath(c).length - '/*'.length)
    return serve(options, c, { route: null, allow: allowed(below) })
  })
  return api
}

type Progress = { envelope: Envelope; householdId: string | null; moment: Temporal.Instant }

async function serve(options: ApiOptions, c: Context, found: Found): Promise<Response> {
  const progress = begin(options)
  try {
    const response = await proceed(options, c, { found, progress })
    options.world.log('info', 'request', factsOf(c, progress, response.status))
    return response
  } catch (error) {
    return fail(options, c, { error, progress, found })
  }
}

async function proceed(
  options: ApiOptions,
  c: Context,
  { found, progress }: { found: Found; progress: Progress },
): Promise<Response> {
  const { world } = options
  const { guard } = options
  const caller = await guard.enter(c, (limits, moment) => keepLimits(progress, limits, moment))
  progress.householdId = caller.householdId
  refuse(guard.refuseHousehold(caller.plan, caller.standing))
  if (!found.route) throw new Refusal('endpoint_not_found')
  const { endpoint, handle } = found.route
  if (!caller.scopes.includes(endpoint.scope)) throw new Refusal('insufficient_scope')
  if (isWrite(endpoint) && isReadOnly(caller.standing)) throw new Refusal('account_read_only')
  const input = await readInput(found.route, c)
  const { requestId, limits } = progress.envelope
  const idempotencyKey = isWrite(endpoint) ? readIdempotencyKey(c) : null
  const call = { ...world, caller, requestId, limits, idempotencyKey }
  const ran = await run({ endpoint, handle, call, input, path: c.req.path })
  const replayed = ran.replayed ? { 'Idempotent-Replayed': 'true' } : {}
  return jsonResponse(ran, progress.envelope, replayed)
}

async function readInput(route: Route, c: Context): Promise<{ body?: unknown }> {
  const { endpoint } = route
  const query = route.decodeQuery(new URL(c.req.url))
  const bytesMax = endpoint.bodyBytesMax ?? BODY_BYTES_MAX
  if (isWrite(endpoint) && !endpoint.body) await refuseBody(c.req.raw)
  return {
    ...(endpoint.params && { params: decode(endpoint.params, c.req.param(), 'id') }),
    ...(endpoint.query && { query }),
    ...(endpoint.body && {
      body: decode(endpoint.body, await readJsonBody(c.req.raw, bytesMax), 'body'),
    }),
  }
}

/** 8 to 128 printable ASCII characters without spaces; the specification says string. */
function readIdempotencyKey(c: Context): string | null {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{8,128}$/.test(key)) {
    throw invalidParameter(
      'Idempotency-Key',
      '`Idempotency-Key` must have 8 to 128 visible ASCII characters and no spaces.',
    )
  }
  return key
}

async function serveOpen(options: ApiOptions, c: Context, body: string): Promise<Response> {
  const progress = begin(options)
  try {
    await options.guard.pass(c, (limits, moment) => keepLimits(progress, limits, moment))
    return jsonResponse({ status: 200, body }, progress.envelope)
  } catch (error) {
    return fail(options, c, { error, progress, found: { route: null, allow: [] } })
  }
}

function keepLimits(progress: Progress, limits: RateLimits, moment: Temporal.Instant): void {
  progress.envelope = { ...progress.envelope, limits }
  progress.moment = moment
}

function begin({ world, guard, upgradeUrl }: ApiOptions): Progress {
  const moment = world.now()
  const requestId = makeRequestId(moment, world.randomBytes(16))
  return {
    envelope: { requestId, limits: guard.limitsAtFirst(moment), upgradeUrl },
    householdId: null,
    moment,
  }
}

type Failure = { readonly error: unknown; readonly progress: Progress; readonly found: Found }

/** Turns whatever was thrown into the answer for it: a refusal as such, anything else as a bug of ours. */
function fail(options: ApiOptions, c: Context, { error, progress, found }: Failure): Response {
  const refusal = toRefusal(error)
  const response = errorResponse(refusal, progress.envelope, {
    ...(refusal.code === 'endpoint_not_found' &&
      found.allow.length > 0 && { Allow: found.allow.join(', ') }),
  })
  const facts = { ...factsOf(c, progress, response.status), code: refusal.code }
  if (response.status < 500) options.world.log('info', 'request', facts)
  else options.world.log('error', 'request', { ...facts, error })
  return response
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseGone(error)) {
    return new Refusal('service_unavailable', { retryAfterSeconds: 1, cause: error })
  }
  return new Refusal('internal_error', { cause: error })
}

function factsOf(c: Context, progress: Progress, status: number) {
  return {
    request_id: progress.envelope.requestId,
    method: c.req.method,
    path: c.req.path,
    status,
    household_id: progress.householdId,
  }
}

function refuse(code: Code | null): void {
  if (code !== null) throw new Refusal(code)
}

/** Which methods a path below the API has, for the `Allow` header of a 404 on a method that it lacks. */
function methodsByPath(routes: Routes): (path: string) => readonly string[] {
  const patterns = routes.map(([{ path, method }]) => {
    return { pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), method }
  })
  return (path) => [
    ...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
  ]
}
