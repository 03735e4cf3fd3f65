import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountsApp } from '#/budget/accounts/app-contract.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { analytics } from '#/budget/reports/contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { budget } from '../../../test/support/given.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { startProduct } from '../../../test/support/product.ts'
import { reconcilingApp } from './app-contract.ts'

// It is 5 January 2026. A house is recorded with what it is worth today: 2,500.00.

const product = await startProduct({ limited: false, start: '2026-01-05T10:00:00.000Z' })

async function house(type: 'other' | 'loan' = 'other', opening = 250_000) {
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const app = member.client(reconcilingApp)
  const { id } = await member
    .client(accountsApp)
    .createAccount({ body: { name: 'House', type, balance: opening } })
  const params = { id }
  return {
    member,
    app,
    params,
    client: member.client(transactions),
    put: (value: number, day: string) =>
      app.setAccountValue({ params, body: { value, day: day as never } }),
    remove: (day: string) => app.removeAccountValue({ params: { id, day: day as never } }),
    /** Reads the balance at the end of days. */
    on: async (...days: readonly string[]) =>
      Promise.all(
        days.map(async (day) => {
          const query = { balance: 0, day: day as never }
          return (await app.showReconciliation({ params, query })).own_balance
        }),
      ),
    today: async () =>
      (await member.client(accounts).listAccounts({})).find((one) => one.id === id)!.balance,
    rows: async () =>
      (await member.client(transactions).listTransactions({ query: { account_id: id } })).data.map(
        ({ booked_at, amount, type: kind }) => [booked_at, amount, kind],
      ),
    books: () => assertBooks(product.db, loaded.household_id),
  }
}

test('a value of today is one transfer, neither spending nor income', async () => {
  const { put, rows, today, client, books, member } = await house()
  const free = async () => (await member.client(accounts).summarizeAccounts({})).free_to_spend
  const before = await free()
  const { difference, current_balance: current, replaced } = await put(260_000, '2026-01-05')
  assert.deepEqual(
    [difference, current, replaced],
    [10_000, { before: 250_000, after: 260_000 }, null],
  )
  assert.deepEqual(await rows(), [['2026-01-05', 10_000, 'transfer']])
  assert.equal(await today(), 260_000)
  const { income, expense } = await client.summarizeTransactions({ query: {} })
  assert.deepEqual([income, expense], [0, 0])
  assert.equal(await free(), before)
  await books()
})

test('a value of an earlier day leaves the value of today as it is', async () => {
  const { put, on, today, rows, books } = await house()
  const { current_balance: current } = await put(100_000, '2025-07-10')
  assert.deepEqual(current, { before: 250_000, after: 250_000 })
  assert.deepEqual(await on('2025-07-10', '2026-01-04', '2026-01-05'), [100_000, 100_000, 250_000])
  assert.equal(await today(), 250_000)
  assert.deepEqual(await rows(), [
    ['2026-01-05', 150_000, 'transfer'],
    ['2025-07-10', -150_000, 'transfer'],
  ])
  await books()
})

const stated = [
  ['2025-03-01', 100_000],
  ['2025-06-15', 120_000],
  ['2025-11-30', 90_000],
  ['2026-01-05', 300_000],
] as const

for (const order of [
  [0, 1, 2, 3],
  [3, 2, 1, 0],
  [2, 0, 3, 1],
  [1, 3, 0, 2],
]) {
  test(`several values stay true, entered in the order ${order.join(' ')}`, async () => {
    const { put, on, books } = await house()
    for (const index of order) await put(stated[index]![1], stated[index]![0])
    const days = [
      '2025-03-01',
      '2025-06-14',
      '2025-06-15',
      '2025-11-30',
      '2026-01-04',
      '2026-01-05',
    ]
    assert.deepEqual(await on(...days), [100_000, 100_000, 120_000, 90_000, 90_000, 300_000])
    await books()
  })
}

