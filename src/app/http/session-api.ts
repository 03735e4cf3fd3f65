import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { type Contract, type Endpoint, isWrite } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Database } from '#/platform/database/database.ts'
import { fingerprint } from '#/platform/idempotency/fingerprint.ts'
import { personKey } from '#/platform/idempotency/person-key.ts'
import {
  type StoredAnswer,
  withIdempotencyKey,
} from '#/platform/idempotency/with-idempotency-key.ts'
import { readKnownBrowser, writeKnownBrowser } from '#/access/sessions/known-browser.ts'
import { readLoginCookie, writeLoginCookie, writeSessionCookie } from '#/access/sessions/session.ts'
import type { PersonHandle, PersonRequest, Session } from '#/access/sessions/person-request.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { begin, type Exchange, factsOf, fail, keepLimits } from '#/app/http/wire/exchange.ts'
import type { Guard } from '#/app/http/guards/guard.ts'
import { readIdempotencyKey } from '#/app/http/wire/idempotency-key.ts'
import { createInputReader, type InputReader } from '#/app/http/wire/read-input.ts'
import { requireProof } from '#/app/http/guards/require-standing.ts'
import { jsonResponse, replayedHeader } from '#/app/http/wire/respond.ts'
import { markOf, type Metered } from './api.ts'
import { requireDeclared } from './require-declared.ts'
import { patternOf } from './routes.ts'
import {
  acceptShownSession,
  findShownSession,
  type SessionEntrance,
} from '#/app/http/guards/shown-session.ts'
import { readClientInfo, requireOurPages } from '#/app/http/guards/client-info.ts'

/** Strangers may send these bodies too, so they are no longer than a passkey's answer needs. */
const BODY_BYTES_MAX = 64 * 1024

type LoosePersonHandle = (request: PersonRequest<never>, input: never) => Promise<unknown>
export type SessionRoutes = readonly (readonly [Endpoint, LoosePersonHandle])[]

/** Pairs each endpoint with its function; the compiler refuses a missing, extra or ill-typed one. */
export function bindSessionRoutes<C extends Contract>(
  contract: C,
  handlers: { readonly [K in keyof C]: PersonHandle<C[K]> },
): SessionRoutes {
  return Object.keys(contract).map((name) => [contract[name]!, handlers[name] as LoosePersonHandle])
}

type Options = SessionEntrance & {
  readonly guard: Guard
  readonly routes: SessionRoutes
  readonly upgradeUrl: string
  readonly meter?: Metered
}

type Route = {
  readonly endpoint: Endpoint
  readonly handle: (request: PersonRequest, input: unknown) => Promise<unknown>
  readonly readInput: InputReader
}

/**
 * Serves the endpoints of persons, independent of a household: signing in and out, and the account. Every request takes
 * the same steps: the session (or, for open endpoints, the limits of its address), proof that one of our pages asks, a
 * recent proof of identity, validation, and then the handler.
 */
export function createSessionApi(options: Options): Hono {
  const app = new Hono()
  for (const [endpoint, handle] of options.routes) {
    // The steps before the call make sure that only open endpoints run without a session.
    const route = {
      endpoint,
      handle: handle as Route['handle'],
      readInput: createInputReader({ bodyBytesMax: BODY_BYTES_MAX, ...endpoint }),
    }
    const mark = markOf(options.meter, endpoint)
    app.on(endpoint.method, patternOf(endpoint), (c) => {
      mark?.(c)
      return serve(options, c, route)
    })
  }
  return app
}

async function serve(options: Options, c: Context, route: Route): Promise<Response> {
  const { runtime, upgradeUrl } = options
  const exchange = begin({ runtime, upgradeUrl, isApp: true, limitsAtFirst: () => null })
  try {
    const response = await proceed(options, c, { route, exchange })
    runtime.log('info', 'request', factsOf(c, exchange, response.status))
    return response
  } catch (error) {
    return fail(runtime, c, { error, exchange, wholeAddressOf: options.ingress.wholeAddressOf })
  }
}

