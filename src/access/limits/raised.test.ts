import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { limitsApp } from '#/access/limits/app-contract.ts'
import { type Answer, startProduct } from '../../../test/support/product.ts'

// The operator of an instance has raised the limits of its own plan.

const product = await startProduct({
  start: '2026-01-05T12:00:10Z',
  apiLimits: { minute: 63, hour: 1502 },
})

const numbers = ({ headers }: Answer) =>
  ['limit', 'remaining', 'limit-hour', 'remaining-hour'].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`)),
  )

async function home(plan: 'premium' | 'standard', standing: 'active' | 'trialing' = 'active') {
  const { household_id, keys, members } = await product.household()
  await product.db
    .updateTable('households')
    .set({ plan, standing })
    .where('household_id', '=', household_id)
    .execute()
  const me = () => product.request('GET', '/me', { key: keys['rw']!.api_key })
  return { household_id, keys, members, me }
}

/** A cluster has no statement for several households. */
const onOne = { skip: process.env['EARMARK_TEST_POSTGRES'] === 'citus' && 'needs one machine' }

test('raised limits show in headers, /me and the application, and refuse exactly behind them', async () => {
  const { household_id, members, me } = await home('premium')
  const first = await me()
  assert.deepEqual(numbers(first), [63, 62, 1502, 1501])
  assert.deepEqual(first.body['rate_limit'], {
    minute_limit: 63,
    minute_remaining: 62,
    hour_limit: 1502,
    hour_remaining: 1501,
  })
  const all = await Promise.all(Array.from({ length: 64 }, me))
  assert.deepEqual(
    [200, 429].map((status) => all.filter((answer) => answer.status === status).length),
    [62, 2],
  )
  const refused = all.find(({ status }) => status === 429)!
  assert.equal(refused.body.error.code, 'rate_limit_exceeded')
  assert.deepEqual(numbers(refused), [63, 0, 1502, 1502 - 63])
  const ada = await product.member(household_id, members['ada']!)
  const { minute, hour } = await ada.client(limitsApp).showLimits({})
  assert.deepEqual([minute.limit, minute.keys[0]!.remaining, hour.limit], [63, 0, 1502])

  await product.db
    .updateTable('household_windows')
    .set({ used: 1501 })
    .where('household_id', '=', household_id)
    .execute()
  product.runtime.advance({ minutes: 1 })
  assert.deepEqual(numbers(await me()), [63, 62, 1502, 0])
  assert.equal((await me()).body.error.code, 'account_rate_limit_exceeded')
})

test('the first paid tier keeps the specification’s limits, and a trial has the raised ones', async () => {
  assert.deepEqual(numbers(await (await home('standard')).me()), [60, 59, 500, 499])
  assert.deepEqual(numbers(await (await home('standard', 'trialing')).me()), [63, 62, 1502, 1501])
})

test(
  'a process of the version before, which knows no raised limits, is answered as before',
  onOne,
  async () => {
    const { keys } = await home('premium')
    const publicId = keys['rw']!.api_key.slice('em_live_'.length, 'em_live_'.length + 10)
    const { rows } = await sql<{ minute_limit: number; hour_limit: number }>`
    select minute_limit, hour_limit from api_keys k, admit(${product.runtime.now()},
      array[${publicId}], array[k.digest], array['192.0.2.1'], array[60, 500, 1500, 600, 6000]) a
    where k.public_id = ${publicId}`.execute(product.db)
    assert.deepEqual(rows, [{ minute_limit: 60, hour_limit: 1500 }])
  },
)
