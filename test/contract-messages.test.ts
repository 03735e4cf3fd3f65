import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import type { Endpoint } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { appRoutes } from '#/app/http/app-api.ts'
import { id } from '#/platform/contract/fields.ts'
import { decode, queryDecoder } from '#/app/http/wire/decode.ts'
import { publicContracts } from '#/app/http/public-contracts.ts'
import { sessionRoutes } from '#/app/http/session-routes.ts'

// A refusal is a sentence for people: it names the parameter and says what would be right.

const endpoints: readonly Endpoint[] = [
  ...publicContracts.flatMap((contract) => Object.values(contract as Record<string, Endpoint>)),
  ...appRoutes.map(([declared]) => declared),
  ...sessionRoutes.map(([declared]) => declared),
]

/** Faults that people make in any parameter. The last is what a fraction or an exponent is read as. */
const faults = [
  null,
  true,
  'x',
  '',
  '2026-02-30',
  {},
  [],
  ['x'],
  -1,
  0,
  2 ** 53,
  10 ** 13,
  Number.NaN,
]

function refusalOf(work: () => unknown): Refusal | null {
  try {
    work()
    return null
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return error
  }
}

function assertReadable(refusal: Refusal, where: string): void {
  const { message, param } = refusal
  assert.ok(param, `${where} names no parameter`)
  assert.match(message, /^[A-Z`].*\.$/, where)
  const [subject, ...rest] = message.split(`\`${param}\``)
  assert.equal(subject, '', `${where} does not begin with the parameter`)
  const jargon = /expected|received|invalid|undefined|NaN|null,|input|>=|<=/i
  assert.doesNotMatch(rest.join(''), jargon, where)
}

const named = (refusal: Refusal) => `${refusal.param}: ${refusal.message}`

test('any fault in a field of any endpoint gets a sentence that names it', () => {
  let seen = 0
  for (const { method, path, body, query } of endpoints) {
    for (const schema of [body, query]) {
      if (!(schema instanceof z.ZodObject)) continue
      for (const [name, field] of Object.entries(schema.shape)) {
        const alone = z.strictObject({ [name]: field as z.ZodType })
        for (const fault of faults) {
          const refusal = refusalOf(() => decode(alone, { [name]: fault }, 'body'))
          if (!refusal) continue
          seen += 1
          const where = `${method} ${path} ${name} ${JSON.stringify(fault)}: ${refusal.message}`
          assertReadable(refusal, where)
          assert.ok(refusal.param?.startsWith(name), where)
        }
      }
    }
  }
  assert.ok(seen > 500, `${seen} faults`)
})

test('a required field that is missing is said to be required, by name', () => {
  let seen = 0
  for (const { method, path, body } of endpoints) {
    if (!(body instanceof z.ZodObject)) continue
    for (const [name, field] of Object.entries(body.shape)) {
      if ((field as z.ZodType).safeParse(undefined).success) continue
      const alone = z.strictObject({ [name]: field as z.ZodType })
      const refusal = refusalOf(() => decode(alone, {}, 'body'))
      seen += 1
      assert.equal(
        refusal && named(refusal),
        `${name}: \`${name}\` is required.`,
        `${method} ${path}`,
      )
    }
  }
  assert.ok(seen > 20, `${seen} fields`)
})

const transfer = z.strictObject({
  amount: z.int().min(1).max(10),
  kind: z.enum(['one', 'two', 'three']).optional(),
  only: z.literal('this').optional(),
  flag: z.boolean().optional(),
  ids: z.array(z.uuid()).min(1).max(2).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  address: z.email().optional(),
})

test('the sentence says what would be right', () => {
  const said = (value: unknown) => {
    const refusal = refusalOf(() => decode(transfer, value, 'body'))
    return refusal && named(refusal)
  }
  for (const [value, sentence] of [
    [null, 'body: The body must be a JSON object.'],
    [[], 'body: The body must be a JSON object.'],
    [{}, 'amount: `amount` is required.'],
    [
      { amount: '1' },
      'amount: `amount` must be an integer, written without a fraction or exponent.',
    ],
    [
      { amount: Number.NaN },
      'amount: `amount` must be an integer, written without a fraction or exponent.',
    ],
    [
      { amount: null },
      'amount: `amount` must be an integer, written without a fraction or exponent.',
    ],
    [{ amount: 0 }, 'amount: `amount` must be 1 or more.'],
    [{ amount: 11 }, 'amount: `amount` must be 10 or less.'],
    [{ amount: 2 ** 60 }, 'amount: `amount` must be 10 or less.'],
    [{ amount: -(2 ** 60) }, 'amount: `amount` must be 1 or more.'],
    [{ amount: 1, kind: 'four' }, 'kind: `kind` must be `one`, `two` or `three`.'],
    [{ amount: 1, only: 'that' }, 'only: `only` must be `this`.'],
    [{ amount: 1, flag: 'yes' }, 'flag: `flag` must be `true` or `false`.'],
    [{ amount: 1, ids: 'x' }, 'ids: `ids` must be a list.'],
    [{ amount: 1, ids: [] }, 'ids: `ids` must have at least 1 item.'],
    [{ amount: 1, ids: ['x'] }, 'ids[0]: `ids[0]` must be a UUID.'],
    [{ amount: 1, headers: { Host: 1 } }, 'headers.Host: `headers.Host` must be text.'],
    [{ amount: 1, address: 'x' }, 'address: `address` must be an e-mail address.'],
    [{ amount: 1, colour: 'red' }, 'colour: `colour` is not known here.'],
  ] as const) {
    assert.equal(said(value), sentence)
  }
})

test('so does that of a query', () => {
  const read = queryDecoder(z.strictObject({ limit: z.int().min(1).max(200).default(50) }))
  const said = (search: string) => {
    const refusal = refusalOf(() => read(`http://earmark.test/?${search}`))
    return refusal && named(refusal)
  }
  assert.equal(said('limit=0'), 'limit: `limit` must be 1 or more.')
  assert.equal(said('limit='), 'limit: `limit` is empty; leave it out, or give it a value.')
  assert.equal(said('limit=1&limit=2'), 'limit: `limit` is given more than once.')
  assert.equal(said('limit=%ff'), 'limit: `limit` must be percent-encoded UTF-8.')
  assert.equal(said('colour=red'), 'colour: `colour` is not known here.')
})

test('an id is read in any case, the first and the last of all too', () => {
  const largest = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  const least = '00000000-0000-0000-0000-000000000000'
  const usual = '019b8e07-4600-786f-8fe9-cffec6097d9c'
  for (const written of [largest, least, usual]) {
    assert.equal(id.parse(written), written)
    assert.equal(id.parse(written.toUpperCase()), written)
  }
  for (const wrong of [usual.replace('-7', '-9'), `${usual}0`, usual.slice(1), '']) {
    assert.equal(id.safeParse(wrong).success, false, wrong)
  }
})
