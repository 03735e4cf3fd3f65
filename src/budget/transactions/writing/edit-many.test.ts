import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accounts } from '#/budget/accounts/contract.ts'
import { budget } from '../../../../test/support/given.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { refusal } from '../../../../test/support/managed.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'

const product = await startProduct()

async function ada() {
  const loaded = await product.household({
    ...budget,
    transactions: ['a', 'b', 'c'].map((ref) => {
      return { ref, account: 'checking', amount: -1_000, concept: ref, booked_at: '2026-01-04' }
    }),
  })
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const ids = ['a', 'b', 'c'].map((ref) => loaded.transactions[ref]!)
  return {
    ...loaded,
    ids,
    edit: member.client(transactionsApp).editTransactions,
    list: async () => (await member.client(transactions).listTransactions({ query: {} })).data,
    free: async () => (await member.client(accounts).summarizeAccounts({})).free_to_spend,
  }
}

test('one request changes the category, type and Expense of many transactions', async () => {
  const { ids, edit, list, free, categories, expenses, household_id } = await ada()
  const before = await free()
  const [food, groceries] = [categories['food']!, expenses['groceries']!]
  const made = ids.map((id) => ({ id, category_id: food, expense_goal_id: groceries }))
  assert.deepEqual(await edit({ body: { changes: made } }), { changed: 3 })
  for (const row of await list()) {
    assert.deepEqual([row.category_id, row.expense_goal_id], [food, groceries])
  }
  await edit({ body: { changes: ids.map((id) => ({ id, expense_goal_id: null })) } })
  assert.equal(await free(), before)
  await assertBooks(product.db, household_id)
})

test('an unknown transaction leaves all others unchanged', async () => {
  const { ids, edit, list, categories } = await ada()
  const other = await ada()
  const changes = [...ids, other.ids[0]!].map((id) => ({ id, category_id: categories['fun']! }))
  await assert.rejects(edit({ body: { changes } }), refusal(404, 'resource_not_found', 'id'))
  assert.ok((await list()).every(({ category_id }) => category_id === null))
})

test('a transaction that is not as expected any more stays as it is', async () => {
  const { ids, edit, list, categories, expenses } = await ada()
  const [food, fun, trip] = [categories['food']!, categories['fun']!, expenses['trip']!]
  await edit({ body: { changes: ids.map((id) => ({ id, category_id: food })) } })
  // Somebody else files one of them differently, and takes another one from a set-aside.
  await edit({ body: { changes: [{ id: ids[0]!, category_id: fun }] } })
  await edit({ body: { changes: [{ id: ids[1]!, expense_goal_id: trip }] } })
  const expected = { category_id: food, expense_goal_id: null, type: 'expense' as const }
  const removed = '019bf498-9900-7f62-a114-04692e98d653'
  const changes = [...ids, removed].map((id) => ({ id, category_id: null, expected }))
  assert.deepEqual(await edit({ body: { changes } }), { changed: 1 })
  const filed = new Map((await list()).map((row) => [row.id, row.category_id]))
  assert.deepEqual(
    ids.map((id) => filed.get(id)),
    [fun, food, null],
  )
})
