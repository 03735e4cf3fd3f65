import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as z from 'zod'
import { codes, commonCodes } from '#/platform/contract/codes.ts'
import { type Endpoint, endpoint, isWrite } from '#/platform/contract/endpoint.ts'
import { openapi } from '#/platform/contract/openapi.ts'
import { publicContracts } from '#/app/http/public-contracts.ts'
import { describeApi } from '#/app/http/describe-api.ts'
import { checkAnswer, startProduct } from './support/product.ts'

type Json = { readonly [name: string]: Json }
type Parameter = { name: string; in: string; required: boolean; 'x-earmark-extension'?: true }

const document = describeApi('http://localhost') as unknown as Json
const endpoints: readonly (readonly [string, Endpoint])[] = publicContracts.flatMap((contract) =>
  Object.entries(contract as Readonly<Record<string, Endpoint>>),
)
const operationOf = ({ path, method }: Pick<Endpoint, 'path' | 'method'>) =>
  document['paths']![path]![method.toLowerCase()]!

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  assert.ok(valid, JSON.stringify(errors, null, 2))
  assert.equal(document['openapi'], '3.1.1')
  assert.equal(document['info']!['version'], '1.0.0')
})

test('it reads the same every time, and every reference leads somewhere', () => {
  const text = JSON.stringify(document)
  assert.equal(JSON.stringify(describeApi('http://localhost')), text)
  const referred = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]
  assert.ok(referred.length > 100)
  for (const [, kind, name] of referred) {
    assert.ok(document['components']![kind!]![name!], `${kind} ${name}`)
  }
  const used = new Set(referred.map(([, kind, name]) => `${kind} ${name}`))
  for (const kind of ['schemas', 'responses', 'parameters', 'headers']) {
    for (const name of Object.keys(document['components']![kind]!)) {
      assert.ok(used.has(`${kind} ${name}`), `nothing refers to ${kind} ${name}`)
    }
  }
  assert.doesNotMatch(text, /\$defs|"\$schema"/)
})

test('every operation of the specification is described', () => {
  for (const operation of specified) {
    const [method, path] = operation.split(' ') as [string, string]
    const declared = document['paths']![path]?.[method.toLowerCase()]
    assert.ok(declared, operation)
    assert.equal(declared['x-earmark-extension'], undefined, operation)
  }
  for (const [, { path, method, extension }] of endpoints) {
    assert.equal(specified.includes(`${method} ${path}`), !extension, `${method} ${path}`)
  }
})

const specified = `GET /me
GET /accounts
GET /accounts/summary
PUT /accounts/{id}/subscription
GET /connections
GET /aggregator/items/{id}/accounts
PUT /aggregator/items/{id}/accounts
POST /aggregator/items/{id}/discover
GET /transactions
GET /transactions/summary
POST /transactions
GET /transactions/{id}
PATCH /transactions/{id}
POST /transactions/{id}/expense
GET /expenses
GET /expenses/summary
GET /expense-groups
GET /expense-transfers
POST /expense-transfers
GET /categories
GET /funding-schedules
GET /settings
GET /analytics/net-worth
GET /analytics/spending
GET /sync/status
POST /sync
POST /webhooks
GET /webhooks
PATCH /webhooks/{id}
POST /webhooks/{id}/test
DELETE /webhooks/{id}`.split('\n')

test('every query parameter is the specification’s, or marked as an extension', () => {
  const filters = 'page limit type account_id category_id expense_goal_id search from to sort'
  const known: Readonly<Record<string, string>> = {
    listTransactions: filters,
    summarizeTransactions: filters,
    showSpending: 'from to group_by',
  }
  for (const [name, declared] of endpoints) {
    const parameters = (operationOf(declared)['parameters'] ?? []) as unknown as Parameter[]
    const query = parameters.filter((parameter) => parameter.in === 'query')
    assert.deepEqual(
      query.map((parameter) => parameter.name),
      Object.keys(declared.query?.shape ?? {}),
      name,
    )
    if (declared.extension) continue
    assert.deepEqual(
      query.filter((one) => !one['x-earmark-extension']).map((one) => one.name),
      known[name]?.split(' ') ?? [],
      name,
    )
  }
})

