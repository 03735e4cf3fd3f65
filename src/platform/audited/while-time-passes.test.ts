import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'

// The clock of most tests stands still. Here each look at it moves it, as it moves while a request is answered.
const product = await startProduct({ ticks: 7, limited: false })
const { household_id, members, accounts, categories } = await product.household(budget)
const ada = await product.member(household_id, members['ada']!)
const schedule = { frequency: 'monthly', days: [15], anchor: '2026-01-15' }

type Made = { readonly id: string; readonly updated_at: string }

const records: Readonly<Record<string, object>> = {
  '/accounts': { name: 'Second', type: 'depository', balance: 100_000 },
  '/categories': { name: 'Second', kind: 'expense' },
  '/category-rules': { text: 'Bakery', category_id: categories['food']! },
  '/expense-groups': { name: 'Second' },
  '/expenses': { name: 'Second', target_amount: 10_000 },
  '/funding-schedules': { name: 'Second', ...schedule },
}

for (const [path, body] of Object.entries(records)) {
  test(`${path.slice(1)}: who has made, changed or moved one changes it again`, async () => {
    const made = await ada.request<Made>('POST', path, { body })
    assert.equal(made.status, 200, made.text)
    const address = `${path}/${made.body.id}`
    const another = path === '/category-rules' ? 'text' : 'name'
    let read = made.body.updated_at
    for (const word of ['Third', 'Fourth']) {
      const change = { [another]: word, expected_updated_at: read }
      const changed = await ada.request<Made>('PATCH', address, { body: change })
      assert.equal(changed.status, 200, changed.text)
      read = changed.body.updated_at
    }
    const late = { [another]: 'Fifth', expected_updated_at: made.body.updated_at }
    const refused = await ada.request('PATCH', address, { body: late })
    assert.equal(refused.body.error.code, 'edit_conflict')
  })
}

test('an account that was only compared with the bank can be edited by who has read it', async () => {
  const { body } = await ada.request<(Made & { balance: number })[]>('GET', '/accounts')
  const { id, balance, updated_at } = body.find((one) => one.id === accounts['checking'])!
  const sent = { day: '2026-01-05', balance, expected_difference: 0 }
  const compared = await ada.request('POST', `/accounts/${id}/reconciliation`, { body: sent })
  assert.equal(compared.status, 200, compared.text)
  const change = { spendable: true, expected_updated_at: updated_at }
  const changed = await ada.request('PATCH', `/accounts/${id}`, { body: change })
  assert.equal(changed.status, 200, changed.text)
})

test('money that somebody moves by hand does not refuse who edits the set-aside meanwhile', async () => {
  const body = { name: 'Bicycle', target_amount: 10_000 }
  const { body: made } = await ada.request<Made>('POST', '/expenses', { body })
  const address = `/expenses/${made.id}`
  const move = (path: string, sent: object) =>
    ada.request<{ move_id: string }>('POST', path, { body: sent })
  const moved = await move(`${address}/fund`, { amount: 500 })
  await move(`${address}/release`, { amount: 200 })
  const undone = await move(`/expense-moves/${moved.body.move_id}/undo`, {})
  assert.equal(undone.status, 200, undone.text)
  const change = { name: 'Repair', expected_updated_at: made.updated_at }
  const changed = await ada.request('PATCH', address, { body: change })
  assert.equal(changed.status, 200, changed.text)
})
