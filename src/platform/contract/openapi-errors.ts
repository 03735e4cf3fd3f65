import { type Code, codes, commonCodes } from './codes.ts'
import { type Endpoint, isWrite } from './endpoint.ts'
import { type HeaderName, headersWith } from './openapi-headers.ts'
import type { Json } from './openapi-schemas.ts'

const titles: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  423: 'Locked',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Unavailable',
}

/** Conflicts that every write may answer with, because it accepts an Idempotency-Key. */
const keyCodes: readonly Code[] = ['idempotency_key_reused', 'idempotency_key_in_progress']
/** Faults of a body. Every write reads its body, even if the endpoint takes none. */
const writeCodes: readonly Code[] = ['invalid_json', ...keyCodes]

/** All codes that an endpoint may answer with, in the order of the table of codes. */
function codesOf(declared: Endpoint): readonly Code[] {
  const possible = new Set<Code>([
    ...commonCodes,
    ...(declared.refusals ?? []),
    ...(isWrite(declared) ? writeCodes : []),
  ])
  return allCodes.filter((code) => possible.has(code))
}

const allCodes = Object.keys(codes) as Code[]

export type ErrorResponses = {
  /** The error answers of an endpoint, by status; endpoints with the same codes share them. */
  readonly of: (declared: Endpoint) => Json
  readonly named: () => Json
  /** The error object: every code and type that one of the endpoints may answer with. */
  readonly schema: () => Json
}

/** Errors that a real request was answered with, by code. */
export type ErrorExamples = Readonly<Partial<Record<Code, Json>>>

export function collectErrorResponses(given: ErrorExamples): ErrorResponses {
  const named = new Map<string, Json>()
  const answered = new Set<Code>()
  return {
    of: (declared) => {
      const own = codesOf(declared)
      for (const code of own) answered.add(code)
      const byStatus = Object.groupBy(own, (code) => codes[code].status)
      const responses = Object.entries(byStatus).map(([status, possible]) => {
        const name = nameOf(Number(status), possible)
        if (!named.has(name)) named.set(name, response(Number(status), possible, given))
        return [status, { $ref: `#/components/responses/${name}` }] as const
      })
      return {
        ...Object.fromEntries(responses),
        default: { $ref: '#/components/responses/AnyError' },
      }
    },
    named: () =>
      Object.fromEntries(
        [...named, ['AnyError', anyError()] as const].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
    schema: () => errorSchema(allCodes.filter((code) => answered.has(code))),
  }
}

/** Names an error response: `NotFound`, followed by the codes that not every endpoint has: `NotFoundResourceNotFound`. */
function nameOf(status: number, possible: readonly Code[]): string {
  const peculiar = possible.filter(
    (code) => !commonCodes.includes(code) && !keyCodes.includes(code),
  )
  return [titles[status] ?? `Error${status}`, ...peculiar.map(pascalCase)].join('')
}

function pascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** The answer to an error that no status of its own documents. It keeps the schema of all errors in the document. */
function anyError(): Json {
  return {
    description: 'Any other failure. Codes may be added; branch on `type`.',
    headers: headersWith(),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorAnswer' },
        examples: { service_unavailable: { value: writeExample('service_unavailable') } },
      },
    },
  }
}

function response(status: number, possible: readonly Code[], given: ErrorExamples): Json {
  const example = (code: Code) => ({ value: given[code] ?? writeExample(code) })
  return {
    description: possible.map((code) => `\`${code}\`: ${codes[code].message}`).join('\n\n'),
    headers: headersWith(headerNames(status)),
    content: {
      'application/json': {
        schema: errorSchema(possible),
        examples: Object.fromEntries(possible.map((code) => [code, example(code)])),
      },
    },
  }
}

function headerNames(status: number): readonly HeaderName[] {
  if (status === 401) return ['WWW-Authenticate']
  if (status === 404) return ['Allow']
  return [409, 429, 503].includes(status) ? ['Retry-After'] : []
}

/** Writes an error as the table of codes has it, for the codes that no example was taken of. */
function writeExample(code: Code): Json {
  const { type, status, message } = codes[code]
  const error = {
    type,
    code,
    message,
    request_id: 'req_01JD3Z8T6Q4N5V2C9XK7M0R1AB',
    ...(status === 429 && { retry_after: 17 }),
  }
  return { error }
}

/** Statuses whose errors may name a parameter. */
const naming: readonly number[] = [400, 404, 409]

/**
 * The error object (Spec, Errors) with the codes that are possible. It is written out for every answer, because
 * generators of clients and linters do not understand a refinement by `allOf`.
 */
function errorSchema(possible: readonly Code[]): Json {
  const types = [...new Set(possible.map((code) => codes[code].type))]
  const statuses = new Set<number>(possible.map((code) => codes[code].status))
  const isLimited = statuses.has(429)
  const properties = {
    type: { type: 'string', enum: types, description: 'What to branch on.' },
    code: {
      type: 'string',
      enum: possible,
      description: 'The exact reason. Codes are stable; new ones may be added.',
    },
    message: { type: 'string', description: 'For people. May change; do not parse it.' },
    ...(naming.some((status) => statuses.has(status)) && {
      param: {
        type: 'string',
        description:
          'The field, query parameter or header at fault; absent if it is not a single one.',
      },
    }),
    request_id: { type: 'string', description: 'As in the header `X-Request-Id`.' },
    ...(isLimited && {
      retry_after: {
        type: 'integer',
        minimum: 1,
        description: 'On 429: whole seconds to wait, as in `Retry-After`.',
      },
    }),
    ...(possible.includes('plan_upgrade_required') && {
      upgrade_url: {
        type: 'string',
        format: 'uri-reference',
        description: 'On `plan_upgrade_required`: where the plan can be changed.',
      },
    }),
  }
  return {
    type: 'object',
    description: 'The body of an answer that is not a success.',
    properties: {
      error: {
        type: 'object',
        description: 'The error.',
        properties,
        required: [
          'type',
          'code',
          'message',
          ...(isLimited && statuses.size === 1 ? ['retry_after'] : []),
        ],
      },
    },
    required: ['error'],
  }
}
