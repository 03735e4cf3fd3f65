import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import { dayAt } from '#/core/values/day.ts'
import type { Code } from '#/platform/contract/codes.ts'
import { type Endpoint, isWrite } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { requireHere } from '#/access/households/require-here.ts'
import { isReadOnly } from '#/access/households/standing.ts'
import type { Caller, FileKind } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { RequestMeter } from '#/app/metrics/request-meter.ts'
import { watchOf } from '#/app/mcp/watch.ts'
import { type Errand, writeErrand } from './errand.ts'
import { breakingOff } from '#/app/http/wire/break-off.ts'
import { readConditional, respondDocument } from '#/app/http/wire/conditional.ts'
import { begin, type Exchange, factsOf, fail, keepLimits } from '#/app/http/wire/exchange.ts'
import type { KeptAnswers } from '#/app/http/wire/kept-answers.ts'
import type { Guard, Note } from '#/app/http/guards/guard.ts'
import { readIdempotencyKey } from '#/app/http/wire/idempotency-key.ts'
import { noteRequest, type RequestLogging } from '#/app/http/wire/note-request.ts'
import { createInputReader, type InputReader } from '#/app/http/wire/read-input.ts'
import { requireGrants } from '#/app/http/guards/require-grants.ts'
import { requireStanding } from '#/app/http/guards/require-standing.ts'
import {
  fileHeaders,
  jsonResponse,
  replayedHeader,
  streamResponse,
} from '#/app/http/wire/respond.ts'
import { type LooseHandle, type MayCome, patternOf, type Routes } from './routes.ts'
import { run } from './run.ts'

export type ApiOptions = {
  readonly runtime: Runtime
  readonly guard: Guard
  readonly routes: Routes
  /** The address where a household changes its plan. */
  readonly upgradeUrl: string
  /** Finds the caller's whole address, for the log of the server. */
  readonly wholeAddressOf: (c: Context) => string
  /** Counts requests by their routes. */
  readonly meter?: Metered
  /** Logs the requests of keys. */
  readonly logging?: RequestLogging
  /** Lets another process answer heavy requests; without it this process does. */
  readonly elsewhere?: Elsewhere
  /** Names the form of the answers, which changes with the product's version; with it, answers to reads carry an `ETag`. */
  readonly edition?: string
  /** Keeps answers of endpoints that are declared so; without it every answer is read again. */
  readonly answers?: KeptAnswers
  /** Documents that are served without a key, by path: each writes the JSON for a reader. */
  readonly open?: Readonly<Record<string, WriteDocument>>
}

type WriteDocument = (c: Context) => string

/** Counts requests under the path where an API is served, such as `/v1`. */
export type Metered = { readonly requests: RequestMeter; readonly base: string }

/** A request for another process to answer. */
export type Heavy = {
  readonly errand: Errand
  /** True if the answer is sent while it is produced. */
  readonly stream: boolean
  readonly body: ReadableStream<Uint8Array> | null
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}
/** Rejects with the handler's refusal. */
export type Elsewhere = (heavy: Heavy) => Promise<HeavyAnswer>
export type HeavyAnswer = {
  readonly status: number
  readonly replayed: boolean
  readonly stream: ReadableStream<Uint8Array>
  readonly length: number | null
  readonly file?: FileKind
}

/** A route with everything that can be prepared before the first request. */
type Route = {
  readonly endpoint: Endpoint
  readonly handle: LooseHandle
  readonly readInput: InputReader
  readonly mayCome?: MayCome
}
type Serving = { readonly found: Found; readonly exchange: Exchange }
type Found = { readonly route: Route | null; readonly allow: readonly string[] }

/**
 * Serves an API: the public one below `/v1`, or the application's below `/app/api`, depending on the guard. Every
 * request takes the same steps in the same order, which decides the error that wins: credential, limits, household,
 * route, scope, read-only, validation, and then the handler.
 */
export function createApi(options: ApiOptions): Hono {
  const api = new Hono()
  for (const [endpoint, handle, mayCome] of options.routes) {
    const readInput = createInputReader(endpoint)
    const route: Route = { endpoint, handle, readInput, ...(mayCome && { mayCome }) }
    const mark = markOf(options.meter, endpoint)
    api.on(endpoint.method, patternOf(endpoint), (c) => {
      mark?.(c)
      return serve(options, c, { route, allow: [] })
    })
  }
  for (const [path, write] of Object.entries(options.open ?? {})) {
    api.get(path, (c) => serveOpen(options, c, write))
  }
  const allowed = methodsByPath(options.routes)
  api.all('*', (c) => {
    // The path ends in `/*`, so what comes before it is the path of the API itself.
    const below = c.req.path.slice(routePath(c).length - '/*'.length)
    return serve(options, c, { route: null, allow: allowed(below) })
  })
  return api
}

