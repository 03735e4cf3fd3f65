import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { budget } from '../../../../test/support/given.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { transactions } from '#/budget/transactions/contract.ts'

const product = await startProduct({ limited: false })

async function ada() {
  const { accounts, expenses, categories, keys, household_id } = await product.household(budget)
  const key = keys['rw']!.api_key
  const coffee = {
    account_id: accounts['checking']!,
    amount: -450,
    concept: 'Coffee',
    booked_at: '2026-01-05',
  }
  return {
    id: household_id,
    key,
    coffee,
    accounts,
    expenses,
    categories,
    client: product.client(transactions, key),
    balance: async (ref: string) => {
      const { body } = await product.request<{ id: string; balance: number }[]>(
        'GET',
        '/accounts',
        { key },
      )
      return body.find(({ id }) => id === accounts[ref])?.balance
    },
    setAside: async (ref: string) => {
      const { body } = await product.request<{ id: string; balance: number }[]>(
        'GET',
        '/expenses',
        { key },
      )
      return body.find(({ id }) => id === expenses[ref])?.balance
    },
    freeToSpend: async () => {
      const { body } = await product.request('GET', '/accounts/summary', { key })
      return body['free_to_spend']
    },
  }
}

test('a recorded transaction is booked, manual and in its account’s currency', async () => {
  const { client, coffee, categories } = await ada()
  const category_id = categories['food']!
  const { id, created_at, updated_at, ...rest } = await client.recordTransaction({
    body: { ...coffee, category_id, notes: 'with Bo' },
  })
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.equal(created_at, '2026-01-05T12:00:00.000Z')
  assert.equal(updated_at, created_at)
  assert.deepEqual(rest, {
    ...coffee,
    category_id,
    notes: 'with Bo',
    original_concept: null,
    currency: 'EUR',
    type: 'expense',
    status: 'booked',
    expense_goal_id: null,
    provider: 'manual',
    external_id: null,
    splits: [],
    deleted_at: null,
  })
  assert.deepEqual(await client.showTransaction({ params: { id } }), {
    id,
    created_at,
    updated_at,
    ...rest,
  })
})

test('the sign decides the type unless it is sent; a positive expense is a refund', async () => {
  const { client, coffee } = await ada()
  const typeOf = async (changes: object) =>
    (await client.recordTransaction({ body: { ...coffee, ...changes } })).type
  assert.equal(await typeOf({ amount: -1 }), 'expense')
  assert.equal(await typeOf({ amount: 1 }), 'income')
  assert.equal(await typeOf({ amount: 0 }), 'income')
  assert.equal(await typeOf({ amount: 1, type: 'expense' }), 'expense')
  assert.equal(await typeOf({ amount: -1, type: 'transfer' }), 'transfer')
})

test('it changes its account’s balance at once, for any day', async () => {
  const { client, coffee, balance, freeToSpend } = await ada()
  await client.recordTransaction({ body: { ...coffee, booked_at: '2026-12-31' } })
  assert.equal(await balance('checking'), 300_000 - 450)
  assert.equal(await freeToSpend(), 300_000 - 450 - 176_000)
})

test('a concept is stored as sent, limited in code points, and not only white space', async () => {
  const { client, coffee, key } = await ada()
  const concept = `  ${'🍕'.repeat(198)}`
  assert.equal((await client.recordTransaction({ body: { ...coffee, concept } })).concept, concept)
  for (const wrong of ['', '   ', '\u00a0\t', '🍕'.repeat(201), 'a\0b', '\ud800']) {
    const { status, body } = await product.request('POST', '/transactions', {
      key,
      body: { ...coffee, concept: wrong },
    })
    assert.equal(status, 400, JSON.stringify(wrong))
    assert.equal(body.error.param, 'concept')
  }
})

test('spending takes the Expense’s money first, the rest from free-to-spend', async () => {
  const household = await ada()
  const { client, coffee, expenses, setAside, freeToSpend } = household
  const before = Number(await freeToSpend())
  const expense_goal_id = expenses['groceries']!
  await client.recordTransaction({ body: { ...coffee, amount: -5000, expense_goal_id } })
  assert.equal(await setAside('groceries'), 1000)
  assert.equal(await freeToSpend(), before)
  await client.recordTransaction({ body: { ...coffee, amount: -3000, expense_goal_id } })
  assert.equal(await setAside('groceries'), 0)
  assert.equal(await freeToSpend(), before - 2000)
  await assertBooks(product.db, household.id)
})

