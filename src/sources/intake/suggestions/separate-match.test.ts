import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { matchesApp } from './app-contract.ts'
import { bankRow, noon } from '../../../../test/support/bank.ts'
import { givenBank } from '../../../../test/support/given-bank.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { connectedToPlaid, plaidRow } from '../../../../test/support/plaid.ts'

// Separating an accepted match restores both payments, their Expenses and every lane.

const booked = (id: string, day: string, changes = {}) =>
  bankRow(id, { posted: noon(day), ...changes })
const listed = booked('m', '2026-01-06', { amount: '-12.00' })

/** A manual payment, spent from Groceries, and a bank's payment with a tip that may be the same. */
async function givenSuggestion(amount = -1000, said = '-12.00') {
  const given = await givenBank()
  const { accounts, transactions, groceries, member, product, householdId, look, key } = given
  const account = (await accounts.listAccounts({})).find(
    ({ provider }) => provider === 'provider_a',
  )!
  const first = await transactions.recordTransaction({
    body: {
      account_id: account.id,
      amount,
      concept: 'Bakery',
      booked_at: '2026-01-05',
      notes: 'With Bo',
      expense_goal_id: (await groceries()).id,
    },
  })
  await look([{ ...listed, amount: said }])
  const matches = member.client(matchesApp)
  const open = () => matches.listMatchSuggestions({})
  const [match] = await open()
  const params = { id: match!.id }
  return {
    ...given,
    first,
    second: match!.booked,
    open,
    shown: async () =>
      (await transactions.listTransactions({ query: { account_id: account.id } })).data
        .map((row) => ({ ...row, updated_at: '' }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    lanes: async () => {
      const { rows } = await sql`
        select id, ready, building, reserve, prepaid, spent, cycle from expenses
        where household_id = ${householdId} order by id`.execute(product.db)
      return rows
    },
    deposit: async (cents: number) => {
      const { status } = await product.request('POST', '/expense-transfers', {
        key,
        body: {
          amount: cents,
          from_expense_id: given.loaded.expenses['trip']!,
          to_expense_id: (await groceries()).id,
        },
      })
      assert.equal(status, 200)
    },
    join: () => matches.acceptMatchSuggestion({ params }),
    separate: () => matches.separateMatchedPayments({ params }),
    check: () => assertBooks(product.db, householdId),
  }
}

test('separating restores both payments and their Expenses, lane by lane', async () => {
  const { transactions, groceries, second, shown, lanes, open, join, separate, check, look } =
    await givenSuggestion()
  const body = { expense_goal_id: (await groceries()).id }
  await transactions.assignTransaction({ params: { id: second.id }, body })
  const [payments, held, asked] = [await shown(), await lanes(), await open()]
  await join()
  assert.equal((await shown()).length, 1)
  assert.notDeepEqual(await lanes(), held)
  for (let again = 0; again < 2; again += 1) {
    await separate()
    assert.deepEqual(await shown(), payments)
    assert.deepEqual(await lanes(), held)
    assert.deepEqual(await open(), asked, 'the suggestion is listed again')
    await check()
    if (again === 0) await join()
  }
  await assert.rejects(separate(), { message: /resource_not_found/ })
  // The bank lists it again: nothing changes.
  await look([listed])
  assert.deepEqual(await shown(), payments)
})

test('separating takes back exactly what an Expense paid, though it holds more by now', async () => {
  const { shown, lanes, join, separate, deposit, groceries, check } = await givenSuggestion(
    -9000,
    '-99.00',
  )
  assert.equal((await groceries()).balance, 0, 'the rest was free-to-spend')
  await deposit(5000)
  const [payments, held] = [await shown(), await lanes()]
  await join()
  assert.equal((await groceries()).balance, 1100)
  await separate()
  assert.deepEqual([await shown(), await lanes()], [payments, held])
  await check()
})

test('both payments are settled again if an Expense has changed since', async () => {
  const { join, separate, deposit, groceries, check } = await givenSuggestion(-9000, '-99.00')
  await join()
  await deposit(5000)
  await separate()
  // It held 6,000 and got 5,000; the first payment takes 9,000.
  assert.equal((await groceries()).balance, 2000)
  await check()
})

test('a booking that its bank has removed since stays deleted', async () => {
  const { tells, takesBack, run, list, ...given } = await connectedToPlaid()
  const { accounts, transactions, product, householdId, members } = given
  const account = (await accounts.listAccounts({})).find(
    ({ provider }) => provider === 'provider_b',
  )!
  await run()
  const first = await transactions.recordTransaction({
    body: { account_id: account.id, amount: -1000, concept: 'Bakery', booked_at: '2026-01-05' },
  })
  tells(plaidRow('m', { amount: 12, date: '2026-01-06' }))
  await run()
  const matches = (await product.member(householdId, members['ada']!)).client(matchesApp)
  const [match] = await matches.listMatchSuggestions({})
  const params = { id: match!.id }
  await matches.acceptMatchSuggestion({ params })
  takesBack('m')
  await run()
  assert.deepEqual(
    (await list()).map(({ id, amount }) => [id, amount]),
    [[first.id, -1200]],
  )
  await matches.separateMatchedPayments({ params })
  assert.deepEqual(
    (await list()).map(({ id, amount }) => [id, amount]),
    [[first.id, -1000]],
  )
  assert.deepEqual(await matches.listMatchSuggestions({}), [], 'nothing is suggested')
  await assertBooks(product.db, householdId)
})

test('a person’s later changes of the joined payment stay with the first', async () => {
  const { transactions, first, second, shown, join, separate, check } = await givenSuggestion()
  const [, other] = await shown()
  await join()
  const params = { id: first.id }
  await transactions.editTransaction({ params, body: { concept: 'Breakfast', notes: 'Alone' } })
  await transactions.assignTransaction({ params, body: { expense_goal_id: null } })
  await separate()
  const after = await shown()
  const one = after.find(({ id }) => id === first.id)!
  assert.deepEqual(
    [one.concept, one.notes, one.amount, one.expense_goal_id],
    ['Breakfast', 'Alone', -1000, null],
  )
  assert.deepEqual(
    after.find(({ id }) => id === second.id),
    other,
  )
  await check()
})

test('the bank’s later changes of the joined payment go to the booking', async () => {
  const { first, second, shown, join, separate, look, groceries, check } = await givenSuggestion()
  const before = (await groceries()).balance
  await join()
  await look([{ ...listed, amount: '-12.50' }])
  assert.equal((await groceries()).balance, before - 250)
  await separate()
  const amounts = new Map((await shown()).map(({ id, amount }) => [id, amount]))
  assert.deepEqual([amounts.get(first.id), amounts.get(second.id)], [-1000, -1250])
  assert.equal((await groceries()).balance, before)
  // The bank's next change goes to the booking alone.
  await look([{ ...listed, amount: '-12.75' }])
  assert.equal((await shown()).find(({ id }) => id === second.id)?.amount, -1275)
  assert.equal((await shown()).find(({ id }) => id === first.id)?.amount, -1000)
  await check()
})

test('a joined payment that was deleted since cannot be separated', async () => {
  const { app, first, shown, join, separate, check } = await givenSuggestion()
  await join()
  await app.removeTransaction({ params: { id: first.id } })
  await assert.rejects(separate(), { message: /resource_not_found/ })
  assert.deepEqual(await shown(), [])
  await check()
})