/** Makes the function that counts an endpoint's requests. */
export function markOf(meter: Metered | undefined, { method, path }: Endpoint) {
  return meter?.requests.route(method, `${meter.base}${path === '/' ? '' : path}`)
}

async function serve(options: ApiOptions, c: Context, found: Found): Promise<Response> {
  const { runtime, logging } = options
  const exchange = beginAt(options)
  const response = await answer(options, c, { found, exchange })
  if (logging) {
    noteRequest(logging, c, {
      exchange,
      endpoint: found.route?.endpoint,
      response,
      now: runtime.now,
    })
  }
  return response
}

async function answer(options: ApiOptions, c: Context, { found, exchange }: Serving) {
  const { runtime, wholeAddressOf } = options
  try {
    const response = await proceed(options, c, { found, exchange })
    runtime.log('info', 'request', factsOf(c, exchange, response.status))
    if (found.route?.endpoint.logged)
      logWay(options, c, { endpoint: found.route.endpoint, exchange })
    return response
  } catch (error) {
    return fail(runtime, c, { error, exchange, allow: found.allow, wholeAddressOf })
  }
}

/** Logs a change of who or what can get in. */
function logWay(
  { runtime, wholeAddressOf }: ApiOptions,
  c: Context,
  { endpoint, exchange: { caller } }: { readonly endpoint: Endpoint; readonly exchange: Exchange },
): void {
  runtime.log('info', `security.${endpoint.logged}`, {
    address: wholeAddressOf(c),
    person_id: caller?.signedIn?.personId ?? null,
    household_id: caller?.householdId ?? null,
  })
}

async function proceed(
  options: ApiOptions,
  c: Context,
  { found, exchange }: Serving,
): Promise<Response> {
  const { runtime, guard } = options
  const cost = found.route?.endpoint.cost ?? 1
  const note: Note = (limits, moment) => keepLimits(exchange, limits, moment)
  const caller = await guard.enter(c, note, cost)
  exchange.caller = caller
  requireHere(caller.standing)
  const isWayOut = found.route?.endpoint.standing === 'any'
  if (!isWayOut) refuse(guard.refuseHousehold(caller.plan, caller.standing))
  if (!found.route) throw new Refusal('endpoint_not_found')
  const { endpoint } = found.route
  if (!caller.scopes.includes(endpoint.scope)) throw new Refusal('insufficient_scope')
  requireGrants(caller, endpoint)
  if (!isWayOut && isWrite(endpoint) && isReadOnly(caller.standing))
    throw new Refusal('account_read_only')
  if (caller.signedIn) requireStanding(caller.signedIn, endpoint, runtime.now())
  const leave = (endpoint.heavy && (await guard.takeSlot?.(caller, c.req.raw.signal))) || null
  try {
    const { response, sent } = await work(options, c, { route: found.route, exchange, caller })
    void sent.then(() => leave?.())
    return response
  } catch (error) {
    leave?.()
    throw error
  }
}

type Working = { readonly route: Route; readonly exchange: Exchange; readonly caller: Caller }
/** `sent` resolves when the answer is complete or has broken off. */
type Worked = { readonly response: Response; readonly sent: Promise<void> }