test('a refund assigned to an Expense goes back into it', async () => {
  const { client, coffee, expenses, setAside, id } = await ada()
  const expense_goal_id = expenses['groceries']!
  await client.recordTransaction({
    body: { ...coffee, amount: 700, type: 'expense', expense_goal_id },
  })
  assert.equal(await setAside('groceries'), 6700)
  await assertBooks(product.db, id)
})

test('a purchase on a linked card sets money aside for its bill, from the Expense first', async () => {
  const { client, coffee, accounts, expenses, setAside, freeToSpend, balance, id } = await ada()
  const visa = { ...coffee, account_id: accounts['visa']! }
  const before = Number(await freeToSpend())
  await client.recordTransaction({
    body: { ...visa, amount: -10_000, expense_goal_id: expenses['groceries']! },
  })
  assert.equal(await setAside('groceries'), 0)
  assert.equal(await setAside('card'), 10_000)
  assert.equal(await freeToSpend(), before - 4000)
  await client.recordTransaction({ body: { ...visa, amount: -2500 } })
  assert.equal(await setAside('card'), 12_500)
  assert.equal(await freeToSpend(), before - 6500)
  assert.equal(await balance('visa'), -62_500)
  await assertBooks(product.db, id)
})

test('an unknown id is refused by name, and nothing is stored', async () => {
  const { coffee, key, balance, id } = await ada()
  const stranger = await ada()
  const ghost = '01890000-0000-7000-8000-000000000000'
  const wrong: [string, string][] = [
    ['account_id', stranger.accounts['checking']!],
    ['account_id', ghost],
    ['category_id', stranger.categories['food']!],
    ['category_id', ghost],
    ['expense_goal_id', stranger.expenses['rent']!],
    ['expense_goal_id', ghost],
  ]
  for (const [param, value] of wrong) {
    const { status, body } = await product.request('POST', '/transactions', {
      key,
      body: { ...coffee, [param]: value },
    })
    assert.equal(status, 404)
    assert.equal(body.error.code, 'resource_not_found')
    assert.equal(body.error.param, param)
  }
  assert.equal(await balance('checking'), 300_000)
  await assertBooks(product.db, id)
})

test('days before 1970 and more than a year ahead are refused', async () => {
  const { client, coffee, key } = await ada()
  await client.recordTransaction({ body: { ...coffee, booked_at: '1970-01-01' } })
  await client.recordTransaction({ body: { ...coffee, booked_at: '2027-01-05' } })
  for (const booked_at of [
    '1969-12-31',
    '2027-01-06',
    '2026-02-30',
    '2026-1-5',
    '2026-01-05T00:00:00Z',
    20260105,
  ]) {
    const { status, body } = await product.request('POST', '/transactions', {
      key,
      body: { ...coffee, booked_at },
    })
    assert.equal(status, 400, String(booked_at))
    assert.equal(body.error.param, 'booked_at')
  }
})

test('amounts are plain integers up to 10^12', async () => {
  const { client, coffee, key, balance } = await ada()
  await client.recordTransaction({ body: { ...coffee, amount: 1_000_000_000_000 } })
  await client.recordTransaction({ body: { ...coffee, amount: -1_000_000_000_000 } })
  for (const literal of [
    '1e3',
    '-0',
    '1.0',
    '1.5',
    '"12"',
    'null',
    'true',
    '1000000000001',
    '9007199254740992',
    '1e400',
  ]) {
    const { status, body } = await product.request('POST', '/transactions', {
      key,
      rawBody: JSON.stringify({ ...coffee, amount: 0 }).replace(
        '"amount":0',
        `"amount":${literal}`,
      ),
    })
    assert.equal(status, 400, literal)
    assert.equal(body.error.param, 'amount', literal)
  }
  assert.equal(await balance('checking'), 300_000)
})

test('sums beyond exact integers are refused, not rounded', async () => {
  const { client, coffee, key, balance, id } = await ada()
  const huge = { ...coffee, amount: 1_000_000_000_000 }
  const transactions = Array.from({ length: 99 }, () => huge)
  await client.recordTransactions({ body: { transactions } })
  const { status, body } = await product.request('POST', '/transactions/bulk', {
    key,
    body: { transactions: [huge, huge] },
  })
  assert.equal(status, 400)
  assert.equal(body.error.param, 'amount')
  assert.equal(await balance('checking'), 300_000 + 99 * 1_000_000_000_000)
  await assertBooks(product.db, id)
})
