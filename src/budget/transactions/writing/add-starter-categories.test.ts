import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProduct } from '../../../../test/support/product.ts'

const product = await startProduct({ limited: false })

type Category = { id: string; name: string; kind: string; group_name: string | null }

test('the usual categories are created once, and imported payments are filed into them', async () => {
  const { household_id, members } = await product.household({
    accounts: [{ ref: 'checking', name: 'Checking', type: 'depository', balance: 100_000 }],
    transactions: [
      {
        ref: 'pharmacy',
        account: 'checking',
        amount: -1299,
        concept: 'Sun Pharmacy',
        booked_at: '2026-01-02',
      },
    ],
  })
  await product.db.updateTable('transactions').set({ provider: 'import' }).execute()
  const ada = await product.member(household_id, members['ada']!)
  const start = () => ada.request('POST', '/categories/starter', { body: { language: 'en' } })
  const first = await start()
  assert.equal(first.status, 200, first.text)
  const { body: categories } = await ada.request<Category[]>('GET', '/categories')
  assert.equal(first.body['created'], categories.length)
  assert.equal(categories.find(({ name }) => name === 'Groceries')?.group_name, 'Food')
  assert.equal(categories.find(({ name }) => name === 'Salary')?.kind, 'income')
  assert.equal(first.body['filed'], 1)
  const pharmacy = categories.find(({ name }) => name === 'Pharmacy')!
  const { body: rows } = await ada.request<{ data: { category_id: string }[] }>(
    'GET',
    '/transactions',
  )
  assert.deepEqual(
    rows.data.map(({ category_id }) => category_id),
    [pharmacy.id],
  )
  assert.deepEqual((await start()).body, { created: 0, filed: 0 })
})

test('a category that exists stays as it is, also a hidden one and one of another kind', async () => {
  const { household_id, members } = await product.household({
    categories: [
      { ref: 'home', name: 'My home' },
      { ref: 'rent', name: 'RENT', parent: 'home' },
      { ref: 'food', name: 'food', is_hidden: true },
    ],
  })
  const ada = await product.member(household_id, members['ada']!)
  await ada.request('POST', '/categories/starter', { body: { language: 'en' } })
  const { body: categories } = await ada.request<Category[]>('GET', '/categories')
  const named = (name: string) => categories.filter((one) => one.name.toLowerCase() === name)
  assert.deepEqual(
    named('rent').map(({ name, group_name }) => [name, group_name]),
    [['RENT', 'My home']],
  )
  assert.equal(named('food').length, 1)
})

test('another language or none is refused by name', async () => {
  const { household_id, members } = await product.household()
  const ada = await product.member(household_id, members['ada']!)
  for (const body of [{}, { language: 'xx' }, { language: 'en', more: 1 }]) {
    assert.equal((await ada.request('POST', '/categories/starter', { body })).status, 400)
  }
})
