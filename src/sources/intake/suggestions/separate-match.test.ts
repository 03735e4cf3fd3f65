import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { matchesApp } from './app-contract.ts'
import { bankRow, noon } from '../../../../test/support/bank.ts'
import { givenBank } from '../../../../test/support/given-bank.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { connectedToPlaid, plaidRow } from '../../../../test/support/plaid.ts'

// "The same" is taken back: both payments, their Expenses, and every lane.

const booked = (id: string, day: string, changes = {}) =>
  bankRow(id, { posted: noon(day), ...changes })
const told = booked('m', '2026-01-06', { amount: '-12.00' })

/** A payment that a person wrote down, spent from Groceries, and the bank's with a tip that may be the same. */
async function givenDoubt(amount = -1000, said = '-12.00') {
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
  await look([{ ...told, amount: said }])
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

test('two payments that were made one are two again, with their Expenses, lane by lane', async () => {
  const { transactions, groceries, second, shown, lanes, open, join, separate, check, look } =
    await givenDoubt()
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
    assert.deepEqual(await open(), asked, 'it is asked again')
    await check()
    if (again === 0) await join()
  }
  await assert.rejects(separate(), { message: /resource_not_found/ })
  // The bank tells of it again: nothing is new.
  await look([told])
  assert.deepEqual(await shown(), payments)
})

test('an Expense that could not pay all of it gives and takes what it did, also with more by now', async () => {
  const { shown, lanes, join, separate, deposit, groceries, check } = await givenDoubt(
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

test('where an Expense has changed since, both payments are settled anew', async () => {
  const { join, separate, deposit, groceries, check } = await givenDoubt(-9000, '-99.00')
  await join()
  await deposit(5000)
  await separate()
  // 6,000 were there, 5,000 came, and the first payment takes its 9,000.
  assert.equal((await groceries()).balance, 2000)
  await check()
})

test('a booking that its bank has taken back since stays away', async () => {
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
  assert.deepEqual(await matches.listMatchSuggestions({}), [], 'there is nothing to ask')
  await assertBooks(product.db, householdId)
})

test('what a person said of the one payment since stays with the first', async () => {
  const { transactions, first, second, shown, join, separate, check } = await givenDoubt()
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

test('what the bank says of the one payment since is the booking’s', async () => {
  const { first, second, shown, join, separate, look, groceries, check } = await givenDoubt()
  const before = (await groceries()).balance
  await join()
  await look([{ ...told, amount: '-12.50' }])
  assert.equal((await groceries()).balance, before - 250)
  await separate()
  const amounts = new Map((await shown()).map(({ id, amount }) => [id, amount]))
  assert.deepEqual([amounts.get(first.id), amounts.get(second.id)], [-1000, -1250])
  assert.equal((await groceries()).balance, before)
  // And it stays so, whatever the bank says next.
  await look([{ ...told, amount: '-12.75' }])
  assert.equal((await shown()).find(({ id }) => id === second.id)?.amount, -1275)
  assert.equal((await shown()).find(({ id }) => id === first.id)?.amount, -1000)
  await check()
})

test('a payment that was deleted since stays deleted: there is nothing to take back', async () => {
  const { app, first, shown, join, separate, check } = await givenDoubt()
  await join()
  await app.removeTransaction({ params: { id: first.id } })
  await assert.rejects(separate(), { message: /resource_not_found/ })
  assert.deepEqual(await shown(), [])
  await check()
})
