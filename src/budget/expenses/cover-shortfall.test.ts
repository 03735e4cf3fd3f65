import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactions } from '#/budget/transactions/contract.ts'
import { budget } from '../../../test/support/given.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { startProduct } from '../../../test/support/product.ts'
import { expenses } from './contract.ts'
import { covering } from './cover-contract.ts'

const product = await startProduct({ start: '2026-01-25T10:00:00Z', limited: false })

/** Builds Ada's household after it has spent its free 1,240.00 and 50.00 more. */
async function ada() {
  const { household_id, members, accounts } = await product.household(budget)
  const member = await product.member(household_id, members['ada']!)
  await member.client(transactions).recordTransaction({
    body: {
      account_id: accounts['checking']!,
      amount: -129_000,
      concept: 'Sofa',
      booked_at: '2026-01-24',
    },
  })
  return {
    id: household_id,
    app: member.client(covering),
    member,
    balances: async () => {
      const all = await member.client(expenses).listExpenses({})
      return Object.fromEntries(all.map(({ name, balance }) => [name, balance]))
    },
  }
}

test('a cover is proposed, taken once, and undone', async () => {
  const { app, member, balances, id } = await ada()
  const { free_to_spend, parts, left_open } = await app.proposeCover({})
  assert.deepEqual([free_to_spend, left_open], [-5_000, 0])
  assert.deepEqual(
    parts.map(({ name, amount, balance, reason }) => [name, amount, balance, reason]),
    [['Trip', 5_000, 20_000, 'goal']],
  )
  const body = { parts: parts.map(({ expense_id, amount }) => ({ expense_id, amount })) }
  const before = await balances()
  const cover = () =>
    member.request('POST', '/cover', { body, headers: { 'idempotency-key': 'cover-once' } })
  assert.deepEqual((await cover()).body, { free_to_spend: 0 })
  assert.deepEqual((await cover()).body, { free_to_spend: 0 })
  assert.deepEqual(await balances(), { ...before, Trip: 15_000 })
  await assertBooks(product.db, id)
  assert.deepEqual((await app.proposeCover({})).parts, [])
  assert.deepEqual(await app.undoCover({ body }), { free_to_spend: -5_000 })
  assert.deepEqual(await balances(), before)
  await assertBooks(product.db, id)
})

test('a cover that one Expense cannot give takes nothing from the others', async () => {
  const { app, member, balances } = await ada()
  const [trip] = (await app.proposeCover({})).parts
  const all = await member.client(expenses).listExpenses({})
  const rent = all.find(({ name }) => name === 'Rent')!.id
  const before = await balances()
  const refused = async (...parts: object[]) => {
    const { status, body } = await member.request('POST', '/cover', { body: { parts } })
    return [status, body.error.code, body.error.param]
  }
  const fine = { expense_id: trip!.expense_id, amount: 5_000 }
  assert.deepEqual(await refused(fine, { expense_id: rent, amount: 150_001 }), [
    409,
    'insufficient_expense_balance',
    'parts[1].amount',
  ])
  assert.deepEqual(await refused(fine, fine), [400, 'invalid_parameter', 'parts[1].expense_id'])
  const strange = { ...fine, expense_id: '00000000-0000-4000-8000-000000000000' }
  assert.deepEqual(await refused(strange), [404, 'resource_not_found', 'parts[0].expense_id'])
  assert.deepEqual(await balances(), before)
})
