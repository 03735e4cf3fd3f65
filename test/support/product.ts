import type { BackupPlace, EnableBanking, MailPlace, Plaid } from '#/platform/runtime/runtime.ts'
import { after } from 'node:test'
import type { Hono } from 'hono'
import { type Client, type ErrorObject, createClient } from '#/platform/contract/client.ts'
import type { Contract } from '#/platform/contract/endpoint.ts'
import { openapi } from '#/platform/contract/openapi.ts'
import type { Database } from '#/platform/database/database.ts'
import type { WrittenDocument } from '#/documents/document.ts'
import { type Loaded, loadDocument } from '#/documents/load.ts'
import { createApp } from '#/app/http/app.ts'
import { publicContracts } from '#/app/http/public-contracts.ts'
import { listen } from '#/app/http/server.ts'
import type { ApiLimits } from '#/platform/settings/api-limits.ts'
import { createAdmission } from '#/access/limits/admit.ts'
import type { OidcSettings } from '#/platform/settings/oidc-settings.ts'
import type { Outbound } from '#/platform/outbound/outbound.ts'
import type { SessionBudget } from '#/access/limits/session-budget.ts'
import { createJournal, type Journal } from '#/access/request-log/journal.ts'
import { openSession } from '#/access/sessions/open.ts'
import { createTestDatabase } from './database.ts'
import { givenPerson } from './given-person.ts'
import { createChecker } from './openapi.ts'
import { watchTags } from './watch-tags.ts'
import { type TestRuntime, createTestRuntime } from './runtime.ts'

/** The whole product in one process: its own database, a clock that stands still, and the application. */
export type Product = {
  readonly runtime: TestRuntime
  readonly db: Database
  readonly app: Hono
  /** The log of the keys' requests; written when the test says so. */
  readonly journal: Journal
  /** The texts of all statements sent since the last call. */
  readonly takeStatements: () => string[]
  /** Asks the API for a path below `/v1`. Every answer is held against the OpenAPI document. */
  readonly request: <Body = Loose>(
    method: string,
    path: string,
    options?: RequestOptions,
  ) => Promise<Answer<Body>>
  /** The typed client of some endpoints; its answers are checked in the same way. */
  readonly client: <C extends Contract>(contract: C, key: string) => Client<C>
  /** Signs a member in: the application's API, asked as its own pages ask it. */
  readonly member: (householdId: string, memberId: string, days?: number) => Promise<Member>
  /** Loads a household; what the document leaves out is that of `ada`: a member and two keys, `rw` and `ro`. */
  readonly household: (document?: Partial<WrittenDocument>) => Promise<Loaded>
  /** Serves the application on a port of this machine until the test file ends. */
  readonly listen: () => Promise<{ readonly port: number; readonly url: string }>
}

/** A member who is signed in. Paths are below `/app/api`. */
export type Member = {
  readonly cookie: string
  readonly request: <Body = Loose>(
    method: string,
    path: string,
    options?: RequestOptions,
  ) => Promise<Answer<Body>>
  readonly client: <C extends Contract>(contract: C) => Client<C>
  /** Has them prove who they are: what is most sensitive is open for five minutes, as it is after signing in. */
  readonly prove: () => Promise<void>
}

/** A body of which a test reads what it knows to be there. */
export type Loose = Readonly<Record<string, unknown>> & { readonly error: ErrorObject }

export type RequestOptions = {
  /** The prefix of the path; `/v1` unless a member asks. */
  readonly base?: string
  /** The API key; without one the request carries no `Authorization`. */
  readonly key?: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, in place of `body`. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  /** Names and values, or the query as it is written after the question mark. */
  readonly query?: Readonly<Record<string, string | number>> | string
}

export type Answer<Body = Loose> = {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
  readonly text: string
}

export type ProductOptions = {
  readonly seed?: string
  readonly start?: string
  /** Milliseconds by which each look at the clock moves it; by default it stands still. */
  readonly ticks?: number
  readonly outbound?: Outbound
  /** The receivers that webhooks reach. */
  readonly destinations?: Outbound
  readonly plaid?: Plaid
  /** The providers by which people may sign in; by default none. */
  readonly oidc?: OidcSettings
  /** How mail is sent; by default not at all. */
  readonly mail?: MailPlace
  readonly enableBanking?: EnableBanking
  /** Where the instance is backed up; by default nowhere. */
  readonly backups?: Partial<BackupPlace>
  /** Limits that the operator has raised. */
  readonly apiLimits?: ApiLimits
  /** False: requests are counted, and never refused for their number. */
  readonly limited?: boolean
  /** How people reach it; without it by the address under which they ask. */
  readonly publicUrl?: string
  /** Addresses and ranges of proxies whose word counts. */
  readonly trustedProxies?: readonly string[]
  readonly hstsSeconds?: number
  /** The address at the other end of the connection; requests without it have no socket. */
  readonly remote?: string
}

