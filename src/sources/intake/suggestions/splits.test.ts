import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categoriesApp, categoryRulesApp } from '#/budget/categories/app-contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { matchesApp } from './app-contract.ts'
import { bankAccount, bankRow, noon, openBank } from '../../../../test/support/bank.ts'
import { givenBank, pendingRow } from '../../../../test/support/given-bank.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { refusal } from '../../../../test/support/managed.ts'

// A person has split a payment. Everything that its sources report later keeps the parts.

const pending = pendingRow('1', '2026-01-05', { amount: '-50.00', payee: 'Market' })
const booked = (amount: string) =>
  bankRow('1', { posted: noon('2026-01-06'), amount, payee: 'Market', description: 'MARKET 12' })

/** A pending payment of 50.00: 20.00 from the trip, 30.00 from the groceries. */
async function givenSplit() {
  const given = await givenBank()
  await given.look([pending])
  const { id } = (await given.rows())[0]!
  const part = (amount: number, expense: string) => {
    return { amount, category_id: null, expense_goal_id: given.loaded.expenses[expense]! }
  }
  const parts = [part(-2_000, 'trip'), part(-3_000, 'groceries')]
  await given.app.splitTransaction({ params: { id }, body: { parts } })
  return {
    ...given,
    id,
    amounts: async () => {
      const { amount, splits } = await given.transactions.showTransaction({ params: { id } })
      return [amount, ...splits.map((one) => one.amount)]
    },
    paid: async () => {
      type Shown = { name: string; balance: number }[]
      const { body } = await given.product.request<Shown>('GET', '/expenses', { key: given.key })
      const left = (name: string) => body.find((one) => one.name === name)!.balance
      return { trip: 20_000 - left('Trip'), groceries: 6_000 - left('Groceries') }
    },
    check: () => assertBooks(given.product.db, given.householdId),
  }
}

test('a booking keeps the parts of its pending payment', async () => {
  const { look, amounts, paid, rows, check } = await givenSplit()
  await look([booked('-50.00')])
  assert.equal((await rows())[0]!.status, 'booked')
  assert.deepEqual(await amounts(), [-5_000, -2_000, -3_000])
  assert.deepEqual(await paid(), { trip: 2_000, groceries: 3_000 })
  await check()
})

test('a corrected amount goes to the largest part, and its Expense pays the difference', async () => {
  const { look, amounts, paid, check } = await givenSplit()
  await look([booked('-57.50')])
  assert.deepEqual(await amounts(), [-5_750, -2_000, -3_750])
  assert.deepEqual(await paid(), { trip: 2_000, groceries: 3_750 })
  await look([booked('-21.00')])
  assert.deepEqual(await amounts(), [-2_100, -2_000, -100])
  await look([booked('-12.00')])
  assert.deepEqual(await amounts(), [-1_200, -1_100, -100])
  assert.deepEqual(await paid(), { trip: 1_100, groceries: 100 })
  await check()
})

test('a removed split payment gives its money back, and takes it again when it returns', async () => {
  const { look, amounts, paid, rows, check } = await givenSplit()
  await look([])
  await look([])
  assert.deepEqual(await rows(), [])
  assert.deepEqual(await paid(), { trip: 0, groceries: 0 })
  await look([booked('-51.00')])
  assert.deepEqual(await amounts(), [-5_100, -2_000, -3_100])
  assert.deepEqual(await paid(), { trip: 2_000, groceries: 3_100 })
  await check()
})

test('a split payment that returns leaves out an Expense that was archived meanwhile', async () => {
  const { look, transactions, id, loaded, member, check } = await givenSplit()
  const { expenses } = loaded
  await look([])
  await look([])
  const params = { id: expenses['trip']! }
  await member.client(expensesApp).archiveExpense({ params, body: {} })
  await look([booked('-50.00')])
  const { splits } = await transactions.showTransaction({ params: { id } })
  assert.deepEqual(
    splits.map((one) => [one.amount, one.expense_goal_id]),
    [
      [-2_000, null],
      [-3_000, expenses['groceries']],
    ],
  )
  await check()
})

