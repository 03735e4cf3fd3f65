import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { Refusal } from '#/platform/contract/refusal.ts'
import { decode, queryDecoder, refuseQuery } from './decode.ts'

const schema = z.strictObject({
  limit: z.int().min(1).max(200).default(50),
  search: z.string().max(5).optional(),
})
const decodeQuery = queryDecoder(schema)
const query = (search: string) => decodeQuery(`http://earmark.test/?${search}`)

const faultOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${error.param}`
  }
  return 'none'
}

test('a query is read with its defaults, integers as integers and text as text', () => {
  assert.deepEqual(query(''), { limit: 50 })
  assert.deepEqual(query('limit=7&search=12'), { limit: 7, search: '12' })
  assert.deepEqual(query('search=a+b%2B'), { limit: 50, search: 'a b+' })
  assert.deepEqual(query('&&limit=7&'), { limit: 7 })
  assert.deepEqual(query('search=a=b'), { limit: 50, search: 'a=b' })
  assert.deepEqual(query('%6Cimit=7'), { limit: 7 })
})

test('the first error in a query names its parameter', () => {
  for (const [search, fault] of [
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=1.0', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=+1', 'limit'],
    ['limit=%201', 'limit'],
    ['limit=01', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=99999999999999999999', 'limit'],
    ['limit=', 'limit'],
    ['limit', 'limit'],
    ['limit=1&limit=1', 'limit'],
    ['limit=1&%6cimit=1', 'limit'],
    ['search=toolong', 'search'],
    ['search=%ff', 'search'],
    ['search=%', 'search'],
    ['Limit=1', 'Limit'],
    ['__proto__=1', '__proto__'],
    ['constructor=1', 'constructor'],
    ['toString=1', 'toString'],
    ['=1', ''],
  ] as const) {
    assert.equal(
      faultOf(() => query(search)),
      `invalid_parameter ${fault}`,
      search,
    )
  }
})

test('an endpoint without a query refuses any parameter', () => {
  refuseQuery('http://earmark.test/')
  refuseQuery('http://earmark.test/?')
  assert.equal(
    faultOf(() => refuseQuery('http://earmark.test/?a=1')),
    'invalid_parameter a',
  )
})

test('an error deep in a body is named by its path, an error of the whole body by `body`', () => {
  const body = z.strictObject({ ids: z.array(z.uuid()), headers: z.record(z.string(), z.string()) })
  const fault = (value: unknown) => faultOf(() => decode(body, value, 'body'))
  const headers = {}
  assert.equal(
    fault({ ids: ['0190a000-0000-7000-8000-000000000001', 'x'], headers }),
    'invalid_parameter ids[1]',
  )
  assert.equal(fault({ ids: [], headers: { Host: 1 } }), 'invalid_parameter headers.Host')
  assert.equal(fault({ ids: [], headers, colour: 1 }), 'invalid_parameter colour')
  assert.equal(fault({ headers }), 'invalid_parameter ids')
  assert.equal(fault(null), 'invalid_parameter body')
  assert.equal(fault([]), 'invalid_parameter body')
})
