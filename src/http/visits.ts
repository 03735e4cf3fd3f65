import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { commonCodes } from '#/contract/codes.ts'
import { type Contract, type Endpoint, isWrite } from '#/contract/endpoint.ts'
import { Refusal } from '#/contract/refusal.ts'
import type { Database } from '#/database/database.ts'
import { fingerprint, type Stored } from '#/idempotency/once.ts'
import { oncePerPerson } from '#/idempotency/once-per-person.ts'
import { findSession } from '#/sessions/find.ts'
import { readKnownBrowser, writeKnownBrowser } from '#/sessions/known-browser.ts'
import { readSessionCookie, writeSessionCookie } from '#/sessions/session.ts'
import type { Session, Visit, Visited } from '#/sessions/visit.ts'
import type { World } from '#/world/world.ts'
import { begin, type Exchange, factsOf, fail, keepLimits } from './exchange.ts'
import type { Guard } from './guard.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { createInputReader, type InputReader } from './read-input.ts'
import { requireProof } from './require-standing.ts'
import { jsonResponse } from './respond.ts'
import { patternOf } from './routes.ts'
import { isFromOurPages, readVisitor, type Sight } from './visitor.ts'

type LooseVisited = (visit: Visit<never>, input: never) => Promise<unknown>
export type VisitRoutes = readonly (readonly [Endpoint, LooseVisited])[]

/** Pairs each endpoint with its function; the compiler refuses a missing, extra or ill-typed one. */
export function bindVisits<C extends Contract>(
  contract: C,
  handlers: { readonly [K in keyof C]: Visited<C[K]> },
): VisitRoutes {
  return Object.keys(contract).map((name) => [contract[name]!, handlers[name] as LooseVisited])
}

type Options = Sight & {
  readonly world: World
  readonly guard: Guard
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
  const { world, upgradeUrl } = options
  const exchange = begin({ world, upgradeUrl, isApp: true, limitsAtFirst: () => null })
  try {
    const response = await proceed(options, c, { route, exchange })
    world.log('info', 'request', factsOf(c, exchange, response.status))
    return response
  } catch (error) {
    return fail(world, c, { error, exchange })
  }
}

async function proceed(
  options: Options,
  c: Context,
  { route, exchange }: { route: Route; exchange: Exchange },
): Promise<Response> {
  const { endpoint, handle, readInput } = route
  const { world, publicUrl, guard } = options
  const visitor = readVisitor(c, options)
  const session = await sessionOf(c, options)
  if (session === null) {
    await guard.pass(c, (limits, moment) => keepLimits(exchange, limits, moment))
    if (!endpoint.open) throw new Refusal('session_required')
  }
  if (isWrite(endpoint) && !isFromOurPages(c, publicUrl)) throw new Refusal('cross_site_request')
  if (endpoint.sudo && session) requireProof(session, world.now())
  const input = await readInput(c)
  // Only the ways in ask by which browser they are used, and they are open.
  const known = endpoint.open ? readKnownBrowser(world, c.req.header('cookie')) : null
  // By what they are about, the session's first: the last word counts.
  const cookies = new Map<'session' | 'known', string>()
  const visit: Visit = {
    ...world,
    requestId: exchange.envelope.requestId,
    visitor,
    session,
    known,
    keepToken: (token) => {
      cookies.set('session', writeSessionCookie(token, visitor.secure))
    },
    keepKnown: (personId) => {
      const { secure } = visitor
      cookies.set('known', writeKnownBrowser(world, known, { personId, secure }))
    },
  }
  const answer = async (db: Database): Promise<Stored> => {
    const given = await handle({ ...visit, db }, input).catch(undeclared(endpoint))
    const { status = 200 } = endpoint
    return { status, body: JSON.stringify(z.encode(endpoint.response, given)) }
  }
  const ran = await once(c, { endpoint, session, input, world }, answer)
  const replayed = ran.replayed ? { 'Idempotent-Replayed': 'true' } : {}
  const response = jsonResponse(ran, exchange.envelope, replayed)
  for (const cookie of cookies.values()) response.headers.append('Set-Cookie', cookie)
  return response
}

type Asking = Pick<Visit, 'session'> & {
  readonly endpoint: Endpoint
  readonly input: { readonly body?: unknown }
  readonly world: World
}

/** Does it once under the key that a person has sent, where the endpoint takes one. */
async function once(
  c: Context,
  { endpoint, session, input, world }: Asking,
  answer: (db: Database) => Promise<Stored>,
): Promise<Stored & { readonly replayed: boolean }> {
  const key = endpoint.keyed ? readIdempotencyKey(c) : null
  if (key === null || session === null) return { ...(await answer(world.db)), replayed: false }
  const { personId } = session
  const same = fingerprint(endpoint.method, c.req.path, input)
  return oncePerPerson(world.db, { personId, key, now: world.now(), fingerprint: same }, answer)
}

async function sessionOf(c: Context, options: Options): Promise<Session | null> {
  const token = readSessionCookie(c.req.header('cookie'))
  if (token === null) return null
  const visitor = readVisitor(c, options)
  const found = await findSession(options.world, token, { visitor, householdId: null })
  if (found?.prolonged) c.set('prolonged', writeSessionCookie(token, visitor.secure))
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
