import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { codes } from '#/platform/contract/codes.ts'
import { parseDay } from '#/core/values/day.ts'

/** An answer of the API to one request, as it came. */
export type Answered = {
  readonly method: string
  /** As it was asked for, `/v1` included, without the query. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

type Json = { readonly [name: string]: Json }
type Response = { readonly description: string; readonly headers?: Json; readonly content?: Json }

/**
 * Holds answers against the OpenAPI document: the status is documented for the operation, the body fits its schema
 * and has no field beside it, and the documented headers are there and no others of ours. What no operation matches
 * may be answered with the errors that every operation has.
 */
export function createChecker(written: object): (answered: Answered) => void {
  const document = closeAnswers(written) as Json
  const ajv = createAjv()
  ajv.addSchema({ ...document, $id: 'api' })
  const compiled = new Map<string, ValidateFunction>()

  function fits(pointer: string, value: unknown, what: string): void {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` })
    compiled.set(pointer, validate)
    if (!validate(value)) assert.fail(`${what}: ${ajv.errorsText(validate.errors)}`)
  }

  return (answered) => {
    const { method, status, text, headers } = answered
    const what = `${method} ${answered.path} answered ${status} ${text.slice(0, 300)}`
    const operation = findOperation(document, method, answered.path)
    const found = follow(document, `${operation}/responses/${status}`)
    assert.ok(found, `${what}, which is not documented`)
    checkHeaders(document, found.value as unknown as Response, { headers, what, fits })
    if (status === 304) assert.equal(text, '', what)
    if (method === 'HEAD' || status === 304) return
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', what)
    const body: unknown = JSON.parse(text)
    fits(`${found.pointer}/content/application~1json/schema`, body, what)
    if (status >= 400) checkError(body as ErrorBody, answered, what)
  }
}

type ErrorBody = {
  readonly error: {
    readonly code: keyof typeof codes
    readonly type: string
    readonly request_id: string
    readonly retry_after?: number
    readonly upgrade_url?: string
  }
}

/** Rules that a schema cannot express: parts of the answer agree with each other. */
function checkError({ error }: ErrorBody, { status, headers }: Answered, what: string): void {
  assert.deepEqual([error.type, status], [codes[error.code].type, codes[error.code].status], what)
  assert.equal(error.request_id, headers.get('x-request-id'), what)
  assert.equal('retry_after' in error, status === 429, what)
  if (status === 429) assert.equal(String(error.retry_after), headers.get('retry-after'), what)
  assert.equal('upgrade_url' in error, error.code === 'plan_upgrade_required', what)
}

type HeaderCheck = {
  readonly headers: Headers
  readonly what: string
  readonly fits: (pointer: string, value: unknown, what: string) => void
}

function checkHeaders(document: Json, response: Response, { headers, what, fits }: HeaderCheck) {
  const all = follow(document, '/components/headers')!.value
  for (const [name, header] of Object.entries(all)) {
    const value = headers.get(name)
    const documented = response.headers?.[name] !== undefined
    const required = documented && (header['required'] as unknown) === true
    if (value === null) assert.ok(!required, `${what} without ${name}`)
    else {
      assert.ok(documented, `${what} with ${name}, which is not documented`)
      const integer = (header['schema']!['type'] as unknown) === 'integer'
      if (integer) assert.match(value, /^(0|[1-9]\d*)$/, `${what}: ${name}`)
      fits(
        `/components/headers/${name}/schema`,
        integer ? Number(value) : value,
        `${what}: ${name}`,
      )
    }
  }
  const number = (name: string) => Number(headers.get(`x-ratelimit-${name}`))
  assert.ok(number('remaining') <= number('limit'), what)
  assert.ok(number('remaining-hour') <= number('limit-hour'), what)
  assert.equal(number('reset') % 60, 0, what)
  assert.equal(number('reset-hour') % 3600, 0, what)
}

/** The JSON pointer of the operation that a request means; of any at all when it means none. */
function findOperation(document: Json, method: string, path: string): string {
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase()
  const asked = unescape(path)
  const matching = Object.keys(document['paths']!)
    .filter((template) => {
      const pattern = `^/v1${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`
      return new RegExp(pattern).test(asked) && document['paths']![template]![wanted]
    })
    // A literal path goes before one with parameters.
    .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
  return matching[0] === undefined
    ? '/paths/~1me/get'
    : `/paths/${matching[0].replaceAll('/', '~1')}/${wanted}`
}

// `%61` is `a` (RFC 3986, 2.4); an escaped slash stays one.
function unescape(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Follows a JSON pointer, a `$ref` at its end included. */
function follow(document: Json, pointer: string): { pointer: string; value: Json } | null {
  let value: Json | undefined = document
  for (const part of pointer.split('/').slice(1)) {
    value = value?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  if (value === undefined) return null
  const ref = value['$ref'] as unknown
  return typeof ref === 'string' ? follow(document, ref.slice(1)) : { pointer, value }
}

/**
 * Answers are documented as open, so that they may grow. The tests hold them to what is documented today: every
 * object of an answer is closed here.
 */
function closeAnswers(written: object): object {
  const document = structuredClone(written) as Json
  for (const schema of Object.values(document['components']!['schemas']!)) close(schema)
  for (const { content } of Object.values(document['components']!['responses']!)) close(content)
  for (const operations of Object.values(document['paths']!)) {
    for (const operation of Object.values(operations)) {
      for (const response of Object.values(operation['responses']!)) {
        if (response['content']) close(response['content'])
      }
    }
  }
  return document
}

function close(schema: unknown): void {
  if (schema === null || typeof schema !== 'object') return
  for (const part of Object.values(schema)) close(part)
  if ('type' in schema && schema.type === 'object' && 'properties' in schema) {
    if (!('additionalProperties' in schema)) Object.assign(schema, { additionalProperties: false })
  }
}

/** Strict: a schema with a word or a format that means nothing is a mistake in the document. */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    // The document as such is judged once, by contract-openapi.test.ts.
    validateSchema: false,
  })
  const roots = [
    'openapi',
    'info',
    'servers',
    'security',
    'tags',
    'paths',
    'webhooks',
    'components',
  ]
  ajv.addVocabulary([...roots, 'x-earmark-extension'])
  ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  ajv.addFormat('date', (text) => parseDay(text) !== null)
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger })
  ajv.addFormat('uri-reference', (text) => URL.canParse(text, 'http://localhost'))
  return ajv
}
