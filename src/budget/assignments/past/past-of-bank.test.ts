import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { toDay } from '#/core/values/day.ts'
import { bankAccount, bankRow, connected, noon, openBank } from '../../../../test/support/bank.ts'
import { budget } from '../../../../test/support/given.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { pastPaymentsApp } from './app-contract.ts'

const flat = (id: string, day: string) =>
  bankRow(id, { posted: noon(day), amount: '-900.00', payee: 'Flat', description: 'FLAT' })

test('a bank that is followed later offers what it had paid, with the money that is still kept', async () => {
  // The Expense is made on 5 January and due on 1 February; the bank is followed on 3 February.
  const account = bankAccount('A', {
    transactions: [flat('1', '2026-01-02'), flat('2', '2026-02-02')],
  })
  const bank = await openBank([account])
  const home = await connected(bank, { document: budget, selectAll: false })
  const { product, householdId, connections, connectionId } = home
  const ada = () => product.member(householdId, home.members['ada']!)
  const { id } = await (await ada()).client(expensesApp).createExpense({
    body: {
      name: 'Flat',
      target_amount: 90_000,
      recurrence_interval_months: 1,
      recurrence_anchor_date: toDay('2026-02-01'),
      balance: 90_000,
    },
  })
  product.runtime.advance({ hours: 24 * 29 })
  bank.state.now = () => Math.floor(product.runtime.now().epochMilliseconds / 1000)
  account['balance-date'] = bank.state.now() - 60
  const { accounts } = await connections.listCatalog({ params: { id: connectionId } })
  await connections.replaceSelection({
    params: { id: connectionId },
    body: { account_ids: accounts.map((one) => one.id) },
  })
  await home.run()
  const past = (await ada()).client(pastPaymentsApp)
  const offers = await past.listPastPayments({ query: { expense_id: id } })
  // January’s was paid before the Expense existed; of February’s, the 900.00 still wait in it.
  assert.deepEqual(
    offers.flatMap(({ payments }) => payments.map(({ booked_at, moves }) => [booked_at, moves])),
    [
      ['2026-02-02', 90_000],
      ['2026-01-02', 0],
    ],
  )
  const transaction_ids = offers.flatMap(({ payments }) => payments.map((one) => one.id))
  const held = async () => {
    const row = await product.db
      .selectFrom('expenses')
      .select(['ready', 'building', 'reserve', 'prepaid'])
      .where('household_id', '=', householdId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await assertBooks(product.db, householdId)
    return Object.values(row)
  }
  assert.deepEqual(await held(), [90_000, 0, 0, 0])
  const body = { expense_id: id, transaction_ids }
  assert.equal((await past.acceptPastPayments({ body })).moved, 90_000)
  assert.deepEqual(await held(), [0, 0, 0, 0])
  await past.restorePastPayments({ body })
  assert.deepEqual(await held(), [90_000, 0, 0, 0])
})
