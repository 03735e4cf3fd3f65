import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { listOperations, lookupIn } from '#/app/api-docs/document.ts'
import { callOf } from '#/app/api-docs/examples.ts'
import { ORIGIN } from '#/app/api-docs/places.ts'
import { createSamples } from '#/app/api-docs/sample.ts'
import { describeApi, EXAMPLES_FILE } from '#/app/http/describe-api.ts'
import { codes } from '#/platform/contract/codes.ts'
import type { Examples } from '#/platform/contract/openapi-examples.ts'
import { createAjv } from '../support/openapi.ts'
import { untaken } from './refuse-all.ts'
import { takeExamples } from './take-examples.ts'

type Json = { readonly [name: string]: Json }
type Exemplary = { readonly schema?: object; readonly example?: unknown; readonly examples?: Json }

const taken = await takeExamples()

// `npm run examples` runs this file to write them.
if (process.env['EARMARK_WRITE_EXAMPLES']) {
  writeFileSync(EXAMPLES_FILE, `${JSON.stringify(taken, null, 2)}\n`)
}

const written = JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Examples
const document = describeApi(ORIGIN)
const tree = document as unknown as Json

test('the examples are what the demo household answers: npm run examples writes them', () => {
  assert.deepEqual(taken, written)
})

test('every request, answer, error, event, parameter and header has an example', () => {
  const lacking = exemplary().filter(
    ([, { example, examples = {} }]) => example === undefined && Object.keys(examples).length === 0,
  )
  assert.deepEqual(
    lacking.map(([place]) => place),
    [],
  )
  assert.ok(exemplary().length > 100)
})

test('every example is what its schema says', () => {
  const ajv = createAjv()
  ajv.addSchema({ $id: 'api', components: tree['components'] })
  for (const [place, { schema, example, examples = {} }] of exemplary()) {
    const located = JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'),
    ) as object
    const validate = ajv.compile(located)
    const values = example === undefined ? Object.values(examples).map((one) => one['value']) : []
    for (const value of [...values, ...(example === undefined ? [] : [example])])
      assert.ok(validate(value), `${place}: ${ajv.errorsText(validate.errors)}`)
  }
})

test('errors are examples of real answers, but for those that no request brings about', () => {
  const responses = Object.values(tree['components']!['responses']!)
  const shown = new Set(
    responses.flatMap((one) =>
      Object.keys(one['content']?.['application/json']!['examples'] ?? {}),
    ),
  )
  const known = Object.keys(codes).filter((code) => shown.has(code))
  const absent = known.filter((code) => !(code in written.errors))
  assert.deepEqual(absent.toSorted(), [...untaken].toSorted())
})

test('an event of the examples has the signature that its webhook’s secret makes', () => {
  const { secret } = written.operations['createWebhook']!.answer as { readonly secret: string }
  for (const [name, { headers, body }] of Object.entries(written.events)) {
    const receiver = new Webhook(secret)
    const signature = receiver.sign(
      headers['webhook-id']!,
      new Date(Number(headers['webhook-timestamp']) * 1000),
      JSON.stringify(body),
    )
    assert.equal(headers['webhook-signature'], signature, name)
  }
})

test('the request that the reference shows is the one that was answered', () => {
  const samples = createSamples(lookupIn(document))
  for (const operation of listOperations(document)) {
    const { operationId } = operation
    const example = written.operations[operationId]!
    const call = callOf(operation, samples)
    assert.deepEqual(call.body, example.body ?? null, operationId)
    for (const [name, value] of new URL(call.url).searchParams)
      assert.equal(value, String(example.query![name]), `${operationId} ${name}`)
    assert.deepEqual(samples.of(operation.answer.schema!, ''), example.answer, operationId)
  }
})

/** Every place of the document that can have an example. */
function exemplary(): [string, Exemplary][] {
  const found: [string, Exemplary][] = []
  const visit = (value: unknown, place: string) => {
    if (value === null || typeof value !== 'object') return
    if ('schema' in value && !place.endsWith('/example')) found.push([place, value as Exemplary])
    for (const [name, part] of Object.entries(value)) {
      if (!['example', 'examples', 'schemas', 'schema'].includes(name))
        visit(part, `${place}/${name}`)
    }
  }
  visit(tree, '')
  return found
}
