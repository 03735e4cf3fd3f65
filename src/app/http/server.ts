import { randomBytes } from 'node:crypto'
import { type AddressInfo, Socket } from 'node:net'
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError, getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { untouchedLimits } from '#/access/limits/admit.ts'
import { invalidParameter, Refusal } from '#/platform/contract/refusal.ts'
import type { RequestMeter } from '#/app/metrics/request-meter.ts'
import { malformedHeader } from '#/app/http/wire/malformed-header.ts'
import { hasUnknownMethod } from '#/app/http/wire/unknown-method.ts'
import { networkOf } from '#/app/http/guards/network-of.ts'
import { makeRequestId } from '#/app/http/wire/request-id.ts'
import { headersOf, renderError } from '#/app/http/wire/respond.ts'

export type Listening = {
  readonly port: number
  /** Stops accepting connections, lets running requests finish, and resolves after the last. */
  readonly drain: (seconds: number) => Promise<void>
}

/**
 * The maximum of connections. The process may have few file descriptors (1,024 in many containers), and the database and
 * outbound requests need some. One caller may open more than all browsers of a household behind one address do.
 */
const CONNECTIONS_MAX = 768
const CONNECTIONS_PER_ADDRESS = 256
/** Milliseconds between checks for late requests; Node's default is half a minute. */
const LATE_EVERY = 1000

/** Bytes. A larger head is refused before anything is read. */
const HEAD_BYTES_MAX = 16 * 1024
const HEAD_SECONDS = 15
const REQUEST_SECONDS = 60

type Options = {
  readonly port: number
  readonly host: string
  readonly now: () => Temporal.Instant
  /** True for a proxy's address, which connects for many callers. By default no address is. */
  readonly isProxy?: (address: string) => boolean
  /** Measures the requests; without it nothing is measured. */
  readonly meter?: Pick<RequestMeter, 'begin'>
  /** Overrides the product's limits: connections in all, connections per address, and the time for a head. */
  readonly bounds?: Partial<Bounds>
}

type Bounds = {
  readonly connections: number
  readonly perAddress: number
  readonly headSeconds: number
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** Serves the application on a port; 0 selects a free one. Rejects if the port is taken. */
export async function listen(app: Hono, options: Options): Promise<Listening> {
  const bounds = {
    connections: CONNECTIONS_MAX,
    perAddress: CONNECTIONS_PER_ADDRESS,
    headSeconds: HEAD_SECONDS,
    ...options.bounds,
  }
  const answer = getRequestListener(app.fetch, {
    // Replaces a missing Host, which HTTP/1.0 allows.
    hostname: 'localhost',
    errorHandler: (error) => {
      const { status, body, headers } = renderMalformed(error, options.now())
      return new Response(body, { status, headers })
    },
  })
  const server = createServer(
    {
      maxHeaderSize: HEAD_BYTES_MAX,
      headersTimeout: bounds.headSeconds * 1000,
      connectionsCheckingInterval: LATE_EVERY,
      requestTimeout: REQUEST_SECONDS * 1000,
      keepAliveTimeout: 65_000,
      requireHostHeader: false,
    },
    answer,
  )
  server.maxConnections = bounds.connections
  limitCallers(server, { perAddress: bounds.perAddress, isProxy: options.isProxy ?? (() => false) })
  const latest = new WeakMap<Duplex, Exchange>()
  server.on('request', (request, response) => {
    latest.set(request.socket, { request, response })
    options.meter?.begin(request, response)
    // Closes connections that were busy when draining began and are idle now: their clients would keep them open for a
    // minute.
    response.once('close', () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
  })
  // Ignores an unknown expectation, because the API has no status 417.
  server.on('checkExpectation', answer)
  server.on('connect', (_request, socket) => {
    const error = new RequestError('proxying is not supported')
    socket.end(malformedAnswer(error, options.now()))
  })
  server.on('clientError', (error, socket: Duplex) => {
    const refuse = () => {
      const isReset = 'code' in error && error.code === 'ECONNRESET'
      if (socket.writable && !isReset && hasAsked(socket)) {
        socket.end(malformedAnswer(error, options.now()))
      } else socket.destroy()
    }
    const running = latest.get(socket)
    // Answers complete requests before the error first: one may be a write that is running.
    if (running?.request.complete && !running.response.writableFinished) {
      running.response.once('close', refuse)
    } else refuse()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    drain: (seconds) => drain(server, seconds),
  }
}

/**
 * False for a connection that has sent nothing. Browsers open spare ones: what we write there would answer the next request of the
 * page, which had nothing wrong with it.
 */
function hasAsked(socket: Duplex): boolean {
  return !(socket instanceof Socket) || socket.bytesRead > 0
}

/** Closes what a caller opens above its share of the connections, so that it cannot keep others out. */
function limitCallers(
  server: Server,
  { perAddress, isProxy }: Required<Pick<Options, 'isProxy'>> & Pick<Bounds, 'perAddress'>,
): void {
  const open = new Map<string, number>()
  // Registered before Node's own listener, so that surplus connections cost no parser.
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address)) return
    const caller = networkOf(address)
    const count = open.get(caller) ?? 0
    if (count >= perAddress) {
      socket.destroy()
      return
    }
    open.set(caller, count + 1)
    socket.once('close', () => {
      const left = open.get(caller)! - 1
      if (left === 0) open.delete(caller)
      else open.set(caller, left)
    })
  })
}

function drain(server: Server, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    AbortSignal.timeout(seconds * 1000).addEventListener('abort', () =>
      server.closeAllConnections(),
    )
  })
}

/** Answers invalid HTTP and too large heads directly, because no request object exists. */
function malformedAnswer(error: unknown, now: Temporal.Instant): string {
  const { status, body, headers } = renderMalformed(error, now)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

function renderMalformed(error: unknown, now: Temporal.Instant) {
  const requestId = makeRequestId(now, randomBytes(16))
  const envelope = { requestId, limits: untouchedLimits(now), isApp: false, upgradeUrl: '' }
  const { status, body } = renderError(refusalOf(error), envelope)
  return { status, body, headers: { ...headersOf(envelope, {}), Connection: 'close' } }
}

function refusalOf(error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Refusal('request_too_large', { message: 'The address and headers are too large.' })
  }
  if (hasUnknownMethod(error)) return new Refusal('endpoint_not_found')
  const header = /host header/i.test(String(error)) ? 'Host' : malformedHeader(error)
  if (header !== null)
    return invalidParameter(header, `The header \`${header}\` is not well-formed.`)
  // Covers errors while reading the request, from Node's parser or Hono's adapter; any other error is a bug.
  return error instanceof RequestError || code !== ''
    ? new Refusal('invalid_parameter', { message: 'The request is not well-formed HTTP.' })
    : new Refusal('internal_error', { cause: error })
}
