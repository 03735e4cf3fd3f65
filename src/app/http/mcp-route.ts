import { isIP } from 'node:net'
import { type Context, Hono } from 'hono'
import { mayCall } from '#/access/keys/restrictions.ts'
import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Caller } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { RequestMeter } from '#/app/metrics/request-meter.ts'
import type { ApiFault, McpCaller } from '#/app/mcp/door.ts'
import { enterByKey, type KeyAdmission } from '#/app/http/guards/key-guard.ts'
import { type Ingress, originOf } from '#/app/http/guards/ingress.ts'
import { begin, type Exchange, factsOf, fail, keepLimits } from '#/app/http/wire/exchange.ts'
import { BODY_BYTES_MAX, parseJson, readBytes } from '#/app/http/wire/json-body.ts'
import { headersOf } from '#/app/http/wire/respond.ts'
import { untouchedLimits } from '#/access/limits/admit.ts'
import { publicRoutes } from './public-api.ts'

type Options = {
  readonly runtime: Runtime
  readonly admission: KeyAdmission
  readonly ingress: Ingress
  readonly upgradeUrl: string
  /** Everything that is served, our own APIs among it. */
  readonly app: Hono
  readonly metrics: { readonly requests: RequestMeter } | undefined
}

/** Messages of a batch, which only the protocol version 2025-03-26 has. Each asks for itself, and is counted. */
const BATCH_MAX = 10

/**
 * `POST /mcp`: the tools of an assistant, by API key. A request is counted once, and each question that a tool asks our
 * APIs again, as if the key had asked it itself. Everything of the protocol is loaded with the first request.
 */
export function createMcpRoute(options: Options): Hono {
  const route = new Hono()
  const mark = options.metrics?.requests.route('POST', '/mcp')
  route.post('/', (c) => {
    mark?.(c)
    return answer(options, c)
  })
  // There are no sessions to delete and no streams to open.
  route.all('/', (c) => {
    const exchange = beginAt(options)
    const headers = headersOf(exchange.envelope, { Allow: 'POST' })
    const error = { code: -32000, message: 'Method not allowed: send POST.' }
    return c.body(JSON.stringify({ jsonrpc: '2.0', error, id: null }), 405, headers)
  })
  return route
}

function beginAt({ runtime, upgradeUrl }: Options): Exchange {
  return begin({ runtime, upgradeUrl, isApp: false, limitsAtFirst: untouchedLimits })
}

async function answer(options: Options, c: Context): Promise<Response> {
  const { runtime, admission } = options
  const exchange = beginAt(options)
  try {
    const response = await proceed(options, c, exchange)
    runtime.log('info', 'request', factsOf(c, exchange, response.status))
    return response
  } catch (error) {
    return fail(runtime, c, { error, exchange, wholeAddressOf: admission.wholeAddressOf })
  }
}

async function proceed(options: Options, c: Context, exchange: Exchange): Promise<Response> {
  const { runtime, admission, ingress } = options
  requireKnownOrigin(c, ingress)
  const caller = await enterByKey(admission, c, (limits, moment) =>
    keepLimits(exchange, limits, moment),
  )
  exchange.caller = caller
  const parsed = parseJson(await readBytes(c.req.raw, BODY_BYTES_MAX))
  if (Array.isArray(parsed) && parsed.length > BATCH_MAX) {
    throw new Refusal('request_too_large', {
      message: `Send at most ${BATCH_MAX} messages at once.`,
    })
  }
  const [{ openDoor }, { serveHttp }] = await Promise.all([
    import('#/app/mcp/door.ts'),
    import('#/app/mcp/serve-http.ts'),
  ])
  let stop: ApiFault | null = null
  const door = openDoor({
    fetch: (request, environment) => options.app.fetch(request, environment),
    baseOf,
    headers: callerHeaders(c),
    environment: environmentOf(c),
    noteFault: (fault) => {
      if (isOfConnection(fault)) stop ??= fault
    },
  })
  const response = await serveHttp(c.req.raw, parsed, { door, runtime, caller: mcpCaller(caller) })
  return withHeaders(stop ? resent(stop) : response, exchange)
}

/**
 * Refuses pages of other origins. A name that somebody else made point here (DNS rebinding) is such an origin even though
 * the Host agrees, so without a `PUBLIC_URL` only addresses and `localhost` count. Assistants send no Origin.
 */
function requireKnownOrigin(c: Context, ingress: Ingress): void {
  const origin = c.req.header('origin')
  if (origin === undefined) return
  const url = URL.parse(origin)
  const host = url?.hostname.replaceAll(/[[\]]/g, '') ?? ''
  const isFixed = ingress.publicUrl !== null || host === 'localhost' || isIP(host) !== 0
  if (url === null || url.origin !== originOf(c, ingress) || !isFixed) {
    throw new Refusal('cross_site_request', {
      message: 'Pages of other origins may not use this address; assistants send no Origin.',
    })
  }
}

const publicEndpoints: ReadonlySet<Endpoint> = new Set(publicRoutes.map(([endpoint]) => endpoint))

/** The path under which keys ask for an endpoint. */
export function baseOf(endpoint: Endpoint): '/v1' | '/app/api' {
  return publicEndpoints.has(endpoint) ? '/v1' : '/app/api'
}

/** The headers by which our APIs know the same caller at the same address. */
function callerHeaders(c: Context): Record<string, string> {
  const names = ['authorization', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = c.req.header(name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

function environmentOf(c: Context): object {
  const env: unknown = c.env
  return env !== null && typeof env === 'object' ? env : {}
}

function mcpCaller({ householdId, key, scopes, restrictions }: Caller): McpCaller {
  return {
    householdId,
    keyId: key?.id ?? '',
    scopes,
    mayCall: (endpoint) => mayCall(restrictions, endpoint),
  }
}

/** True for refusals that concern the connection rather than one call: clients handle them below their tools. */
function isOfConnection({ response, body }: ApiFault): boolean {
  return response.status === 401 || /^(account_)?rate_limit_exceeded$/.test(body.code)
}

function resent({ response, body }: ApiFault): Response {
  return new Response(JSON.stringify({ error: body }), response)
}

function withHeaders(response: Response, { envelope }: Exchange): Response {
  const headers = new Headers(headersOf(envelope, {}))
  for (const [name, value] of response.headers) headers.set(name, value)
  return new Response(response.body, { status: response.status, headers })
}
