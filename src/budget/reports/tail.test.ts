import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { budget } from '../../../test/support/given.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { ada, startProduct } from '../../../test/support/product.ts'

// Changes are collected in the household's tail and added to the rollups together; results never show the difference.

const product = await startProduct({ limited: false })
const { db } = product
const { household_id, keys, accounts, categories } = await product.household({ ...ada, ...budget })
const key = keys['rw']!.api_key

async function record(amount: number, more: object = {}) {
  const body = { account_id: accounts['checking'], amount, concept: 'Bakery', ...more }
  return product.request('POST', '/transactions', {
    key,
    body: { booked_at: '2026-01-05', ...body },
  })
}

async function count(): Promise<unknown> {
  const { body } = await product.request('GET', '/transactions/summary', { key })
  return body['count']
}

async function tailLength(): Promise<number> {
  const { rows } = await sql<{ length: number }>`
    select coalesce(sum(cardinality(changes)), 0)::integer as length from rollup_tails
    where household_id = ${household_id}`.execute(db)
  return rows[0]!.length
}

test('every write counts at once, and the tail never exceeds 15 changes', async () => {
  const lengths = new Set<number>()
  for (let n = 1; n <= 40; n += 1) {
    const category = n % 3 === 0 ? { category_id: categories['food'] } : {}
    assert.equal((await record(-100 * n, category)).status, 200)
    assert.equal(await count(), n)
    lengths.add(await tailLength())
    if (n % 8 === 0) await assertBooks(db, household_id)
  }
  assert.equal(Math.max(...lengths), 15)
  assert.ok(lengths.has(0), 'it is emptied into the rollups')
})

test('a change of category adds two entries to the tail, a change of notes none', async () => {
  const { body } = await record(-700)
  const path = `/transactions/${String(body['id'])}`
  const before = await tailLength()
  await product.request('PATCH', path, { key, body: { notes: 'With nuts' } })
  assert.equal(await tailLength(), before)
  await product.request('PATCH', path, { key, body: { category_id: categories['food'] } })
  assert.equal(await tailLength(), before + 2)
  await assertBooks(db, household_id)
})

test('a huge amount bypasses the tail, so that an overflow refuses its own write', async () => {
  const before = await tailLength()
  assert.equal((await record(-1_000_000_001)).status, 200)
  assert.equal(await tailLength(), before)
  await assertBooks(db, household_id)
})

test('numbers of a month are the same whether they are added a few or many at a time', async () => {
  // Days and places in order, numbers of both signs; `more` meets some of them, and takes some to 0.
  const { rows } = await sql<{ cases: number; differing: number }>`
    select count(*)::integer as cases, count(*) filter (where f.days is distinct from m.days)::integer as differing
    from generate_series(8, 30) first
    cross join generate_series(1, 40) step
    cross join lateral (
      select array_agg((code % 5 - 2) * 256 + code order by code) as n from generate_series(8, 240, 7) code
      where code % 5 <> 2) a
    cross join lateral (
      select array_agg(d order by d & 255) as n from (
        select -(d >> 8) * 256 + (d & 255) as d from unnest(a.n) d where (d & 255) % step = 0 and d & 255 > first
        union select 3 * 256 + first) more) b
    cross join lateral (select add_days(a.n, b.n) as days) f
    cross join lateral (
      select array_agg(number * 256 + code order by code) as days from (
        select d & 255 as code, sum(d >> 8)::bigint as number from unnest(a.n || b.n) d
        group by 1 having sum(d >> 8) <> 0) n) m`.execute(db)
  assert.deepEqual(rows, [{ cases: 920, differing: 0 }])
})
