import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBooks } from '../../../test/support/ledger.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { expenses as contract } from './contract.ts'

const product = await startProduct({ limited: false })

async function ada() {
  const { keys, expenses, household_id, members } = await product.household(budget)
  const key = keys['rw']!.api_key
  const client = product.client(contract, key)
  const ids = {
    rent: expenses['rent']!,
    groceries: expenses['groceries']!,
    trip: expenses['trip']!,
  }
  return {
    id: household_id,
    key,
    keyId: keys['rw']!.id,
    memberId: members['ada']!,
    client,
    ids,
    move: (amount: number, note?: string) =>
      client.transferBetweenExpenses({
        body: {
          from_expense_id: ids.rent,
          to_expense_id: ids.groceries,
          amount,
          ...(note !== undefined && { note }),
        },
      }),
    balances: async () => {
      const all = await client.listExpenses({})
      return Object.fromEntries(all.map(({ name, balance }) => [name, balance]))
    },
    freeToSpend: async () =>
      (await product.request('GET', '/accounts/summary', { key })).body['free_to_spend'],
  }
}

test('a transfer moves only earmarked money, and is listed with its author', async () => {
  const { move, balances, freeToSpend, client, ids, keyId, memberId, id } = await ada()
  const free = await freeToSpend()
  const transfer = await move(30_000, 'for the party')
  assert.deepEqual(await balances(), {
    Rent: 120_000,
    Groceries: 36_000,
    Trip: 20_000,
    'Visa bill': 0,
  })
  assert.equal(await freeToSpend(), free)
  assert.deepEqual(transfer, {
    id: transfer.id,
    from_expense_id: ids.rent,
    to_expense_id: ids.groceries,
    amount: 30_000,
    currency: 'EUR',
    note: 'for the party',
    from_balance_after: 120_000,
    to_balance_after: 36_000,
    source: 'api',
    created_by: { member_id: memberId, key_id: keyId },
    created_at: transfer.created_at,
  })
  assert.deepEqual(await client.listExpenseTransfers({ query: {} }), [transfer])
  await assertBooks(product.db, id)
})

test('a transfer takes money of the nearest payment last', async () => {
  const { client, ids, balances } = await ada()
  // Rent holds 100,000 for its next payment and 50,000 in reserve.
  const rent = async () => (await client.listExpenses({})).find(({ id }) => id === ids.rent)!
  const body = { from_expense_id: ids.rent, to_expense_id: ids.trip, amount: 40_000 }
  await client.transferBetweenExpenses({ body })
  assert.deepEqual([(await rent()).ordinaryBalance, (await rent()).extraReserve], [100_000, 10_000])
  await client.transferBetweenExpenses({ body })
  assert.deepEqual([(await rent()).ordinaryBalance, (await rent()).extraReserve], [70_000, 0])
  assert.equal((await balances())['Trip'], 100_000)
})

test('a transfer of more than an Expense holds is refused and moves nothing', async () => {
  const { key, ids, balances, move } = await ada()
  const { status, body } = await product.request('POST', '/expense-transfers', {
    key,
    body: { from_expense_id: ids.rent, to_expense_id: ids.groceries, amount: 150_001 },
  })
  assert.deepEqual(
    [status, body.error.type, body.error.code],
    [409, 'conflict', 'insufficient_expense_balance'],
  )
  assert.equal((await balances())['Rent'], 150_000)
  await move(150_000)
  assert.equal((await balances())['Rent'], 0)
})

test('bad input names its parameter', async () => {
  const { key, ids } = await ada()
  const good = { from_expense_id: ids.rent, to_expense_id: ids.groceries, amount: 1 }
  const ghost = '01890000-0000-7000-8000-000000000000'
  const cases: [object, number, string][] = [
    [{ ...good, amount: 0 }, 400, 'amount'],
    [{ ...good, amount: -1 }, 400, 'amount'],
    [{ ...good, amount: '1' }, 400, 'amount'],
    [{ ...good, amount: 1_000_000_000_001 }, 400, 'amount'],
    [{ ...good, to_expense_id: ids.rent }, 400, 'to_expense_id'],
    [{ ...good, to_expense_id: ids.rent.toUpperCase() }, 400, 'to_expense_id'],
    [{ ...good, note: 'x'.repeat(201) }, 400, 'note'],
    [{ ...good, from_expense_id: ghost }, 404, 'from_expense_id'],
    [{ ...good, to_expense_id: ghost }, 404, 'to_expense_id'],
    [{ ...good, from_expense_id: 'x' }, 400, 'from_expense_id'],
  ]
  for (const [sent, expected, param] of cases) {
    const { status, body } = await product.request('POST', '/expense-transfers', {
      key,
      body: sent,
    })
    assert.deepEqual([status, body.error.param], [expected, param], JSON.stringify(sent))
  }
})

test('concurrent transfers in a circle neither lose nor create money', async () => {
  const { client, ids, balances, id } = await ada()
  const ring = [
    [ids.rent, ids.groceries],
    [ids.groceries, ids.trip],
    [ids.trip, ids.rent],
  ] as const
  const moves = Array.from({ length: 45 }, (_, index) => {
    const [from_expense_id, to_expense_id] = ring[index % 3]!
    return client
      .transferBetweenExpenses({ body: { from_expense_id, to_expense_id, amount: 1000 + index } })
      .catch((error: unknown) => assert.match(String(error), /insufficient_expense_balance/))
  })
  await Promise.all(moves)
  const after = await balances()
  assert.equal(after['Rent']! + after['Groceries']! + after['Trip']!, 176_000)
  await assertBooks(product.db, id)
})

test('the list is filtered by Expense and day, and continues after a transfer', async () => {
  const { move, client, ids, key } = await ada()
  const first = await move(1)
  product.runtime.advance({ hours: 24 })
  const second = await move(2)
  const list = async (query: object) =>
    (await client.listExpenseTransfers({ query })).map(({ amount }) => amount)
  assert.deepEqual(await list({}), [2, 1])
  assert.deepEqual(await list({ limit: 1 }), [2])
  assert.deepEqual(await list({ before: second.id }), [1])
  assert.deepEqual(await list({ before: first.id }), [])
  assert.deepEqual(await list({ expense_id: ids.trip }), [])
  assert.deepEqual(await list({ expense_id: ids.groceries }), [2, 1])
  const today = second.created_at.slice(0, 10)
  assert.deepEqual(await list({ from: today }), [2])
  assert.deepEqual(await list({ to: first.created_at.slice(0, 10) }), [1])
  const { status, body } = await product.request('GET', '/expense-transfers', {
    key,
    query: { from: '2026-02-02', to: '2026-02-01' },
  })
  assert.deepEqual([status, body.error.param], [400, 'from'])
})
