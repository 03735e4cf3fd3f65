import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { budget } from '../../../test/support/given.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { ada, startProduct } from '../../../test/support/product.ts'

// A few changes wait in the household's tail until they are worth counting together; nobody can tell from outside.

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

test('every write counts at once, and the tail that it may wait in never grows long', async () => {
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

test('a change that counts nowhere else leaves the tail alone, one that does is counted on both sides', async () => {
  const { body } = await record(-700)
  const path = `/transactions/${String(body['id'])}`
  const before = await tailLength()
  await product.request('PATCH', path, { key, body: { notes: 'With nuts' } })
  assert.equal(await tailLength(), before)
  await product.request('PATCH', path, { key, body: { category_id: categories['food'] } })
  assert.equal(await tailLength(), before + 2)
  await assertBooks(db, household_id)
})

test('an amount that could break the exact integers is counted at once, so that its own write is refused', async () => {
  const before = await tailLength()
  assert.equal((await record(-1_000_000_001)).status, 200)
  assert.equal(await tailLength(), before)
  await assertBooks(db, household_id)
})
