import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { transactions } from './contract.ts'

const product = await startProduct({ limited: false })

async function ada() {
  const { keys, accounts, household_id } = await product.household(budget)
  const key = keys['rw']!.api_key
  const client = product.client(transactions, key)
  return {
    key,
    householdId: household_id,
    client,
    record: (concept: string) =>
      client.recordTransaction({
        body: { account_id: accounts['checking']!, amount: -1, concept, booked_at: '2026-01-05' },
      }),
  }
}

test('a reader that continues from its cursor sees every change once, in order', async () => {
  const { client, record } = await ada()
  const since = product.runtime.now().toString()
  const start = await client.listTransactions({ query: { updated_since: since } })
  assert.equal(start.data.length, 0)
  for (let index = 0; index < 5; index += 1) await record(`T${index}`)
  const seen: string[] = []
  let cursor = start.next_cursor!
  for (let more = true; more;) {
    const page = await client.listTransactions({ query: { cursor, limit: 2 } })
    seen.push(...page.data.map(({ concept }) => concept))
    cursor = page.next_cursor!
    more = page.has_more
  }
  assert.deepEqual(seen, ['T0', 'T1', 'T2', 'T3', 'T4'])
  const { data } = await client.listTransactions({ query: { cursor } })
  assert.deepEqual(data, [])
})

test('a reader that begins after the last change is not given it', async () => {
  const { client, record } = await ada()
  await record('Before')
  product.runtime.advance({ seconds: 3 })
  const since = product.runtime.now().toString()
  const start = await client.listTransactions({ query: { updated_since: since } })
  const next = async () => {
    const { data } = await client.listTransactions({ query: { cursor: start.next_cursor! } })
    return data.map(({ concept }) => concept)
  }
  assert.deepEqual([start.data, await next()], [[], []])
  await record('After')
  assert.deepEqual(await next(), ['After'])
})

test('a changed transaction is listed again, after all earlier changes', async () => {
  const { client, record } = await ada()
  const first = await record('A')
  await record('B')
  const { next_cursor } = await client.listTransactions({
    query: { updated_since: '2026-01-01T00:00:00Z' },
  })
  await client.editTransaction({ params: { id: first.id }, body: { concept: 'A again' } })
  const { data } = await client.listTransactions({ query: { cursor: next_cursor! } })
  assert.deepEqual(
    data.map(({ concept }) => concept),
    ['A again'],
  )
  const all = await client.listTransactions({ query: { updated_since: '2026-01-01T00:00:00Z' } })
  assert.deepEqual(
    all.data.map(({ concept }) => concept),
    ['B', 'A again'],
  )
})

test('a deleted transaction is a tombstone in the feed and absent elsewhere', async () => {
  const { client, record, householdId } = await ada()
  const { id } = await record('Gone')
  const now = product.runtime.now()
  await product.db
    .updateTable('transactions')
    .set({ deleted_at: now, updated_at: now })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()
  const { data } = await client.listTransactions({
    query: { updated_since: '2026-01-01T00:00:00Z' },
  })
  assert.deepEqual(
    data.map((row) => [row.id, row.deleted_at]),
    [[id, now.toString({ smallestUnit: 'millisecond' })]],
  )
  assert.equal((await client.listTransactions({ query: {} })).total, 0)
  await assert.rejects(client.showTransaction({ params: { id } }), { status: 404 })
})

test('a change feed takes no filters and no page', async () => {
  const { key } = await ada()
  for (const [query, param] of [
    ['updated_since=2026-01-01T00:00:00Z&type=income', 'type'],
    ['updated_since=2026-01-01T00:00:00Z&page=2', 'page'],
  ]) {
    const { status, body } = await product.request('GET', '/transactions', { key, query: query! })
    assert.deepEqual([status, body.error.param], [400, param])
  }
})