const boundless: SessionBudget = {
  requireLeft: () => {},
  spend: () => {},
  takeSlot: () => Promise.resolve(() => {}),
}

const check = createChecker(openapi(publicContracts, { serverUrl: '/v1' }))

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { db, isDistributed, takeStatements } = await createTestDatabase()
  const runtime = createTestRuntime(db, { ...options, isDistributed })
  const admit = createAdmission(db, runtime.now, { ...runtime, isDistributed })
  const journal = createJournal(runtime)
  const app = createApp({
    runtime,
    journal,
    admit:
      options.limited === false
        ? async (claim) => ({ ...(await admit(claim)), exceeded: null })
        : admit,
    ...(options.limited === false && { budget: boundless }),
    publicUrl: options.publicUrl ?? null,
    ...(options.trustedProxies && { trustedProxies: options.trustedProxies }),
    ...(options.hstsSeconds !== undefined && { hstsSeconds: options.hstsSeconds }),
    origin: 'http://earmark.test',
    isServing: () => true,
  })
  const tags = watchTags()
  const line = options.remote && { incoming: { socket: { remoteAddress: options.remote } } }
  const send = async (request: Request) => {
    const checkTag = tags(request)
    const response = await app.fetch(request, line)
    const text = await response.clone().text()
    const { pathname } = new URL(request.url)
    const { status, headers } = response
    // `..` may lead out of the API.
    if (/^\/v1(\/|$)/.test(pathname)) {
      check({ method: request.method, path: pathname, status, headers, text })
      checkTag(response.headers.get('etag'), text)
    }
    return response
  }
  return {
    runtime,
    db,
    app,
    journal,
    takeStatements,
    request: async (method, path, given = {}) => {
      return readAnswer(await send(makeRequest(method, path, given)))
    },
    client: (contract, key) => createClient(contract, { baseUrl: `${ORIGIN}/v1`, key, send }),
    member: async (householdId, memberId, days) => {
      const { id, token } = await openSession(runtime, {
        personId: await givenPerson(runtime, householdId, memberId),
        householdId,
        through: 'password',
        client: { address: 'direct', agent: 'test' },
        ...(days !== undefined && { days }),
      })
      const cookie = `earmark_session=${token}`
      const signedIn = (request: Request) => {
        if (!request.headers.has('cookie')) request.headers.set('cookie', cookie)
        if (!request.headers.has('sec-fetch-site')) {
          request.headers.set('sec-fetch-site', 'same-origin')
        }
        return send(request)
      }
      return {
        cookie,
        request: async (method, path, given = {}) => {
          return readAnswer(
            await signedIn(makeRequest(method, path, { base: '/app/api', ...given })),
          )
        },
        client: (contract) =>
          createClient(contract, { baseUrl: `${ORIGIN}/app/api`, key: null, send: signedIn }),
        prove: async () => {
          const proved = db.updateTable('sessions').set({ proved_at: runtime.now() })
          await proved.where('id', '=', id).execute()
        },
      }
    },
    household: (document = {}) => loadDocument(runtime, { ...ada, ...document }),
    listen: async () => {
      const host = '127.0.0.1'
      const { port, drain } = await listen(app, { port: 0, host, now: runtime.now })
      after(() => drain(0))
      return { port, url: `http://${host}:${port}` }
    },
  }
}

/** Holds an answer that came another way, over a socket for one, against the OpenAPI document. */
export const checkAnswer = check

const ORIGIN = 'http://earmark.test'

/** The household of tests that need no particular one. */
export const ada = {
  household: { name: 'Ada', timezone: 'Europe/Madrid', currency: 'EUR' },
  members: [{ ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' }],
  keys: [
    { ref: 'rw', member: 'ada', name: 'Reads and writes', scopes: ['data.read', 'data.write'] },
    { ref: 'ro', member: 'ada', name: 'Reads', scopes: ['data.read'] },
  ],
} satisfies WrittenDocument

async function readAnswer<Body>(response: Response): Promise<Answer<Body>> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const body = isJson && text !== '' ? JSON.parse(text) : null
  return { status: response.status, headers: response.headers, body, text }
}

function makeRequest(method: string, path: string, options: RequestOptions): Request {
  const { base = '/v1', key, body, rawBody, query = '' } = options
  const search =
    typeof query === 'string'
      ? query
      : Object.entries(query)
          .map((pair) => pair.map(encodeURIComponent).join('='))
          .join('&')
  const headers = new Headers()
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`)
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
  if (sent !== undefined) headers.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  return new Request(`${ORIGIN}${base}${path}${search === '' ? '' : `?${search}`}`, {
    method,
    headers,
    ...(sent !== undefined && { body: sent }),
  })
}
