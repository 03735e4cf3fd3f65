import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { document, operations } from '../generating/document.ts'
import { generate } from '../generating/generate.ts'
import { groupOf, methodOf } from '../generating/names.ts'
import { comment, typeOf } from '../generating/types.ts'
import { Earmark } from '../src/earmark.ts'
import { operationNames } from '../src/generated/operations.ts'

const key = `em_live_${'a'.repeat(56)}`

test('what was generated is what the contracts say now: else run npm run sdk:generate', () => {
  for (const [name, text] of Object.entries(generate())) {
    const path = join(import.meta.dirname, '../src/generated', name)
    assert.equal(readFileSync(path, 'utf8'), text, name)
  }
})

test('the client has every operation of the document, and no operation besides', async () => {
  const asked: string[] = []
  const client = new Earmark({
    url: 'http://earmark.test',
    key,
    attempts: 1,
    fetch: async (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return Response.json({ secret: 'whsec_' })
    },
  })
  assert.deepEqual(
    Object.keys(operationNames),
    operations.map(({ id }) => id),
  )
  for (const { id, tag, method, path, params } of operations) {
    const group: object = client[groupOf(tag) as keyof Earmark]
    const call: unknown = Reflect.get(group, methodOf(id, tag))
    assert.ok(typeof call === 'function', id)
    const values = params.map((name) => `${name}/1`)
    await Reflect.apply(call, group, [...values, { name: 'x', transactions: [{}] }])
    const filled = path.replaceAll(/\{(\w+)\}/g, '$1%2F1')
    assert.equal(asked.shift(), `${method} /v1${filled}`, id)
    assert.deepEqual(asked, [], id)
  }
  assert.deepEqual(methodsOf(client).toSorted(), Object.values(operationNames).toSorted())
})

/** All methods of the groups as the generated classes have them: `transactions.list`. */
function methodsOf(client: Earmark): readonly string[] {
  return Object.entries(client).flatMap(([name, group]: [string, object]) => {
    const own = Object.getPrototypeOf(group) as object
    const above = Object.getPrototypeOf(own) as object
    const generated = above === Object.prototype ? own : above
    return Object.getOwnPropertyNames(generated)
      .filter((method) => method !== 'constructor')
      .map((method) => `${name}.${method}`)
  })
}

test('every schema of the document is a type', () => {
  const types = readFileSync(join(import.meta.dirname, '../src/generated/types.ts'), 'utf8')
  const missing = Object.keys(document.components.schemas).filter(
    (name) => name !== 'ErrorAnswer' && !types.includes(`export type ${name} = `),
  )
  assert.deepEqual(missing, [])
})

test('schemas become types', () => {
  const cases: [Parameters<typeof typeOf>[0], string][] = [
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'integer' }, 'number'],
    [{ enum: ['a', 'b'], type: ['string', 'null'] }, "'a' | 'b' | null"],
    [{ const: 'true' }, "'true'"],
    [
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      '(string | null)[]',
    ],
    [{ $ref: '#/components/schemas/Transaction' }, 'Transaction'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'Record<string, string>'],
    [{}, 'unknown'],
  ]
  for (const [schema, type] of cases) assert.equal(typeOf(schema, 'answer'), type)
  assert.equal(
    typeOf(
      {
        type: 'object',
        properties: { a: { type: 'string' }, 'b-c': { type: 'number' } },
        required: ['a'],
      },
      'request',
    ),
    "{\n  a: string\n  'b-c'?: number | undefined\n}",
  )
  assert.ok(!comment('ends */ early').includes('ends */'))
})
