import type * as z from 'zod'
import { type Contract, type Endpoint, type EventDeclaration, isWrite } from './endpoint.ts'
import { type ErrorResponses, collectErrorResponses } from './openapi-errors.ts'
import {
  type EventExample,
  type Examples,
  type OperationExample,
  noExamples,
} from './openapi-examples.ts'
import { describeHeaders, headersWith } from './openapi-headers.ts'
import { type Json, type Schemas, collectSchemas } from './openapi-schemas.ts'
import {
  conditionText,
  credentialText,
  deliveryText,
  idempotencyText,
  introduction,
  tagTexts,
} from './openapi-texts.ts'

export type OpenApiOptions = {
  /** The address of the API, including the version; `/v1` is relative to the document's address. */
  readonly serverUrl: string
  /** The events that the service sends to webhooks. */
  readonly events?: readonly EventDeclaration[]
  /** Requests and answers as they were, for readers; without them the document has only examples of errors. */
  readonly examples?: Examples
}

/** Returns the OpenAPI 3.1 document of the contracts, in their order. Two calls return equal documents. */
export function openapi(
  contracts: readonly Contract[],
  { serverUrl, events = [], examples = noExamples }: OpenApiOptions,
): Json {
  const endpoints = contracts.flatMap((contract) => Object.entries(contract))
  const schemas = collectSchemas()
  const errors = collectErrorResponses(examples.errors)
  const paths: Record<string, Record<string, Json>> = {}
  const names = new Set<string>()
  for (const [name, declared] of endpoints) {
    if (names.has(name)) throw new Error(`two endpoints are called ${name}`)
    names.add(name)
    const operations = (paths[declared.path] ??= {})
    operations[declared.method.toLowerCase()] = operation(name, declared, {
      schemas,
      errors,
      example: examples.operations[name],
    })
  }
  const tags = [...new Set(endpoints.map(([, declared]) => declared.tag))]
  return {
    openapi: '3.1.1',
    info: {
      title: 'Earmark API',
      version: '1.0.0',
      description: introduction,
      contact: { name: 'Earmark', url: `${serverUrl.replace(/\/v1$/, '')}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl, description: 'This instance.' }],
    security: [{ apiKey: [] }],
    tags: tags.map((name) => ({ name, description: tagTexts[name] ?? name })),
    paths,
    webhooks: Object.fromEntries(
      events.map((event) => [
        event.name,
        { post: announcement(event, schemas, examples.events[event.name]) },
      ]),
    ),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'em_live_',
          description: credentialText,
        },
      },
      parameters: {
        IdempotencyKey: idempotencyKey,
        IfNoneMatch: ifNoneMatch,
      },
      headers: describeHeaders(examples.headers),
      responses: { ...errors.named(), NotModified: notModified },
      schemas: { ...schemas.named(), ErrorAnswer: errors.schema() },
    },
  }
}

type Collected = {
  readonly schemas: Schemas
  readonly errors: ErrorResponses
  readonly example: OperationExample | undefined
}

function operation(
  name: string,
  declared: Endpoint,
  { schemas, errors, example }: Collected,
): Json {
  const parameters = [
    ...describeParameters(schemas, declared.params, { where: 'path', given: example?.params }),
    ...describeParameters(schemas, declared.query, { where: 'query', given: example?.query }),
    {
      $ref: `#/components/parameters/${isWrite(declared) ? 'IdempotencyKey' : 'IfNoneMatch'}`,
    },
  ]
  return {
    operationId: name,
    tags: [declared.tag],
    summary: declared.summary,
    description: describe(declared),
    ...(declared.extension && { [EXTENSION]: true }),
    'x-earmark-scope': declared.scope,
    parameters,
    ...(declared.body && {
      requestBody: {
        required: true,
        content: json(schemas.describe(declared.body, 'request'), example?.body),
      },
    }),
    responses: {
      [declared.status ?? 200]: {
        description: describeSuccess(declared, example),
        headers: headersWith([isWrite(declared) ? 'Idempotent-Replayed' : 'ETag']),
        content: json(schemas.describe(declared.response, 'response'), example?.answer),
      },
      ...(!isWrite(declared) && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...errors.of(declared),
    },
  }
}

/** The request to a receiver, and its possible answers (Spec, Delivery request; Retry behaviour). */
function announcement(
  declared: EventDeclaration,
  schemas: Schemas,
  example: EventExample | undefined,
): Json {
  const { name, tag, summary, description, body } = declared
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    security: [],
    parameters: deliveryHeaders.map((header) => ({
      ...header,
      ...(example && { example: example.headers[header.name] }),
    })),
    requestBody: {
      required: true,
      content: json(schemas.describe(body, 'response'), example?.body),
    },
    responses: {
      '2XX': { description: 'Received.' },
      default: { description: deliveryText },
    },
  }
}

/** Marks extensions of the specification: operations by `extension`, parameters by their schema's meta. */
const EXTENSION = 'x-earmark-extension'

const successes = { 200: 'Done.', 201: 'Created.', 202: 'Accepted; the work follows.' } as const

function describeSuccess(
  { status = 200 }: Endpoint,
  example: OperationExample | undefined,
): string {
  const said = successes[status]
  return example?.shortened ? `${said} Lists in the example are shortened.` : said
}

function describe({ description, scope, extension }: Endpoint): string {
  return [
    ...(description === undefined ? [] : [description]),
    ...(extension ? ['An extension of the specification.'] : []),
    `Needs the scope \`${scope}\`.`,
  ].join('\n\n')
}

function describeParameters(
  schemas: Schemas,
  schema: z.ZodObject | undefined,
  { where, given = {} }: { readonly where: 'path' | 'query'; readonly given?: Values | undefined },
): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.describe(schema, 'request') as {
    properties?: Readonly<Record<string, Json>>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, property]) => {
    const { description, [EXTENSION]: extension, ...shape } = property
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      ...(extension === true && { [EXTENSION]: true }),
      schema: shape,
      ...(name in given && { example: given[name] }),
    }
  })
}

type Values = Readonly<Record<string, unknown>>

const deliveryHeaders = Object.entries({
  'webhook-id': 'The event’s id, the same on every attempt.',
  'webhook-timestamp': 'When this attempt was signed, in Unix seconds.',
  'webhook-signature': '`v1,` and the signature in base64.',
  'X-Service-Webhook-Id': 'The webhook’s id.',
}).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}))

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: idempotencyText,
  example: 'coffee-2026-11-20',
  schema: { type: 'string', minLength: 8, maxLength: 128, pattern: '^[\\x21-\\x7e]*$' },
}

const ifNoneMatch: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: conditionText,
  example: 'W/"q3JTtJzI0G4d1L2x8Yw5Zg"',
  [EXTENSION]: true,
  schema: { type: 'string' },
}

const notModified: Json = {
  description: 'Nothing has changed since the answer whose `ETag` was sent. Counts as any request.',
  headers: headersWith(['ETag']),
}

function json(schema: Json, example?: unknown): Json {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}
