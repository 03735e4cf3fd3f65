import type { Agent } from 'undici'
import { after } from './after.ts'
import { checkUrl, literalOf, type CheckedUrl, type UrlRules } from './check-url.ts'
import { createGuardedConnector, reachableAddresses, type Dial, type Guard } from './connector.ts'
import { exchange, type Exchanged } from './exchange.ts'
import { OutboundFailure } from './failure.ts'
import { headerFault } from './headers.ts'
import { parseAllowList } from './public-address.ts'
import { createResolver, type Resolve } from './resolver.ts'

export type OutboundRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  /** The time limit of the whole request: names, connections, redirects and the body. */
  timeoutMs: number
  maxBytes: number
  /**
   * Follows redirects of a GET, or of a POST without a body, which is repeated as a POST. Otherwise a redirect is returned
   * as the answer.
   */
  redirects?: 0 | 1
  /** Sends `authorization` to another origin too; by default it is dropped. */
  mayCarryAuthorization?: (from: URL, to: URL) => boolean
  /**
   * `fail` (default): a body that is too large, late or broken fails the request. `truncate`: only the status matters, and
   * the answer contains the part of the body that arrived within `maxBytes` and `bodyTimeoutMs`.
   */
  onBadBody?: 'fail' | 'truncate'
  /** With `truncate`: how long to wait for the body after the headers. */
  bodyTimeoutMs?: number
  /** Stops the request, which then rejects with the signal's reason, not with an OutboundFailure. */
  signal?: AbortSignal
}

export type OutboundAnswer = Exchanged & {
  /** The origin that answered, which a redirect may change. */
  redirectedTo: string | null
}

export type Outbound = {
  request(request: OutboundRequest): Promise<OutboundAnswer>
  /** Checks a URL without resolving its name. */
  check(url: string): CheckedUrl
  /**
   * Checks a URL and all addresses of its name, and sends nothing. Throws OutboundFailure as `request` does; also `dns` if the
   * name server does not answer within two seconds.
   */
  inspect(url: string): Promise<void>
  close(): Promise<void>
}

export type OutboundOptions = {
  /** `EARMARK_ALLOW_CIDRS`: the only way to private destinations. */
  allowCidrs: string | readonly string[]
  /** `allowed` (default): plain http only to addresses inside `allowCidrs`. `nowhere`: never. */
  plainHttp?: Guard['plainHttp']
  /** The origins of this instance; requests to itself are refused. */
  ownOrigins?: readonly string[]
  urlLengthMax?: number
  connectTimeoutMs?: number
  connectionsPerOrigin?: number
  /** Replaced in tests: resolver, sockets and the certificate authority. */
  resolve?: Resolve
  dial?: Dial
  ca?: string
}

/** Enough for forty account ids in a query. */
const URL_LENGTH_MAX = 8192
const URLS_REMEMBERED = 1000
const INSPECT_TIMEOUT_MS = 2000
const BODY_TIMEOUT_MS = 1000

/**
 * Creates an HTTP client for destinations that people choose. Every address is checked before a byte is sent, proxies of the
 * environment are ignored, a deadline limits the whole request and a maximum size the answer. Requests throw
 * OutboundFailure; an answer of any status is returned. Throws a RangeError for invalid ranges.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const allow = parseAllowList(options.allowCidrs)
  const privateNames = allow.ranges.length > 0
  const resolve = options.resolve ?? createResolver({ localNames: privateNames })
  const plainHttp = options.plainHttp ?? 'allowed'
  const guard: Guard = { allow, resolve, plainHttp }
  let opened: Promise<Agent> | null = null
  const openAgent = () => (opened ??= createAgent(guard, options))
  const rules: UrlRules = {
    allow,
    plainHttp,
    ownOrigins: options.ownOrigins ?? [],
    lengthMax: options.urlLengthMax ?? URL_LENGTH_MAX,
  }
  const parse = remember((text) => requireUrl(checkUrl(text, rules)))

  return {
    check: (text) => checkUrl(text, rules),
    async request(request) {
      const fault = headerFault(request.headers ?? {})
      if (fault !== null) throw new OutboundFailure('bad_header', fault)
      const hop = { url: parse(request.url), headers: request.headers ?? {} }
      const send = sender(await openAgent(), request)
      const first = await send(hop)
      const location = redirectOf(first, request)
      if (location === null) return { ...first, redirectedTo: null }
      const next = nextHop(request, { ...hop, location: resolveLocation(location, hop.url, parse) })
      const second = await send(next)
      if (redirectOf(second, request) !== null) {
        throw new OutboundFailure('redirect', `${hop.url.host} redirects more than once.`)
      }
      const moved = next.url.origin !== hop.url.origin
      return { ...second, redirectedTo: moved ? next.url.origin : null }
    },
    async inspect(text) {
      const url = parse(text)
      const target = { host: literalOf(url), secure: url.protocol === 'https:' }
      await within(INSPECT_TIMEOUT_MS, reachableAddresses(guard, target), () => {
        return new OutboundFailure('dns', `${target.host} could not be found in time.`)
      })
    },
    // Not `close`, which would wait for a server that never finishes its answer.
    close: async () => (await opened)?.destroy(),
  }
}

/** Caches checked URLs, because the rules do not change and thousands of requests go to one URL. */
function remember(parse: (text: string) => URL): (text: string) => URL {
  const known = new Map<string, URL>()
  return (text) => {
    const before = known.get(text)
    if (before) return before
    const url = parse(text)
    if (known.size >= URLS_REMEMBERED) known.clear()
    known.set(text, url)
    return url
  }
}