test('every operation documents its scope, its codes and its headers', () => {
  const everywhere = [400, 401, 402, 403, 404, 410, 423, 429, 500, 503].map(String)
  for (const [name, declared] of endpoints) {
    const operation = operationOf(declared)
    assert.equal(operation['operationId'], name)
    assert.equal(operation['x-earmark-scope'], declared.scope)
    assert.equal(operation['security'], undefined, 'the key of the whole document')
    const responses = operation['responses']!
    const expected = [
      String(declared.status ?? 200),
      ...everywhere,
      'default',
      isWrite(declared) ? '409' : '304',
    ]
    assert.deepEqual(Object.keys(responses).toSorted(), expected.toSorted(), name)
    const { default: _, ...answers } = responses
    const documented = Object.values(answers).flatMap(codesOf)
    const wanted = [
      ...commonCodes,
      ...(declared.refusals ?? []),
      ...(isWrite(declared)
        ? ['invalid_json', 'idempotency_key_reused', 'idempotency_key_in_progress']
        : []),
    ]
    assert.deepEqual(documented.toSorted(), [...new Set(wanted)].toSorted(), name)
    const parameters = JSON.stringify(operation['parameters'] ?? [])
    assert.equal(parameters.includes('IdempotencyKey'), isWrite(declared), name)
    assert.equal(parameters.includes('IfNoneMatch'), !isWrite(declared), name)
  }
})

function codesOf(response: Json): string[] {
  const ref = response['$ref'] as unknown as string | undefined
  if (ref === undefined || ref.endsWith('/NotModified')) return []
  const named = document['components']!['responses']![ref.split('/').at(-1)!]!
  const schema = named['content']!['application/json']!['schema']! as unknown as {
    properties: { error: { properties: { code: { enum: string[] } } } }
  }
  return schema.properties.error.properties.code.enum
}

test('the error object is the specification’s', () => {
  const { error } = document['components']!['schemas']!['ErrorAnswer']!['properties']! as Json
  assert.deepEqual(Object.keys(error!['properties']!), [
    'type',
    'code',
    'message',
    'param',
    'request_id',
    'retry_after',
    'upgrade_url',
  ])
  assert.deepEqual(error!['required'], ['type', 'code', 'message'])
  // Codes that only the application answers do not concern its readers.
  const answered = new Set(
    endpoints.flatMap(([, declared]) => {
      const { default: _, ...answers } = operationOf(declared)['responses']!
      return Object.values(answers).flatMap(codesOf)
    }),
  )
  assert.deepEqual(
    error!['properties']!['code']!['enum'],
    Object.keys(codes).filter((code) => answered.has(code)),
  )
  assert.ok(!answered.has('sign_in_failed'))
})

test('requests are closed; answers are open, except the two that the specification closes', () => {
  const closed: string[] = []
  for (const [name, declared] of endpoints) {
    const { requestBody, responses } = operationOf(declared)
    if (requestBody) {
      const schema = requestBody['content']!['application/json']!['schema']!
      assert.equal(schema['additionalProperties'], false, name)
    }
    const content = responses![String(declared.status ?? 200)]!['content']!
    const schema = content['application/json']!['schema']!
    const ref = schema['$ref'] as unknown as string | undefined
    const shape = ref ? document['components']!['schemas']![ref.split('/').at(-1)!]! : schema
    if (shape['additionalProperties'] as unknown) assert.fail(name)
    if ((shape['additionalProperties'] as unknown) === false) closed.push(name)
  }
  assert.deepEqual(closed, ['describeKey', 'setSubscription'])
})

test('what the specification limits is limited in the document', () => {
  const parameters = operationOf({ method: 'GET', path: '/transactions' })['parameters']!
  const schemaOf = (name: string) =>
    (parameters as unknown as (Parameter & { schema: Json })[]).find((one) => one.name === name)!
      .schema
  assert.deepEqual(schemaOf('limit'), { default: 50, type: 'integer', minimum: 1, maximum: 200 })
  assert.equal(schemaOf('search')['maxLength'], 120)
  assert.equal(schemaOf('page')['minimum'], 1)
  assert.deepEqual(schemaOf('sort')['enum'], ['booked_at', 'created_at'])
  const { properties, required } = operationOf({ method: 'POST', path: '/transactions' })[
    'requestBody'
  ]!['content']!['application/json']!['schema']!
  assert.deepEqual(required, ['account_id', 'amount', 'concept', 'booked_at'])
  assert.equal(properties!['concept']!['maxLength'], 200)
  assert.equal(properties!['notes']!['maxLength'], 2000)
})

test('two schemas under one name, and two endpoints under one, are mistakes', () => {
  const declare = (path: `/${string}`, response: z.ZodType) =>
    endpoint({ method: 'GET', path, tag: 'T', summary: 'S', scope: 'data.read', response })
  const thing = z.object({ a: z.string() }).meta({ id: 'OpenApiTestThing' })
  const a = { listA: declare('/a', thing) }
  assert.throws(() => openapi([a, a], { serverUrl: '/v1' }), /two endpoints are called listA/)
})

test('what webhooks get is described as what the service sends', () => {
  const sent = document['webhooks']!
  assert.deepEqual(Object.keys(sent), ['transaction.created', 'webhook.test'])
  for (const [name, { post }] of Object.entries(sent)) {
    const { $ref } = post!['requestBody']!['content']!['application/json']!['schema'] as {
      $ref?: string
    }
    const schema = document['components']!['schemas']![$ref!.split('/').at(-1)!]!
    assert.equal(schema['properties']!['name']!['const'], name)
    const headers = (post!['parameters'] as unknown as Parameter[]).map((header) => header.name)
    assert.ok(['webhook-id', 'webhook-signature'].every((header) => headers.includes(header)))
  }
})

