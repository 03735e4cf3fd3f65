import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactions } from '#/budget/transactions/contract.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { categoriesApp } from './app-contract.ts'
import { categories } from './contract.ts'

const product = await startProduct({ limited: false })

async function ada() {
  const loaded = await product.household(budget)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const read = member.client(categories)
  return {
    ...loaded,
    member,
    app: member.client(categoriesApp),
    names: async () => (await read.listCategories({})).map(({ name }) => name),
    find: async (id: string) => (await read.listCategories({})).find((one) => one.id === id)!,
    refused: async (method: string, path: string, body?: object) => {
      const { status, body: answer } = await member.request(method, path, { ...(body && { body }) })
      return [status, answer.error.code, answer.error.param]
    },
  }
}

test('a category is created, moved, hidden, ordered and removed', async () => {
  const { app, names, find, categories: ids } = await ada()
  const { id } = await app.createCategory({
    body: { name: 'Bakery', parent_id: ids['food']!, icon: '🥐' },
  })
  assert.deepEqual(await names(), ['Food', 'Fun', 'Bakery'])
  assert.equal((await find(id)).group_name, 'Food')
  await app.changeCategory({ params: { id }, body: { parent_id: ids['fun']!, is_hidden: true } })
  const { group_name, is_hidden, icon } = await find(id)
  assert.deepEqual([group_name, is_hidden, icon], ['Fun', true, '🥐'])
  await app.orderCategories({ body: { ids: [id, ids['fun']!, ids['food']!] } })
  assert.deepEqual(await names(), ['Bakery', 'Fun', 'Food'])
  await app.removeCategory({ params: { id: ids['fun']! }, query: {} })
  assert.deepEqual([(await find(id)).parent_id, await names()], [null, ['Bakery', 'Food']])
})

test('a category with transactions is not removed, unless they are deleted', async () => {
  const { app, refused, member, accounts, categories: ids, household_id } = await ada()
  const spent = await member.client(transactions).recordTransaction({
    body: {
      account_id: accounts['checking']!,
      amount: -100,
      concept: 'Bread',
      booked_at: '2026-01-05',
      category_id: ids['food']!,
    },
  })
  assert.deepEqual(await refused('DELETE', `/categories/${ids['food']}`), [
    409,
    'still_in_use',
    'id',
  ])
  await product.db
    .updateTable('transactions')
    .set({ deleted_at: product.runtime.now() })
    .where('id', '=', spent.id)
    .execute()
  await app.removeCategory({ params: { id: ids['food']! }, query: {} })
  await assertBooks(product.db, household_id)
})

test('a category is not moved below itself, and bad input names its parameter', async () => {
  const { app, refused, categories: ids } = await ada()
  const other = await ada()
  const { id } = await app.createCategory({ body: { name: 'Below', parent_id: ids['food']! } })
  const income = await app.createCategory({ body: { name: 'Pay', kind: 'income' } })
  const parent = [400, 'invalid_parameter', 'parent_id']
  const change = (which: string, body: object) => refused('PATCH', `/categories/${which}`, body)
  assert.deepEqual(await change(ids['food']!, { parent_id: ids['food'] }), parent)
  assert.deepEqual(await change(ids['food']!, { parent_id: id }), parent)
  assert.deepEqual(await change(id, { parent_id: income.id }), parent)
  assert.deepEqual(await change(id, { parent_id: other.categories['food'] }), [
    404,
    'resource_not_found',
    'parent_id',
  ])
  assert.deepEqual(await change(id, { name: '' }), [400, 'invalid_parameter', 'name'])
  assert.deepEqual(await change(id, { kind: 'income' }), [400, 'invalid_parameter', 'kind'])
  const query = '?expected_updated_at=2020-01-01T00:00:00Z'
  assert.deepEqual(await refused('DELETE', `/categories/${id}${query}`), [
    409,
    'edit_conflict',
    'expected_updated_at',
  ])
})