test('rules neither file nor rename a split payment, now or when it is booked', async () => {
  const { look, member, transactions, id, check } = await givenSplit()
  const { id: category_id } = await member
    .client(categoriesApp)
    .createCategory({ body: { name: 'Moved', kind: 'transfer' } })
  const rules = member.client(categoryRulesApp)
  await rules.createCategoryRule({ body: { text: 'market', category_id } })
  assert.deepEqual(await rules.applyCategoryRules({ body: {} }), { changed: 0 })
  await look([booked('-50.00')])
  const {
    type,
    category_id: filed,
    splits,
  } = await transactions.showTransaction({ params: { id } })
  assert.deepEqual([type, filed, splits.length], ['expense', null, 2])
  await check()
})

test('a split payment is no side of a transfer, and a side of a transfer is not split', async () => {
  const row = (id: string, day: string, amount: string) =>
    bankRow(id, { posted: noon(day), amount })
  const bank = await openBank([bankAccount('A', { name: 'A' }), bankAccount('B', { name: 'B' })])
  const given = await givenBank([], { bank })
  const [, b] = bank.state.accounts
  await given.look([row('1', '2026-01-04', '-50.00'), row('2', '2026-01-04', '-70.00')])
  const { id } = (await given.rows()).find(({ amount }) => amount === -5_000)!
  const half = { amount: -2_500 }
  await given.app.splitTransaction({ params: { id }, body: { parts: [half, half] } })
  await given.look([row('1', '2026-01-05', '50.00'), row('2', '2026-01-05', '70.00')], {
    account: b!,
  })
  const types = (await given.rows()).map(({ amount, type }) => `${amount} ${type}`).toSorted()
  assert.deepEqual(types, ['-5000 expense', '-7000 transfer', '5000 income', '7000 transfer'])
  const side = (await given.rows()).find(({ amount }) => amount === -7_000)!
  const parts = [{ amount: -3_000 }, { amount: -4_000 }]
  await assert.rejects(
    given.app.splitTransaction({ params: { id: side.id }, body: { parts } }),
    refusal(409, 'edit_conflict'),
  )
  await assertBooks(given.product.db, given.householdId)
})

test('a split payment matches no other and cannot be separated while it is split', async () => {
  const given = await givenBank()
  const { look, app, member, transactions, product, householdId } = given
  const matches = member.client(matchesApp)
  const [account] = (await member.client(accounts).listAccounts({})).filter(
    ({ provider }) => provider === 'provider_a',
  )
  for (const concept of ['Kiosk', 'Kiosk again']) {
    product.runtime.advance({ seconds: 1 })
    await transactions.recordTransaction({
      body: { account_id: account!.id, amount: -1_234, concept, booked_at: '2026-01-05' },
    })
  }
  await look([bankRow('b', { posted: noon('2026-01-06'), amount: '-12.34' })])
  const open = await matches.listMatchSuggestions({})
  assert.equal(open.length, 2)
  const { id, pending: first } = open[0]!
  const params = { id: first.id }
  const parts = [{ amount: -1_000 }, { amount: -234 }]
  const { undo } = await app.splitTransaction({ params, body: { parts } })
  const left = await matches.listMatchSuggestions({})
  assert.deepEqual(
    left.map((one) => one.id),
    [open[1]!.id],
  )
  await assert.rejects(
    matches.acceptMatchSuggestion({ params: { id } }),
    refusal(404, 'resource_not_found', 'id'),
  )
  await app.undoSplit({ params, body: { change: undo } })
  await matches.acceptMatchSuggestion({ params: { id } })
  await app.splitTransaction({ params, body: { parts } })
  await assert.rejects(
    matches.separateMatchedPayments({ params: { id } }),
    refusal(409, 'edit_conflict'),
  )
  await app.joinTransaction({ params, query: {} })
  await matches.separateMatchedPayments({ params: { id } })
  assert.equal((await matches.listMatchSuggestions({})).length, 2)
  await assertBooks(product.db, householdId)
})
