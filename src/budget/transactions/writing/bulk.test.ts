import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { budget } from '../../../../test/support/given.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { transactions } from '#/budget/transactions/contract.ts'

const product = await startProduct({ limited: false })

async function ada() {
  const { keys, accounts, expenses, household_id } = await product.household(budget)
  const key = keys['rw']!.api_key
  const client = product.client(transactions, key)
  const item = {
    account_id: accounts['checking']!,
    amount: -100,
    concept: 'Item',
    booked_at: '2026-01-05',
  }
  return { id: household_id, key, client, item, accounts, expenses }
}

test('valid items are stored together, invalid ones reported with their parameter', async () => {
  const { client, item, expenses, id } = await ada()
  const answer = await client.recordTransactions({
    body: {
      transactions: [
        { ...item, expense_goal_id: expenses['groceries']! },
        { ...item, amount: 1.5 },
        { ...item, concept: ' ' },
        { ...item, account_id: '01890000-0000-7000-8000-000000000000' },
        { ...item, category_id: '01890000-0000-7000-8000-000000000000' },
        { ...item, booked_at: '2030-01-01' },
        { ...item, colour: 'red' },
        'nonsense',
        { ...item, amount: -200 },
      ],
    },
  })
  assert.deepEqual([answer.created, answer.duplicates, answer.invalid], [2, 0, 7])
  assert.deepEqual(
    answer.results.map(({ status, error }) => error?.param ?? status),
    [
      'created',
      'amount',
      'concept',
      'account_id',
      'category_id',
      'booked_at',
      'colour',
      'invalid',
      'created',
    ],
  )
  assert.deepEqual(answer.results[8]!.transaction?.amount, -200)
  assert.equal((await client.listTransactions({ query: {} })).total, 2)
  await assertBooks(product.db, id)
})

test('an external id is recorded once per account, within a request and across requests', async () => {
  const { client, item, accounts } = await ada()
  const named = { ...item, external_id: 'a-1' }
  const first = await client.recordTransactions({
    body: { transactions: [named, named, { ...named, account_id: accounts['visa']! }] },
  })
  assert.deepEqual(
    first.results.map(({ status }) => status),
    ['created', 'duplicate', 'created'],
  )
  const second = await client.recordTransactions({ body: { transactions: [named] } })
  assert.deepEqual([second.created, second.duplicates], [0, 1])
  assert.equal((await client.listTransactions({ query: {} })).total, 2)
})

test('a dry run reports what would happen and changes nothing', async () => {
  const { client, item } = await ada()
  const answer = await client.recordTransactions({
    body: { transactions: [item, { ...item, amount: 0.1 }], dry_run: true },
  })
  assert.deepEqual([answer.created, answer.invalid], [1, 1])
  assert.equal(answer.results[0]!.transaction, null)
  assert.equal((await client.listTransactions({ query: {} })).total, 0)
})

test('a request without items or with more than 500 is refused', async () => {
  const { key, item } = await ada()
  for (const items of [[], Array.from({ length: 501 }, () => item), 'x', undefined]) {
    const { status, body } = await product.request('POST', '/transactions/bulk', {
      key,
      body: { transactions: items },
    })
    assert.deepEqual([status, body.error.param], [400, 'transactions'])
  }
})

test('fifty items that are spent from an Expense cost as many statements as one', async () => {
  const { client, item, expenses, id } = await ada()
  const count = async (items: number) => {
    const one = { ...item, expense_goal_id: expenses['groceries']! }
    product.takeStatements()
    await client.recordTransactions({ body: { transactions: Array(items).fill(one) } })
    return product.takeStatements().length
  }
  // The first write of a day also works that day off.
  await count(1)
  const single = await count(1)
  assert.equal(await count(50), single)
  await assertBooks(product.db, id)
})
