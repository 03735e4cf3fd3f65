import { Agent, type Dispatcher } from 'undici'
import { checkUrl, literalOf, type CheckedUrl, type UrlRules } from './check-url.ts'
import { createGuardedConnector, reachableAddresses, type Dial, type Guard } from './connector.ts'
import { asOutboundFailure, OutboundFailure } from './failure.ts'
import { headerFault } from './headers.ts'
import { parseAllowList } from './public-address.ts'
import { createResolver, type Resolve } from './resolver.ts'

export type OutboundRequest = {
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  /** For everything together: names, connections, redirects and the body. */
  timeoutMs: number
  maxBytes: number
  /**
   * Of a GET, or of a POST without a body, which is then repeated as a POST. A redirect that is not followed comes back
   * as the answer it is.
   */
  redirects?: 0 | 1
  /** May `authorization` go along to another origin? By default it stays behind. */
  mayCarryAuthorization?: (from: URL, to: URL) => boolean
  /**
   * `fail` (default): a body that is too large, late or broken fails the request. `truncate`: the status alone decides,
   * and the answer carries what came within `maxBytes` and `bodyTimeoutMs`.
   */
  onBadBody?: 'fail' | 'truncate'
  /** With `truncate`: how long to wait for the body after the headers. */
  bodyTimeoutMs?: number
  /** The caller's own reason to stop; the request then rejects with that reason, not with an OutboundFailure. */
  signal?: AbortSignal
}

export type OutboundAnswer = {
  status: number
  /** Names in lower case; a repeated header is joined with ", ". */
  headers: Readonly<Record<string, string>>
  body: Buffer
  truncated: boolean
  /** The origin that answered, where a redirect led to another one. */
  redirectedTo: string | null
}

export type Outbound = {
  request(request: OutboundRequest): Promise<OutboundAnswer>
  /** Judges a URL by its text alone. */
  check(url: string): CheckedUrl
  /**
   * Judges a URL and every address it leads to now, sending nothing. Throws OutboundFailure as `request` would; `dns` also
   * where no answer comes within two seconds.
   */
  inspect(url: string): Promise<void>
  close(): Promise<void>
}

export type OutboundOptions = {
  /** `EARMARK_ALLOW_CIDRS`: the only way to private destinations. */
  allowCidrs: string | readonly string[]
  /** `allowed` (default): plain http only to addresses inside `allowCidrs`. */
  plainHttp?: Guard['plainHttp']
  /** Where people reach this instance: requests to itself are refused. */
  ownOrigins?: readonly string[]
  urlLengthMax?: number
  connectTimeoutMs?: number
  connectionsPerOrigin?: number
  /** For tests: names, sockets and the certificate authority. */
  resolve?: Resolve
  dial?: Dial
  ca?: string
}

/** Room for forty account ids in a query. */
const URL_LENGTH_MAX = 8192
const INSPECT_TIMEOUT_MS = 2000

