import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { budget } from '../../../../test/support/given.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { transactions } from '#/budget/transactions/contract.ts'

const product = await startProduct({ limited: false })

type Expense = { id: string; balance: number; ordinaryBalance: number; extraReserve: number }

async function ada() {
  const loaded = await product.household(budget)
  const { accounts, expenses, categories, keys, household_id } = loaded
  const key = keys['rw']!.api_key
  const client = product.client(transactions, key)
  const listExpenses = async () =>
    (await product.request<Expense[]>('GET', '/expenses', { key })).body
  return {
    id: household_id,
    key,
    client,
    accounts,
    expenses,
    categories,
    listExpenses,
    spend: (amount: number, expense: string | null, account = 'checking') =>
      client.recordTransaction({
        body: {
          account_id: accounts[account]!,
          amount,
          concept: 'Purchase',
          booked_at: '2026-01-05',
          expense_goal_id: expense === null ? null : expenses[expense]!,
        },
      }),
    setAside: async (ref: string) =>
      (await listExpenses()).find(({ id }) => id === expenses[ref])?.balance,
    freeToSpend: async () =>
      Number((await product.request('GET', '/accounts/summary', { key })).body['free_to_spend']),
  }
}

test('only sent fields change', async () => {
  const { client, spend, categories } = await ada()
  const { id, ...before } = await spend(-1000, null)
  product.runtime.advance({ minutes: 5 })
  await client.editTransaction({
    params: { id },
    body: {
      concept: 'Dinner',
      category_id: categories['fun']!,
      notes: 'n',
      booked_at: '2026-01-04',
    },
  })
  assert.deepEqual(await client.showTransaction({ params: { id } }), {
    ...before,
    id,
    concept: 'Dinner',
    category_id: categories['fun']!,
    notes: 'n',
    booked_at: '2026-01-04',
    updated_at: product.runtime.now().toString({ smallestUnit: 'millisecond' }),
  })
})

test('an empty edit and one to the same values change nothing, not even `updated_at`', async () => {
  const { client, spend } = await ada()
  const before = await spend(-1000, 'groceries')
  product.runtime.advance({ minutes: 5 })
  const params = { id: before.id }
  assert.deepEqual(await client.editTransaction({ params, body: {} }), { success: true })
  await client.editTransaction({
    params,
    body: { amount: -1000, concept: 'Purchase', notes: null },
  })
  assert.deepEqual(await client.showTransaction({ params }), before)
})

test('a new amount settles the Expense as if it had always been so', async () => {
  const { client, spend, setAside, freeToSpend, id } = await ada()
  const free = await freeToSpend()
  const params = { id: (await spend(-5000, 'groceries')).id }
  assert.equal(await setAside('groceries'), 1000)
  await client.editTransaction({ params, body: { amount: -6200 } })
  assert.equal(await setAside('groceries'), 0)
  assert.equal(await freeToSpend(), free - 200)
  await client.editTransaction({ params, body: { amount: -100 } })
  assert.equal(await setAside('groceries'), 5900)
  assert.equal(await freeToSpend(), free)
  await assertBooks(product.db, id)
})

test('a new amount on a card changes the reserve for its bill', async () => {
  const { client, spend, setAside, freeToSpend, id } = await ada()
  const free = await freeToSpend()
  const params = { id: (await spend(-3000, null, 'visa')).id }
  await client.editTransaction({ params, body: { amount: -4500 } })
  assert.equal(await setAside('card'), 4500)
  assert.equal(await freeToSpend(), free - 4500)
  await client.editTransaction({ params, body: { type: 'transfer' } })
  assert.equal(await setAside('card'), 0)
  assert.equal(await freeToSpend(), free)
  await client.editTransaction({ params, body: { type: 'expense' } })
  assert.equal(await setAside('card'), 4500)
  await assertBooks(product.db, id)
})

test('a new day moves no money', async () => {
  const { client, spend, listExpenses } = await ada()
  const { id } = await spend(-5000, 'rent')
  const before = await listExpenses()
  await client.editTransaction({ params: { id }, body: { booked_at: '2026-01-31' } })
  assert.deepEqual(
    (await listExpenses()).map(({ balance, ordinaryBalance }) => [balance, ordinaryBalance]),
    before.map(({ balance, ordinaryBalance }) => [balance, ordinaryBalance]),
  )
})