async function proceed(
  options: Options,
  c: Context,
  { route, exchange }: { route: Route; exchange: Exchange },
): Promise<Response> {
  const { endpoint } = route
  const { runtime, ingress, guard, budget } = options
  if (endpoint.aside) {
    requireOurPages(c, isWrite(endpoint), ingress)
    return answerPerson(options, c, { route, exchange, session: null })
  }
  const cost = endpoint.cost ?? 1
  const shown = await findShownSession(c, options, { householdId: null, cost })
  if (!shown) {
    await guard.pass(c, (limits, moment) => keepLimits(exchange, limits, moment))
    if (!endpoint.open) throw new Refusal('session_required')
    requireOurPages(c, isWrite(endpoint), ingress)
    return answerPerson(options, c, { route, exchange, session: null })
  }
  const { session } = shown
  exchange.personId = session.personId
  const spender = { personId: session.personId, householdId: null }
  acceptShownSession(c, options, { shown, spender, cost, isWrite: isWrite(endpoint) })
  if (endpoint.sudo) requireProof(session, runtime.now())
  const leave = endpoint.heavy && (await budget.takeSlot(spender, c.req.raw.signal))
  return answerPerson(options, c, { route, exchange, session }).finally(leave || undefined)
}

type Answering = {
  readonly route: Route
  readonly exchange: Exchange
  readonly session: Session | null
}

/** The cookies of an answer, in the order in which it sets them. */
const cookieNames = ['session', 'known', 'login'] as const

async function answerPerson(options: Options, c: Context, answering: Answering): Promise<Response> {
  const { route, exchange, session } = answering
  const { endpoint, handle, readInput } = route
  const { runtime, ingress } = options
  const client = readClientInfo(c, ingress)
  const input = await readInput(c)
  // Reads the known browser for open endpoints only; signing in is one of them.
  const kind = client.cookies
  const known =
    endpoint.open && !endpoint.aside
      ? await readKnownBrowser(runtime, c.req.header('cookie'), kind)
      : null
  // Keeps one cookie of each kind, because the last one set counts.
  const cookies: { [name in (typeof cookieNames)[number]]?: string } = {}
  const request: PersonRequest = {
    ...runtime,
    requestId: exchange.envelope.requestId,
    client,
    session,
    known,
    keepToken: (token) => {
      cookies.session = writeSessionCookie(token, kind)
    },
    loginSecret: readLoginCookie(c.req.header('cookie'), kind),
    keepLoginSecret: (secret, ageSeconds) => {
      cookies.login = writeLoginCookie(secret, ageSeconds, kind)
    },
    keepKnown: ({ renamed }) => {
      const id = known === null || renamed ? runtime.newId() : known.id
      cookies.known = writeKnownBrowser(runtime, { id, kind })
      return id
    },
  }
  const answer = async (db: Database): Promise<StoredAnswer> => {
    const given = await handle({ ...request, db }, input).catch(requireDeclared(endpoint))
    const { status = 200 } = endpoint
    return { status, body: JSON.stringify(z.encode(endpoint.response, given)) }
  }
  const ran = await once(c, { endpoint, session, input, runtime }, answer)
  const response = jsonResponse(ran, exchange.envelope, replayedHeader(ran))
  for (const name of cookieNames) {
    const cookie = cookies[name]
    if (cookie !== undefined) response.headers.append('Set-Cookie', cookie)
  }
  return response
}

type KeyedWork = Pick<PersonRequest, 'session'> & {
  readonly endpoint: Endpoint
  readonly input: { readonly body?: unknown }
  readonly runtime: Runtime
}

/** Runs the work once for a person's Idempotency-Key, if the endpoint takes one. */
async function once(
  c: Context,
  { endpoint, session, input, runtime }: KeyedWork,
  answer: (db: Database) => Promise<StoredAnswer>,
): Promise<StoredAnswer & { readonly replayed: boolean }> {
  const key = endpoint.keyed ? readIdempotencyKey(c) : null
  if (key === null || session === null) return { ...(await answer(runtime.db)), replayed: false }
  const { db, wait, now } = runtime
  const request = {
    key,
    now: now(),
    fingerprint: fingerprint(endpoint.method, c.req.path, input),
  }
  const storedKey = personKey(session.personId, request)
  return withIdempotencyKey({ db, wait, storedKey, transaction: 'one' }, answer)
}