/**
 * HTTP to strangers: people name the destination, so every address is judged before a byte is sent, proxies of the
 * environment are ignored, one deadline bounds the whole request and one size the answer. Requests throw
 * OutboundFailure; a status of any number is an answer. Throws a RangeError for ranges that cannot be read.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const allow = parseAllowList(options.allowCidrs)
  const privateNames = allow.ranges.length > 0
  const resolve = options.resolve ?? createResolver({ localNames: privateNames })
  const plainHttp = options.plainHttp ?? 'allowed'
  const guard: Guard = { allow, resolve, plainHttp }
  const agent = createAgent(guard, options)
  const rules: UrlRules = {
    allow,
    plainHttp,
    ownOrigins: options.ownOrigins ?? [],
    lengthMax: options.urlLengthMax ?? URL_LENGTH_MAX,
  }
  const parse = (text: string) => requireUrl(checkUrl(text, rules))

  return {
    check: (text) => checkUrl(text, rules),
    async request(request) {
      const fault = headerFault(request.headers ?? {})
      if (fault !== null) throw new OutboundFailure('bad_header', fault)
      const deadline = AbortSignal.timeout(request.timeoutMs)
      const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline
      const hop = { url: parse(request.url), headers: request.headers ?? {} }
      const first = await send(agent, { ...request, ...hop, signal })
      const location = redirectOf(first, request)
      if (location === null) return { ...first, redirectedTo: null }
      const next = nextHop(request, { ...hop, location: resolveLocation(location, hop.url, parse) })
      const second = await send(agent, { ...request, ...next, signal })
      if (redirectOf(second, request) !== null) {
        throw new OutboundFailure('redirect', `${hop.url.host} redirects more than once.`)
      }
      const moved = next.url.origin !== hop.url.origin
      return { ...second, redirectedTo: moved ? next.url.origin : null }
    },
    async inspect(text) {
      const url = parse(text)
      const target = { host: literalOf(url), secure: url.protocol === 'https:' }
      const deadline = AbortSignal.timeout(INSPECT_TIMEOUT_MS)
      await untilAborted(reachableAddresses(guard, target), deadline).catch((error: unknown) => {
        if (error !== deadline.reason) throw error
        throw new OutboundFailure('dns', `${target.host} could not be found in time.`)
      })
    },
    // Not `close`, which would wait for a server that never finishes its answer.
    close: () => agent.destroy(),
  }
}

function requireUrl(checked: CheckedUrl): URL {
  if (checked.ok) return checked.url
  const { rule, message } = checked
  const refused = rule === 'private_address' || rule === 'own_address'
  throw new OutboundFailure(refused ? 'refused_address' : 'bad_url', message)
}

function createAgent(guard: Guard, options: OutboundOptions): Agent {
  return new Agent({
    connect: createGuardedConnector(guard, {
      connectTimeoutMs: options.connectTimeoutMs ?? 5000,
      ...(options.dial === undefined ? {} : { dial: options.dial }),
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    }),
    allowH2: false,
    connections: options.connectionsPerOrigin ?? 16,
    pipelining: 1,
    // A server that closes idle sockets in the moment of reuse costs requests: let go of them first.
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    maxHeaderSize: 16 * 1024,
    // undici's own timers do not bound a trickle of 1xx answers or bytes; the deadline of the request does.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

type Hop = Omit<OutboundRequest, 'url' | 'headers' | 'signal'> & {
  url: URL
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
}

async function send(agent: Agent, hop: Hop): Promise<Omit<OutboundAnswer, 'redirectedTo'>> {
  const { url, signal } = hop
  try {
    const answer = await untilAborted(
      agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: hop.method,
        headers: { ...hop.headers },
        body: hop.body ?? null,
        signal,
      }),
      signal,
    )
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [
        name,
        [value ?? ''].flat().join(', '),
      ]),
    )
    return { status: answer.statusCode, headers, ...(await readBody(answer.body, hop)) }
  } catch (error) {
    if (signal.aborted && !(error instanceof OutboundFailure)) throw abortReason(signal, url.host)
    throw asOutboundFailure(error, url.host)
  }
}

/** Reads at most `maxBytes`, and throws or stops short of the rest as `onBadBody` says. */
async function readBody(
  body: Dispatcher.ResponseData['body'],
  hop: Hop,
): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  const truncates = hop.onBadBody === 'truncate'
  const late = truncates ? AbortSignal.timeout(hop.bodyTimeoutMs ?? 1000) : null
  late?.addEventListener('abort', () => body.destroy())
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const room = hop.maxBytes - size
      chunks.push(chunk.subarray(0, room))
      size += Math.min(chunk.length, room)
      if (chunk.length <= room) continue
      if (truncates) return { body: Buffer.concat(chunks), truncated: true }
      throw new OutboundFailure('too_large', `${hop.url.host} answered with too many bytes.`)
    }
    return { body: Buffer.concat(chunks), truncated: late?.aborted === true }
  } catch (error) {
    if (truncates) return { body: Buffer.concat(chunks), truncated: true }
    throw error
  } finally {
    body.destroy()
  }
}

/** undici leaves a request that still waits for its connection deaf to the signal, hence the race. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
  })
  promise.catch(() => {})
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function abortReason(signal: AbortSignal, host: string): unknown {
  const reason: unknown = signal.reason
  const ours = reason instanceof DOMException && reason.name === 'TimeoutError'
  return ours ? new OutboundFailure('timeout', `${host} did not answer in time.`) : reason
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

function nextHop(
  request: OutboundRequest,
  hop: { url: URL; location: URL; headers: Readonly<Record<string, string>> },
): { url: URL; headers: Readonly<Record<string, string>> } {
  const { url: from, location: to, headers } = hop
  if (from.origin === to.origin || request.mayCarryAuthorization?.(from, to) === true) {
    return { url: to, headers }
  }
  const kept = Object.entries(headers).filter(([name]) => !credentials.has(name.toLowerCase()))
  return { url: to, headers: Object.fromEntries(kept) }
}

const credentials = new Set(['authorization', 'cookie', 'x-api-key'])