test('assigning moves the money from one Expense to another, and clearing gives it back', async () => {
  const { client, spend, setAside, freeToSpend, expenses, listExpenses, id } = await ada()
  const before = await listExpenses()
  const { id: transaction } = await spend(-8000, null)
  const free = await freeToSpend()
  const params = { id: transaction }
  const assign = (ref: string | null) =>
    client.assignTransaction({ params, body: { expense_goal_id: ref && expenses[ref]! } })
  await assign('groceries')
  assert.deepEqual([await setAside('groceries'), await freeToSpend()], [0, free + 6000])
  await assign('trip')
  assert.deepEqual([await setAside('groceries'), await setAside('trip')], [6000, 12_000])
  await assign('trip')
  assert.equal(await setAside('trip'), 12_000)
  await assign(null)
  assert.deepEqual(await listExpenses(), before)
  assert.equal(await freeToSpend(), free)
  await assertBooks(product.db, id)
})

test('assigning spends the ready and reserve money first, and clearing restores every lane', async () => {
  const { client, spend, listExpenses, expenses } = await ada()
  const rent = async () => (await listExpenses()).find(({ id }) => id === expenses['rent'])!
  const before = await rent()
  assert.deepEqual([before.ordinaryBalance, before.extraReserve], [100_000, 50_000])
  const { id } = await spend(-60_000, 'rent')
  const after = await rent()
  assert.deepEqual([after.ordinaryBalance, after.extraReserve], [90_000, 0])
  await client.assignTransaction({ params: { id }, body: { expense_goal_id: null } })
  const restored = await rent()
  assert.deepEqual([restored.ordinaryBalance, restored.extraReserve], [100_000, 50_000])
})

test('an unknown transaction, category or Expense is not found', async () => {
  const { spend, key } = await ada()
  const { id } = await spend(-1, null)
  const ghost = '01890000-0000-7000-8000-000000000000'
  const cases: [string, string, unknown, string][] = [
    ['PATCH', `/transactions/${ghost}`, { notes: 'x' }, 'id'],
    ['PATCH', `/transactions/${id}`, { category_id: ghost }, 'category_id'],
    ['POST', `/transactions/${ghost}/expense`, { expense_goal_id: null }, 'id'],
    ['POST', `/transactions/${id}/expense`, { expense_goal_id: ghost }, 'expense_goal_id'],
  ]
  for (const [method, path, sent, param] of cases) {
    const { status, body } = await product.request(method, path, { key, body: sent })
    assert.deepEqual(
      [status, body.error.code, body.error.param],
      [404, 'resource_not_found', param],
    )
  }
})

test('an assignment sent to the edit endpoint is refused with a hint', async () => {
  const { spend, key } = await ada()
  const { id } = await spend(-1, null)
  const { status, body } = await product.request('PATCH', `/transactions/${id}`, {
    key,
    body: { expense_goal_id: null },
  })
  assert.deepEqual([status, body.error.param], [400, 'expense_goal_id'])
  assert.match(body.error.message, /\/transactions\/\{id\}\/expense/)
})

test('an assignment from an imported document moves no money until it changes', async () => {
  const {
    keys,
    expenses,
    transactions: ids,
  } = await product.household({
    ...budget,
    transactions: [
      {
        ref: 'old',
        account: 'checking',
        amount: -1500,
        concept: 'Market',
        booked_at: '2025-12-20',
        expense: 'groceries',
      },
      { ref: 'card', account: 'visa', amount: -700, concept: 'Shop', booked_at: '2025-12-20' },
    ],
  })
  const key = keys['rw']!.api_key
  const client = product.client(transactions, key)
  const setAside = async (ref: string) =>
    (await product.request<Expense[]>('GET', '/expenses', { key })).body.find(
      ({ id }) => id === expenses[ref],
    )?.balance
  assert.equal(await setAside('groceries'), 6000)
  await client.editTransaction({ params: { id: ids['old']! }, body: { amount: -1600 } })
  await client.editTransaction({ params: { id: ids['card']! }, body: { amount: -800 } })
  assert.deepEqual([await setAside('groceries'), await setAside('card')], [6000, 0])
  await client.assignTransaction({ params: { id: ids['old']! }, body: { expense_goal_id: null } })
  assert.equal(await setAside('groceries'), 6000)
  await client.assignTransaction({
    params: { id: ids['old']! },
    body: { expense_goal_id: expenses['groceries']! },
  })
  assert.equal(await setAside('groceries'), 4400)
})
