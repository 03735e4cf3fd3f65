import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { commonCodes } from '#/platform/contract/codes.ts'
import { type Contract, type Endpoint, isWrite } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Database } from '#/platform/database/database.ts'
import { fingerprint } from '#/platform/idempotency/fingerprint.ts'
import { personKey } from '#/platform/idempotency/person-key.ts'
import {
  type StoredAnswer,
  withIdempotencyKey,
} from '#/platform/idempotency/with-idempotency-key.ts'
import type { SessionBudget } from '#/access/limits/session-budget.ts'
import { findSession } from '#/access/sessions/find.ts'
import { readKnownBrowser, writeKnownBrowser } from '#/access/sessions/known-browser.ts'
import { nameOf, readSessionCookie, writeSessionCookie } from '#/access/sessions/session.ts'
import type { Session, Visit, Visited, Visitor } from '#/access/sessions/visit.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { begin, type Exchange, factsOf, fail, keepLimits } from '#/app/http/wire/exchange.ts'
import type { Guard } from '#/app/http/guards/guard.ts'
import { readIdempotencyKey } from '#/app/http/wire/idempotency-key.ts'
import { createInputReader, type InputReader } from '#/app/http/wire/read-input.ts'
import { requireProof } from '#/app/http/guards/require-standing.ts'
import { jsonResponse } from '#/app/http/wire/respond.ts'
import { patternOf } from './routes.ts'
import type { Sight } from '#/app/http/guards/sight.ts'
import { readVisitor, requireOurPages } from '#/app/http/guards/client-info.ts'

type LooseVisited = (visit: Visit<never>, input: never) => Promise<unknown>
export type VisitRoutes = readonly (readonly [Endpoint, LooseVisited])[]

/** Pairs each endpoint with its function; the compiler refuses a missing, extra or ill-typed one. */
export function bindVisits<C extends Contract>(
  contract: C,
  handlers: { readonly [K in keyof C]: Visited<C[K]> },
): VisitRoutes {
  return Object.keys(contract).map((name) => [contract[name]!, handlers[name] as LooseVisited])
}

type Options = {
  readonly sight: Sight
  readonly runtime: Runtime
  readonly guard: Guard
  readonly budget: SessionBudget
  readonly routes: VisitRoutes
  readonly upgradeUrl: string
}

type Route = {
  readonly endpoint: Endpoint
  readonly handle: (visit: Visit, input: unknown) => Promise<unknown>
  readonly readInput: InputReader
}

/**
 * What concerns people rather than a household: to come in, to go, and to keep one's account. Every request takes the
 * same steps: the session (or, for what is open, the limits of its address), proof that one of our own pages asks, a
 * recent proof of who it is, validation, and then the verb.
 */
export function createVisits(options: Options): Hono {
  const app = new Hono()
  for (const [endpoint, handle] of options.routes) {
    // What an endpoint that is not open asks of its session is checked before it is called.
    const route = {
      endpoint,
      handle: handle as Route['handle'],
      readInput: createInputReader(endpoint),
    }
    app.on(endpoint.method, patternOf(endpoint), (c) => serve(options, c, route))
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
    return fail(runtime, c, { error, exchange })
  }
}

async function proceed(
  options: Options,
  c: Context,
  { route, exchange }: { route: Route; exchange: Exchange },
): Promise<Response> {
  const { endpoint } = route
  const { runtime, sight, guard, budget } = options
  const cost = endpoint.cost ?? 1
  const visitor = readVisitor(c, sight)
  const token = readSessionCookie(c.req.header('cookie'), visitor.cookies)
  if (token !== null) budget.requireLeft(nameOf(token), cost)
  const session = token === null ? null : await sessionOf(c, runtime, { token, visitor })
  if (session === null) {
    await guard.pass(c, (limits, moment) => keepLimits(exchange, limits, moment))
    if (!endpoint.open) throw new Refusal('session_required')
  }
  requireOurPages(c, isWrite(endpoint), sight)
  if (session === null || token === null) return visitAs(options, c, { route, exchange, session })
  const spender = { personId: session.personId, householdId: null }
  budget.spend(nameOf(token), spender, cost)
  if (endpoint.sudo) requireProof(session, runtime.now())
  const leave = endpoint.heavy && (await budget.takeSlot(spender, c.req.raw.signal))
  return visitAs(options, c, { route, exchange, session }).finally(leave || undefined)
}

type Visiting = {
  readonly route: Route
  readonly exchange: Exchange
  readonly session: Session | null
}

async function visitAs(options: Options, c: Context, visiting: Visiting): Promise<Response> {
  const { route, exchange, session } = visiting
  const { endpoint, handle, readInput } = route
  const { runtime, sight } = options
  const visitor = readVisitor(c, sight)
  const input = await readInput(c)
  // Only the ways in ask by which browser they are used, and they are open.
  const kind = visitor.cookies
  const known = endpoint.open ? await readKnownBrowser(runtime, c.req.header('cookie'), kind) : null
  // By what they are about, the session's first: the last word counts.
  const cookies = new Map<'session' | 'known', string>()
  const visit: Visit = {
    ...runtime,
    requestId: exchange.envelope.requestId,
    visitor,
    session,
    known,
    keepToken: (token) => {
      cookies.set('session', writeSessionCookie(token, kind))
    },
    keepKnown: ({ renamed }) => {
      const id = known === null || renamed ? runtime.newId() : known.id
      cookies.set('known', writeKnownBrowser(runtime, { id, kind }))
      return id
    },
  }
  const answer = async (db: Database): Promise<StoredAnswer> => {
    const given = await handle({ ...visit, db }, input).catch(undeclared(endpoint))
    const { status = 200 } = endpoint
    return { status, body: JSON.stringify(z.encode(endpoint.response, given)) }
  }
  const ran = await once(c, { endpoint, session, input, runtime }, answer)
  const replayed = ran.replayed ? { 'Idempotent-Replayed': 'true' } : {}
  const response = jsonResponse(ran, exchange.envelope, replayed)
  for (const cookie of cookies.values()) response.headers.append('Set-Cookie', cookie)
  return response
}

type Asking = Pick<Visit, 'session'> & {
  readonly endpoint: Endpoint
  readonly input: { readonly body?: unknown }
  readonly runtime: Runtime
}

/** Does it once under the key that a person has sent, where the endpoint takes one. */
async function once(
  c: Context,
  { endpoint, session, input, runtime }: Asking,
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

async function sessionOf(
  c: Context,
  runtime: Runtime,
  { token, visitor }: { readonly token: string; readonly visitor: Visitor },
): Promise<Session | null> {
  const found = await findSession(runtime, token, { visitor, householdId: null })
  if (found?.prolonged) c.set('prolonged', writeSessionCookie(token, visitor.cookies))
  return found?.session ?? null
}

// As in `run.ts`: a refusal that the contract does not name is a bug.
function undeclared(endpoint: Endpoint) {
  return (error: unknown): never => {
    if (!(error instanceof Refusal)) throw error
    if (commonCodes.includes(error.code) || endpoint.refusals?.includes(error.code)) throw error
    throw new Error(`${endpoint.method} ${endpoint.path} does not declare ${error.code}`, {
      cause: error,
    })
  }
}
