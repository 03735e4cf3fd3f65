import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startProduct } from '../../../test/support/product.ts'
import { home } from '#/app/home/contract.ts'
import { loadDemo } from './demo.ts'
import { demoDocument } from './document.ts'

const product = await startProduct({ start: '2026-11-20T21:00:00Z' })
const { runtime, db } = product

test('the demo household is determined by the seed and the day', () => {
  const of = (seed: string) =>
    demoDocument({ seed, now: runtime.now(), today: '2026-11-20' as never, countMax: Infinity })
  assert.deepEqual(of('a'), of('a'))
  assert.notDeepEqual(of('a'), of('b'))
})

test('the demo loads on any day with money free to spend and no overdrawn account', async () => {
  for (const start of ['2026-01-31T10:00:00Z', '2026-06-05T02:00:00Z', '2028-02-29T23:30:00Z']) {
    const day = { ...runtime, now: () => Temporal.Instant.from(start) }
    const { loaded, transactionCount } = await loadDemo(day, {
      seed: start,
      transactionCount: null,
    })
    assert.ok(transactionCount > 800, `${transactionCount}`)
    const key = loaded.keys['ro']!.api_key
    const { body } = await product.request<{ free_to_spend: number; spendable_balance: number }>(
      'GET',
      '/accounts/summary',
      // The key has the time of the demo, so the product's clock may differ until the key expires.
      { key },
    )
    if (start < '2027') {
      assert.ok(
        body.free_to_spend >= 60_000 && body.free_to_spend <= 90_000,
        `${body.free_to_spend}`,
      )
    }
    const { rows } = await sql`
      select name from accounts where household_id = ${loaded.household_id}
        and balance < 0 and type <> 'credit'`.execute(db)
    assert.deepEqual(rows, [])
  }
})

test('each transaction was recorded on the day that it was booked', async () => {
  const { loaded } = await loadDemo(runtime, { seed: 'days', transactionCount: 3000 })
  const { rows } = await sql<{ count: number; wrong: number; days: number }>`
    select count(*) as count, count(distinct created_at) as days,
      count(*) filter (where (created_at at time zone 'Europe/Madrid')::date <> booked_at) as wrong
    from transactions where household_id = ${loaded.household_id}`.execute(db)
  assert.equal(rows[0]!.count, 3000)
  assert.equal(rows[0]!.wrong, 0)
  assert.ok(rows[0]!.days > 2500)
})

test('the demo has an Expense that no payday completes and payments without a category', async () => {
  const { loaded } = await loadDemo(runtime, { seed: 'needs', transactionCount: null })
  const alex = await product.member(loaded.household_id, loaded.members['alex']!)
  const { needs } = await alex.client(home).showHome({})
  assert.deepEqual(needs, [
    {
      kind: 'behind',
      expense_id: loaded.expenses['bicycle'],
      name: 'Bicycle repair',
      look: { hue: 'lime', icon: 'bike' },
      missing: 2500,
      due: '2026-11-26',
    },
    { kind: 'unfiled', count: 2, from: '2026-10-22' },
  ])
})

test('a demo of a few transactions keeps the newest', async () => {
  const { loaded, transactionCount } = await loadDemo(runtime, {
    seed: 'few',
    transactionCount: 10,
  })
  assert.equal(transactionCount, 10)
  const { rows } = await sql<{ first: string }>`
    select min(booked_at) as first from transactions
    where household_id = ${loaded.household_id}`.execute(db)
  assert.ok(rows[0]!.first > '2026-11-01')
})
