import type * as z from 'zod'
import { type Contract, type Endpoint, type EventDeclaration, isWrite } from './endpoint.ts'
import { type ErrorResponses, collectErrorResponses } from './openapi-errors.ts'
import { headers, headersWith } from './openapi-headers.ts'
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
}

/** Returns the OpenAPI 3.1 document of the contracts, in their order. Two calls return equal documents. */
export function openapi(
  contracts: readonly Contract[],
  { serverUrl, events = [] }: OpenApiOptions,
): Json {
  const endpoints = contracts.flatMap((contract) => Object.entries(contract))
  const schemas = collectSchemas()
  const errors = collectErrorResponses()
  const paths: Record<string, Record<string, Json>> = {}
  const names = new Set<string>()
  for (const [name, declared] of endpoints) {
    if (names.has(name)) throw new Error(`two endpoints are called ${name}`)
    names.add(name)
    const operations = (paths[declared.path] ??= {})
    operations[declared.method.toLowerCase()] = operation(name, declared, { schemas, errors })
  }
  const tags = [...new Set(endpoints.map(([, declared]) => declared.tag))]
  return {
    openapi: '3.1.1',
    info: {
      title: 'Earmark API',
      version: '1.0.0',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    tags: tags.map((name) => ({ name, description: tagTexts[name] ?? name })),
    paths,
    webhooks: Object.fromEntries(
      events.map((event) => [event.name, { post: announcement(event, schemas) }]),
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
      parameters: { IdempotencyKey: idempotencyKey, IfNoneMatch: ifNoneMatch },
      headers,
      responses: { ...errors.named(), NotModified: notModified },
      schemas: { ...schemas.named(), Error: errors.schema() },
    },
  }
}

type Collected = { readonly schemas: Schemas; readonly errors: ErrorResponses }

function operation(name: string, declared: Endpoint, { schemas, errors }: Collected): Json {
  const parameters = [
    ...describeParameters(schemas, declared.params, 'path'),
    ...describeParameters(schemas, declared.query, 'query'),
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
    security: [{ apiKey: [declared.scope] }],
    parameters,
    ...(declared.body && {
      requestBody: { required: true, content: json(schemas.describe(declared.body, 'request')) },
    }),
    responses: {
      [declared.status ?? 200]: {
        description: successes[declared.status ?? 200],
        headers: headersWith([isWrite(declared) ? 'Idempotent-Replayed' : 'ETag']),
        content: json(schemas.describe(declared.response, 'response')),
      },
      ...(!isWrite(declared) && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...errors.of(declared),
    },
  }
}

/** The request to a receiver, and its possible answers (Spec, Delivery request; Retry behaviour). */
function announcement(declared: EventDeclaration, schemas: Schemas): Json {
  const { name, tag, summary, description, body } = declared
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    security: [],
    parameters: deliveryHeaders,
    requestBody: { required: true, content: json(schemas.describe(body, 'response')) },
    responses: { '2XX': { description: 'Received.' }, default: { description: deliveryText } },
  }
}

/** Marks extensions of the specification: operations by `extension`, parameters by their schema's meta. */
const EXTENSION = 'x-earmark-extension'

const successes = { 200: 'Done.', 201: 'Created.', 202: 'Accepted; the work follows.' } as const

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
  where: 'path' | 'query',
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
    }
  })
}

const deliveryHeaders: readonly Json[] = Object.entries({
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
  schema: { type: 'string', minLength: 8, maxLength: 128, pattern: '^[\\x21-\\x7e]*$' },
}

const ifNoneMatch: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: conditionText,
  [EXTENSION]: true,
  schema: { type: 'string' },
}

const notModified: Json = {
  description: 'Nothing has changed since the answer whose `ETag` was sent. Counts as any request.',
  headers: headersWith(['ETag']),
}

function json(schema: Json): Json {
  return { 'application/json': { schema } }
}