test('net worth shows the history that the values tell', async () => {
  const { put, member } = await house()
  const series = async () => {
    const { series: months } = await member.client(analytics).showNetWorth({})
    return new Map(months.map(({ date, net_worth }) => [date, net_worth]))
  }
  const before = await series()
  await put(100_000, '2025-07-10')
  await put(120_000, '2025-09-10')
  const after = await series()
  const change = (day: string) => after.get(day as never)! - before.get(day as never)!
  assert.deepEqual(
    ['2025-07-31', '2025-08-31', '2025-09-30', '2025-12-31', '2026-01-05'].map(change),
    [-150_000, -150_000, -130_000, -130_000, 0],
  )
})

test('a second value of a day replaces the first, and taking a value back restores the others', async () => {
  const { put, remove, on, rows, app, params, books } = await house()
  await put(200_000, '2025-07-10')
  const { replaced } = await put(210_000, '2025-07-10')
  assert.equal(replaced, 200_000)
  assert.deepEqual(await on('2025-07-10', '2026-01-05'), [210_000, 250_000])
  assert.equal((await rows()).length, 2)
  await put(220_000, '2025-09-10')
  await remove('2025-07-10')
  assert.deepEqual(await on('2025-07-10', '2025-09-10', '2026-01-05'), [250_000, 220_000, 250_000])
  await remove('2025-09-10')
  assert.deepEqual(await rows(), [])
  assert.deepEqual(await app.listAccountValues({ params }), [])
  assert.deepEqual(await on('2025-07-10', '2026-01-05'), [250_000, 250_000])
  await books()
})

test('payments that are booked later stay on top of a value', async () => {
  const { put, client, params, today, books } = await house('loan', -500_000)
  await client.recordTransaction({
    body: {
      account_id: params.id,
      amount: 20_000,
      concept: 'Instalment',
      booked_at: '2026-01-05',
      type: 'transfer',
    },
  })
  product.runtime.advance({ hours: 48 })
  await put(-470_000, '2026-01-04')
  // Owed on 4 January: 4,700.00 as stated; today's opening balance stays true: 5,000.00 − 200.00.
  assert.equal(await today(), -480_000)
  await put(-475_000, '2026-01-06')
  assert.equal(await today(), -475_000)
  product.runtime.advance({ hours: -48 })
  await books()
})

test('a value does not count while its transaction is deleted', async () => {
  const { put, client, member, app, params, on } = await house()
  await put(260_000, '2026-01-05')
  const { data } = await client.listTransactions({ query: { account_id: params.id } })
  const transactionParams = { params: { id: data[0]!.id } }
  await member.client(transactionsApp).removeTransaction(transactionParams)
  assert.deepEqual(await app.listAccountValues({ params }), [])
  assert.deepEqual(await on('2026-01-05'), [250_000])
  await member.client(transactionsApp).restoreTransaction(transactionParams)
  assert.deepEqual(
    (await app.listAccountValues({ params })).map(({ balance }) => balance),
    [260_000],
  )
})

test('two members who state the same value at once make one transaction', async () => {
  const { member, params, rows, today, books } = await house()
  const body = { value: 260_000 }
  await Promise.all(
    Array.from({ length: 4 }, () =>
      member.request('POST', `/accounts/${params.id}/value`, { body }),
    ),
  )
  assert.deepEqual(await rows(), [['2026-01-05', 10_000, 'transfer']])
  assert.equal(await today(), 260_000)
  await books()
})

test('values of days to come, absurd values and unknown days are refused', async () => {
  const { member, params } = await house()
  const ask = async (method: string, path: string, body?: object) => {
    const { status, body: answer } = await member.request(method, `/accounts/${params.id}${path}`, {
      ...(body && { body }),
    })
    return [status, answer.error.param]
  }
  assert.deepEqual(await ask('POST', '/value', { value: 1, day: '2026-01-06' }), [400, 'day'])
  assert.deepEqual(await ask('POST', '/value', { value: 10 ** 12 + 1 }), [400, 'value'])
  assert.deepEqual(await ask('DELETE', '/values/2025-01-01'), [404, 'day'])
})
