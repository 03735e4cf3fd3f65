import assert from 'node:assert/strict'
import { publicContracts } from '#/app/http/public-contracts.ts'
import type { Endpoint } from '#/platform/contract/endpoint.ts'
import type {
  EventExample,
  Examples,
  OperationExample,
} from '#/platform/contract/openapi-examples.ts'
import type { Got } from '../fakes/receivers.ts'
import { askAll } from './ask-all.ts'
import { startDemoScene } from './demo-scene.ts'
import { holdStill, shorten } from './hold-still.ts'
import { refuseAll } from './refuse-all.ts'

export type Values = Readonly<Record<string, string | number>>

/** A request for an operation that succeeds. */
export type Request = {
  readonly params?: Values
  /** The query of the answer that is shown. */
  readonly query?: Values
  /** Values of the other query parameters; each is accepted by itself. */
  readonly others?: Values
  readonly body?: unknown
}

/** Sends a request for an operation, keeps it as its example, and returns the answer. */
export type Take = (name: string, request?: Request) => Promise<Record<string, unknown>>

const endpoints: readonly (readonly [string, Endpoint])[] = publicContracts.flatMap((contract) =>
  Object.entries<Endpoint>(contract),
)

/**
 * Asks a demo household everything that the API can be asked, at a held clock, and returns what was sent and answered.
 * Ids stand for those of the household.
 */
export async function takeExamples(): Promise<Examples> {
  const scene = await startDemoScene()
  const { request, runtime } = scene.product
  const taken = new Map<string, OperationExample>()
  const ask = async (name: string, given: Request) => {
    const { method, path, scope } = endpoints.find(([one]) => one === name)![1]
    const { params = {}, query, body } = given
    const place = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => String(params[part]))
    const key = scope === 'data.read' ? scene.ro : scene.rw
    // A key may ask sixty times a minute.
    runtime.advance({ seconds: 2 })
    const options = { key, ...(query && { query }), ...(body !== undefined && { body }) }
    const answer = await request<Record<string, unknown>>(method, place, options)
    assert.ok(answer.status < 300, `${name} ${JSON.stringify(given)} ${answer.text}`)
    return answer.body
  }
  const take: Take = async (name, given = {}) => {
    const { others = {}, ...rest } = given
    const answer = await ask(name, rest)
    for (const [parameter, value] of Object.entries(others)) {
      const { params = {} } = given
      const found = await ask(name, { params, query: { [parameter]: value } })
      assert.notDeepEqual(found['data'] ?? found, [], `${name} finds nothing by ${parameter}`)
    }
    const query = { ...given.query, ...others }
    const { answer: shown, shortened } = shorten(answer)
    assert.ok(!taken.has(name), name)
    taken.set(name, {
      ...(given.params && { params: given.params }),
      ...(Object.keys(query).length > 0 && { query }),
      ...(given.body !== undefined && { body: given.body }),
      answer: shown,
      ...(shortened && { shortened }),
    })
    return answer
  }
  const got = await askAll(scene, take)
  const { headers } = await request('GET', '/me', { key: scene.ro })
  const errors = await refuseAll(scene)
  return holdStill({
    operations: Object.fromEntries(endpoints.map(([name]) => [name, taken.get(name)!])),
    events: Object.fromEntries(got.map(eventOf)),
    errors,
    headers: headersOf(headers, errors),
  })
}

const deliveryHeaders = [
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'X-Service-Webhook-Id',
]

function eventOf({ headers, body }: Got): readonly [string, EventExample] {
  const sent = new Headers(headers)
  const event = JSON.parse(body) as { readonly name: string }
  const shown = deliveryHeaders.map((name) => [name, sent.get(name) ?? assert.fail(name)] as const)
  return [event.name, { headers: Object.fromEntries(shown), body: event }]
}

function headersOf(answered: Headers, errors: Examples['errors']): Examples['headers'] {
  const { error } = errors.rate_limit_exceeded as { error: { readonly retry_after: number } }
  const limits = ['Limit', 'Remaining', 'Reset', 'Limit-Hour', 'Remaining-Hour', 'Reset-Hour']
  return {
    'X-Request-Id': answered.get('x-request-id')!,
    ...Object.fromEntries(
      limits.map((name) => [`X-RateLimit-${name}`, Number(answered.get(`x-ratelimit-${name}`))]),
    ),
    'Retry-After': error.retry_after,
    'Idempotent-Replayed': 'true',
    ETag: 'W/"q3JTtJzI0G4d1L2x8Yw5Zg"',
    'WWW-Authenticate': 'Bearer',
    Allow: 'GET, POST',
  }
}