async function work(options: ApiOptions, c: Context, working: Working): Promise<Worked> {
  const { route, exchange, caller } = working
  const { runtime, elsewhere } = options
  const { endpoint, handle, mayCome, readInput } = route
  // Checks before the body is read, so that an unwanted body need not be sent.
  await mayCome?.({ ...runtime, caller }, Number(c.req.header('content-length') ?? 0))
  const { requestId, limits } = exchange.envelope
  if (endpoint.separate && elsewhere) return sendElsewhere({ runtime, elsewhere }, c, working)
  const input = await readInput(c, (bytes) => {
    exchange.sent = bytes
  })
  const idempotencyKey = isWrite(endpoint) ? readIdempotencyKey(c) : null
  const { edition } = options
  const conditional =
    edition === undefined || isWrite(endpoint)
      ? null
      : readConditional(c, { endpoint, caller, moment: exchange.moment, limits, edition })
  if (conditional?.isUnchanged) return done(conditional.respondUnchanged(exchange.envelope))
  const keeping = conditional && keepingOf(options, working, input)
  const known = keeping?.find()
  if (known !== undefined) {
    exchange.answered = { text: known, code: null }
    return done(conditional!.respond(known, exchange.envelope))
  }
  const call = { ...runtime, caller, requestId, limits, idempotencyKey }
  const ran = await run({ endpoint, handle, call, input, path: c.req.path, watch: watchOf(c.env) })
  exchange.answered = { text: ran.body, code: null }
  if (ran.pieces) {
    const pieces = ReadableStream.from(encode(ran.pieces))
    const { stream, ended } = breakingOff(c, pieces, broken(runtime, requestId))
    const answer = { status: ran.status, stream, length: null }
    const response = streamResponse(answer, exchange.envelope, fileHeaders(ran))
    return { response, sent: ended }
  }
  keeping?.keep(ran.body)
  if (conditional) return done(conditional.respond(ran.body, exchange.envelope))
  return done(jsonResponse(ran, exchange.envelope, replayedHeader(ran)))
}

/** Finds and keeps the answer to everything that means the same as this request; null if it must be read each time. */
function keepingOf({ answers }: ApiOptions, { route, exchange, caller }: Working, input: object) {
  const { householdId, state, zone } = caller
  if (!answers || !route.endpoint.kept || state === undefined) return null
  const day = dayAt(exchange.moment, zone)
  const what = `${householdId} ${day} ${route.endpoint.path} ${JSON.stringify(input)}`
  const asked = { what, state, at: exchange.moment.epochMilliseconds }
  return { find: () => answers.find(asked), keep: (body: string) => answers.keep(asked, body) }
}

function done(response: Response): Worked {
  return { response, sent: Promise.resolve() }
}

/** Lets a separate process read the body and answer. The request log gets neither body nor answer. */
async function sendElsewhere(
  { runtime, elsewhere }: { readonly runtime: Runtime; readonly elsewhere: Elsewhere },
  c: Context,
  { route: { endpoint }, caller, exchange }: Working,
): Promise<Worked> {
  const { requestId, limits } = exchange.envelope
  const request = c.req.raw
  const idempotencyKey = isWrite(endpoint) ? readIdempotencyKey(c) : null
  const errand = writeErrand({
    endpoint,
    caller,
    call: { requestId, limits, idempotencyKey },
    request,
    params: c.req.param(),
  })
  const { stream = false } = endpoint
  const answered = await elsewhere({ errand, stream, body: request.body, signal: request.signal })
  const body = breakingOff(c, answered.stream, broken(runtime, requestId))
  const answer = { ...answered, stream: body.stream }
  const response = streamResponse(answer, exchange.envelope, {
    ...replayedHeader(answered),
    ...fileHeaders(answered),
  })
  return { response, sent: body.ended }
}

/** Logs that an answer broke off after its status had been sent. */
function broken({ log }: Runtime, requestId: string) {
  return (error: unknown) => log('error', 'answer.broken', { request_id: requestId, error })
}

async function* encode(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of pieces) yield typeof piece === 'string' ? encoder.encode(piece) : piece
}

async function serveOpen(options: ApiOptions, c: Context, write: WriteDocument): Promise<Response> {
  const exchange = beginAt(options)
  try {
    await options.guard.pass(c, (limits, moment) => keepLimits(exchange, limits, moment))
    return respondDocument(c, write(c), exchange.envelope)
  } catch (error) {
    return fail(options.runtime, c, { error, exchange, wholeAddressOf: options.wholeAddressOf })
  }
}

function beginAt({ runtime, guard, upgradeUrl }: ApiOptions): Exchange {
  return begin({ runtime, upgradeUrl, isApp: guard.isApp, limitsAtFirst: guard.limitsAtFirst })
}

function refuse(code: Code | null): void {
  if (code !== null) throw new Refusal(code)
}

/** Lists the methods of a path, for the `Allow` header of a 404 for a missing method. */
function methodsByPath(routes: Routes): (path: string) => readonly string[] {
  const patterns = routes.map(([{ path, method }]) => {
    return { pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), method }
  })
  return (path) => [
    ...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
  ]
}
