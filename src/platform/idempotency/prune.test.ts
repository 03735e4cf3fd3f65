import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { stateOf } from '../../../test/support/database-state.ts'
import { budget } from '../../../test/support/given.ts'
import { ada, type Answer, startProduct } from '../../../test/support/product.ts'
import { pruneExpired } from './prune.ts'

const product = await startProduct({ limited: false })
const { runtime, db } = product

async function home() {
  const loaded = await product.household({ ...ada, ...budget })
  const { accounts, expenses } = loaded
  const send = (path: string, body: unknown) =>
    product.request('POST', path, {
      key: loaded.keys['rw']!.api_key,
      headers: { 'idempotency-key': 'kept-for-ever' },
      body,
    })
  const coffee = {
    account_id: accounts['checking'],
    amount: -450,
    concept: 'Coffee',
    booked_at: '2026-01-05',
  }
  const move = { from_expense_id: expenses['rent'], to_expense_id: expenses['trip'], amount: 1000 }
  return { ...loaded, send, coffee, move }
}

const replayed = ({ headers }: Answer) => headers.get('idempotent-replayed')

test('an answer is kept for 30 days to the millisecond', async () => {
  const { send, coffee } = await home()
  const first = await send('/transactions', coffee)
  runtime.advance({ hours: 30 * 24 })
  assert.equal(await pruneExpired(runtime), 0)
  assert.equal(replayed(await send('/transactions', coffee)), 'true')
  runtime.advance({ milliseconds: 1 })
  assert.equal(await pruneExpired(runtime), 1)
  assert.equal(first.status, 200)
  assert.equal(await pruneExpired(runtime), 0)
})

test('a later retry gets the transaction as it is now, and creates no other', async () => {
  const { send, coffee, keys } = await home()
  const first = await send('/transactions', coffee)
  const path = `/transactions/${String(first.body['id'])}`
  const change = { key: keys['rw']!.api_key, body: { concept: 'Tea' } }
  await product.request('PATCH', path, change)
  runtime.advance({ hours: 31 * 24 })
  await pruneExpired(runtime)
  // Processes the paydays of that time first, so that only the retry's own changes show.
  while ((await runDueHouseholds(runtime)) > 0);
  const books = await rows()
  const late = await send('/transactions', coffee)
  assert.equal(late.status, 200)
  assert.deepEqual([late.body['id'], late.body['concept']], [first.body['id'], 'Tea'])
  assert.deepEqual(await rows(), books)
  // The next request is a repeat of the retry.
  assert.equal(replayed(await send('/transactions', coffee)), 'true')
})

test('a later retry gets the transfer, and moves no money again', async () => {
  const { send, move } = await home()
  const first = await send('/expense-transfers', move)
  runtime.advance({ hours: 31 * 24 })
  await pruneExpired(runtime)
  // Processes the paydays of that time first, so that only the retry's own changes show.
  while ((await runDueHouseholds(runtime)) > 0);
  const books = await rows()
  const late = await send('/expense-transfers', move)
  assert.deepEqual(late.body, first.body)
  assert.deepEqual(await rows(), books)
})

test('without pruning a late retry is still a replay', async () => {
  const { send, coffee } = await home()
  const first = await send('/transactions', coffee)
  runtime.advance({ hours: 31 * 24 })
  const late = await send('/transactions', coffee)
  assert.deepEqual([late.text, replayed(late)], [first.text, 'true'])
})

test('each call prunes one batch of old answers', async () => {
  const { household_id } = await home()
  await pruneExpired(runtime)
  const old = Array.from({ length: 1500 }, (_, index) => ({
    household_id,
    key: `old-key-${index}`,
    fingerprint: Buffer.alloc(32),
    status: 200,
    body: '{}',
    request_id: 'req_1',
    created_at: runtime.now().subtract({ hours: 31 * 24 }),
  }))
  await db.insertInto('idempotency_keys').values(old).execute()
  assert.deepEqual([await pruneExpired(runtime), await pruneExpired(runtime)], [1000, 500])
})

/** All rows, without the stored answers and the counter of writes. */
async function rows(): Promise<string[]> {
  const state = await stateOf(db)
  return state.split('\n').filter((line) => !/^(idempotency_keys|households) /.test(line))
}
