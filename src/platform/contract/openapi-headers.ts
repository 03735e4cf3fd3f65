import type { Json } from './openapi-schemas.ts'

const count = { type: 'integer', minimum: 0 }

/** The headers that answers carry, by name. */
const headers = {
  'X-Request-Id': {
    description: 'Identifies this request; `error.request_id` repeats it.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9A-HJKMNP-TV-Z]{26}$' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests that the key may make in a minute.',
    required: true,
    schema: count,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left to the key in this minute.',
    required: true,
    schema: count,
  },
  'X-RateLimit-Reset': {
    description: 'When the next minute begins, in Unix seconds.',
    required: true,
    schema: count,
  },
  'X-RateLimit-Limit-Hour': {
    description: 'Requests that all keys of the account together may make in an hour.',
    required: true,
    schema: count,
  },
  'X-RateLimit-Remaining-Hour': {
    description: 'Requests left to the account in this hour.',
    required: true,
    schema: count,
  },
  'X-RateLimit-Reset-Hour': {
    description: 'When the next hour begins, in Unix seconds.',
    required: true,
    schema: count,
  },
  'Retry-After': {
    description:
      'Whole seconds after which the same request may succeed. On every 429 and 503, and on a 409 that waiting resolves.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Idempotent-Replayed': {
    description: 'Present when this is the stored answer to an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
  },
  ETag: {
    description:
      'Names this answer. Send it as `If-None-Match` with the same request: while nothing has changed, the answer is a 304 without a body.',
    required: true,
    schema: { type: 'string', pattern: '^W/"[\\w-]{22}"$' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  Allow: {
    description: 'The methods that this path has, where it exists but lacks the one asked for.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, Json>

export type HeaderName = keyof typeof headers

/** Describes every header, with the value that an answer had. */
export function describeHeaders(given: Readonly<Record<string, string | number>>): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [
      name,
      { ...header, ...(name in given && { example: given[name] }) },
    ]),
  )
}

/** Headers of every answer (Spec, Rate limits 3; Errors). */
const everywhere: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Limit-Hour',
  'X-RateLimit-Remaining-Hour',
  'X-RateLimit-Reset-Hour',
]

/** The headers of one answer: the common ones, and its own. */
export function headersWith(own: readonly HeaderName[] = []): Json {
  return Object.fromEntries(
    [...everywhere, ...own].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}