function requireUrl(checked: CheckedUrl): URL {
  if (checked.ok) return checked.url
  const { rule, message } = checked
  const refused = rule === 'private_address' || rule === 'own_address'
  throw new OutboundFailure(refused ? 'refused_address' : 'bad_url', message)
}

/**
 * Loads undici, which takes a tenth of a second: at the first request, or ahead of it. A process that sends no requests saves
 * 20 MB.
 */
export const loadSender = () => import('undici')

async function createAgent(guard: Guard, options: OutboundOptions): Promise<Agent> {
  const { Agent, buildConnector } = await loadSender()
  return new Agent({
    connect: createGuardedConnector(guard, buildConnector, {
      connectTimeoutMs: options.connectTimeoutMs ?? 5000,
      ...(options.dial === undefined ? {} : { dial: options.dial }),
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    }),
    allowH2: false,
    connections: options.connectionsPerOrigin ?? 16,
    pipelining: 1,
    // Closes idle sockets before a server does, because a request on a socket that closes at that moment fails.
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    maxHeaderSize: 16 * 1024,
    // undici's own timers do not limit a trickle of 1xx answers or bytes; the deadline of the request does.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

async function within<T>(timeoutMs: number, work: Promise<T>, late: () => Error): Promise<T> {
  let stopWaiting = () => {}
  const over = new Promise<never>((_resolve, reject) => {
    stopWaiting = after(timeoutMs, () => reject(late()))
  })
  return Promise.race([work, over]).finally(stopWaiting)
}

type Hop = { readonly url: URL; readonly headers: Readonly<Record<string, string>> }

/** Sends the request and its redirects within one time limit. */
function sender(agent: Agent, request: OutboundRequest): (hop: Hop) => Promise<Exchanged> {
  const begun = performance.now()
  return (hop) =>
    exchange(agent, {
      ...hop,
      method: request.method,
      body: request.body,
      timeoutMs: request.timeoutMs - (performance.now() - begun),
      maxBytes: request.maxBytes,
      onBadBody: request.onBadBody ?? 'fail',
      bodyTimeoutMs: request.bodyTimeoutMs ?? BODY_TIMEOUT_MS,
      signal: request.signal,
    })
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

function redirectOf(
  answer: { status: number; headers: Readonly<Record<string, string>> },
  request: OutboundRequest,
) {
  const repeatable =
    request.method === 'GET' || (request.body === undefined && answer.status !== 303)
  if (request.redirects !== 1 || !repeatable) return null
  return redirectStatuses.has(answer.status) ? (answer.headers['location'] ?? null) : null
}

function resolveLocation(location: string, from: URL, parse: (url: string) => URL): URL {
  const failure = new OutboundFailure(
    'redirect',
    `${from.host} redirects to an address that may not be followed.`,
  )
  if (!URL.canParse(location, from.href)) throw failure
  const to = parse(new URL(location, from.href).href)
  if (from.protocol === 'https:' && to.protocol !== 'https:') throw failure
  return to
}

function nextHop(request: OutboundRequest, hop: Hop & { readonly location: URL }): Hop {
  const { url: from, location: to, headers } = hop
  if (from.origin === to.origin || request.mayCarryAuthorization?.(from, to) === true) {
    return { url: to, headers }
  }
  const kept = Object.entries(headers).filter(([name]) => !credentials.has(name.toLowerCase()))
  return { url: to, headers: Object.fromEntries(kept) }
}

const credentials = new Set(['authorization', 'cookie', 'x-api-key'])