test('it is served without a key, whole, and counts against the address', async () => {
  const { app } = await startProduct()
  const response = await app.request('/v1/openapi.json')
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(response.headers.get('x-ratelimit-remaining'), '599')
  assert.match(response.headers.get('x-request-id') ?? '', /^req_/)
  assert.deepEqual(await response.json(), document)
})

test('it names the address at which it was asked for, or that of the operator', async () => {
  const { app } = await startProduct()
  const addressAt = async (url: string) => {
    const { servers, info } = (await (await app.request(url)).json()) as {
      servers: [{ url: string }]
      info: { contact: { url: string } }
    }
    return [servers[0].url, info.contact.url]
  }
  assert.deepEqual(await addressAt('http://money.example:3000/v1/openapi.json'), [
    'http://money.example:3000/v1',
    'http://money.example:3000/docs',
  ])
  const strange = 'http://a"b.example'
  assert.deepEqual(await addressAt(`${strange}/v1/openapi.json`), [
    `${strange}/v1`,
    `${strange}/docs`,
  ])
  const { app: published } = await startProduct({ publicUrl: 'https://earmark.example' })
  const answered = await published.request('http://10.0.0.1/v1/openapi.json')
  const text = await answered.text()
  assert.ok(text.includes('"url":"https://earmark.example/v1"'))
  assert.doesNotMatch(text, /instance\.invalid|10\.0\.0\.1/)
})

test('every field, parameter and tag has a description', () => {
  const lacking: string[] = []
  const visit = (value: unknown, place: string) => {
    if (value === null || typeof value !== 'object') return
    for (const [name, part] of Object.entries(value)) {
      if (name === 'example' || name === 'examples') continue
      const isField = /\/(properties|parameters)$|^\/tags$|^\/components\/headers$/.test(place)
      if (isField && !isDescribed(part)) lacking.push(`${place}/${name}`)
      visit(part, `${place}/${name}`)
    }
  }
  const isDescribed = (part: unknown) =>
    typeof part !== 'object' || part === null || '$ref' in part || 'description' in part
  visit(document, '')
  assert.deepEqual(lacking, [])
  const tags = document['tags'] as unknown as { name: string; description: string }[]
  for (const { name, description } of tags) assert.ok(description.length > 60, name)
})

test('no schema has the name of a type that a language has', () => {
  const names = Object.keys(document['components']!['schemas']!)
  const taken = [...Object.getOwnPropertyNames(globalThis), ...typesOfLanguages]
  assert.deepEqual(
    names.filter((name) => taken.includes(name)),
    [],
  )
  assert.ok(names.length > 15)
})

/** Names of types that are in scope without an import, beside those of this process. */
const typesOfLanguages = [
  // TypeScript
  'Record Partial Required Readonly Pick Omit Exclude Extract Parameters ReturnType Awaited Iterable Iterator Element Node Document',
  // Python and its typing
  'Any Union Optional List Dict Set Tuple Type Exception Warning Ellipsis',
  // Swift and Foundation
  'Int Double Float Bool Character Optional Result Sequence Collection Identifiable Codable Data Decimal Locale Calendar Notification Operation Task Actor Void Range',
  // Java and Kotlin
  'Boolean Byte Integer Long Short Thread Process Runtime System Class Module Package Enum Throwable Unit Nothing Pair',
].flatMap((line) => line.split(' '))

test('an answer that is not as documented is noticed', async () => {
  const { app, household } = await startProduct()
  const { keys } = await household()
  const headers = { authorization: `Bearer ${keys['ro']!.api_key}` }
  const response = await app.request('/v1/me', { headers })
  const good = { method: 'GET', path: '/v1/me', status: 200, headers: response.headers }
  const text = await response.text()
  checkAnswer({ ...good, text })
  const without = new Headers(response.headers)
  without.delete('x-ratelimit-reset-hour')
  const beside = new Headers(response.headers)
  beside.set('retry-after', '3')
  const untagged = new Headers(response.headers)
  untagged.delete('etag')
  for (const [fault, change] of [
    [/without X-RateLimit-Reset-Hour/, { headers: without }],
    [/with Retry-After, which is not documented/, { headers: beside }],
    [/not documented/, { status: 201 }],
    [/must NOT have additional properties/, { text: text.replace('{', '{"secret":1,') }],
    [/must have required property/, { text: '{}' }],
    [/must match format "date-time"/, { text: text.replace(/\.\d{3}Z/, 'Z') }],
    [/must have required property 'error'/, { status: 404, headers: untagged }],
  ] as const) {
    assert.throws(() => checkAnswer({ ...good, text, ...change }), fault)
  }
})
