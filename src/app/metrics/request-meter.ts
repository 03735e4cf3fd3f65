import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { createHistogram, type Histogram, type Metric, observe } from './exposition.ts'

/** Counts requests by route, method and status. Its labels have few values: no text of a stranger becomes one. */
export type RequestMeter = {
  /** Names a route once; the returned function marks its requests. */
  readonly route: (method: string, pattern: string) => (c: Context) => void
  /** Measures a request until its answer has been sent or has broken off. */
  readonly begin: (request: IncomingMessage, response: ServerResponse) => void
  readonly read: () => readonly Metric[]
}

/** Upper bounds of durations in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Classes of status, and requests whose callers left before an answer began. */
const STATUSES = ['aborted', '1xx', '2xx', '3xx', '4xx', '5xx'] as const

type Route = {
  readonly method: string
  readonly pattern: string
  readonly counts: Float64Array
  readonly durations: Histogram
}

export function createRequestMeter(): RequestMeter {
  const routes = new Map<string, Route>()
  const marked = new WeakMap<object, Route>()
  let inFlight = 0
  const find = (method: string, pattern: string): Route => {
    const key = `${method} ${pattern}`
    const known = routes.get(key)
    if (known) return known
    const counts = new Float64Array(STATUSES.length)
    const route = { method, pattern, counts, durations: createHistogram(BOUNDS) }
    routes.set(key, route)
    return route
  }
  const end = (request: IncomingMessage, response: ServerResponse, began: number) => {
    inFlight -= 1
    const { statusCode, headersSent } = response
    const route =
      marked.get(request) ??
      find(methodOf(request), patternOf(request, headersSent ? statusCode : 0))
    route.counts[headersSent ? Math.floor(statusCode / 100) : 0]! += 1
    observe(route.durations, (performance.now() - began) / 1000)
  }
  return {
    route: (method, pattern) => {
      const route = find(method, pattern)
      return (c) => {
        const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
        if (incoming) marked.set(incoming, route)
      }
    },
    begin: (request, response) => {
      const began = performance.now()
      inFlight += 1
      response.once('close', () => end(request, response, began))
    },
    read: () => readMetrics([...routes.values()], inFlight),
  }
}

function readMetrics(routes: readonly Route[], inFlight: number): readonly Metric[] {
  const used = routes.filter(({ counts }) => counts.some((count) => count > 0))
  const labelsOf = ({ method, pattern }: Route) => ({ route: pattern, method })
  return [
    {
      name: 'earmark_http_requests_total',
      help: 'Requests by route, method and class of status; aborted: the caller left before the answer began.',
      type: 'counter',
      samples: used.flatMap((route) =>
        STATUSES.flatMap((status, index) => {
          const value = route.counts[index]!
          return value === 0 ? [] : [{ labels: { ...labelsOf(route), status }, value }]
        }),
      ),
    },
    {
      name: 'earmark_http_request_duration_seconds',
      help: 'Time from the head of a request until its answer was sent.',
      type: 'histogram',
      samples: used.map((route) => ({ labels: labelsOf(route), histogram: route.durations })),
    },
    {
      name: 'earmark_http_requests_in_flight',
      help: 'Requests that are being answered.',
      type: 'gauge',
      samples: [{ value: inFlight }],
    },
  ]
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function methodOf({ method = '' }: IncomingMessage): string {
  return METHODS.includes(method) ? method : 'other'
}

/** Paths that the server answers without an endpoint. */
const OWN = ['/healthz', '/readyz', '/metrics', '/ingest/plaid', '/v1/openapi.json']

/** Names requests that no endpoint has marked. Addresses that strangers make up share one name. */
function patternOf({ url = '' }: IncomingMessage, status: number): string {
  const path = url.split('?', 1)[0]!
  if (OWN.includes(path)) return path
  if (/^\/oidc\/[1-9]\/logout$/.test(path)) return '/oidc/{provider}/logout'
  if (status === 0 || status >= 400) return 'unmatched'
  if (path.startsWith('/assets/')) return '/assets/*'
  if (path === '/docs' || path.startsWith('/docs/')) return '/docs/*'
  return 'page'
}
