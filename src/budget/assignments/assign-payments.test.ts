import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { bankRow, noon } from '../../../test/support/bank.ts'
import { givenBank, pendingRow } from '../../../test/support/given-bank.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { matchesApp } from '#/sources/intake/suggestions/app-contract.ts'
import { assignmentsApp } from './app-contract.ts'

/** A household with a bank, and a bill of 900.00 that is due on the first of each month, with 450.00 in its pot. */
async function givenBill(name = 'Rent') {
  const given = await givenBank()
  const { member, product, householdId } = given
  const { id } = await member.client(expensesApp).createExpense({
    body: {
      name,
      target_amount: 90_000,
      recurrence_interval_months: 1,
      recurrence_anchor_date: '2026-02-01',
      balance: 45_000,
    },
  })
  product.runtime.advance({ hours: 24 * 20 })
  // Sessions end, and these tests last for months.
  const fresh = () => product.member(householdId, given.members['ada']!)
  const suggestions = async () => (await fresh()).client(assignmentsApp)
  const answer = (verb: 'accept' | 'dismiss' | 'restore') => async (one: { id: string }) => {
    const client = await suggestions()
    await client[`${verb}AssignmentSuggestion`]({ params: { id: one.id } })
  }
  return {
    ...given,
    id,
    accept: answer('accept'),
    dismiss: answer('dismiss'),
    restore: answer('restore'),
    open: async () => (await suggestions()).listAssignmentSuggestions({}),
    shown: async () =>
      (await (await fresh()).client(transactionsApp).listRows({ query: {} })).data
        .filter(({ provider }) => provider === 'provider_a')
        .map(({ concept, amount, expense_goal_id, expense_why }) => ({
          concept,
          amount,
          expense_goal_id,
          expense_why,
        })),
    pot: async () => {
      const { body } = await product.request<{ id: string; balance: number }[]>(
        'GET',
        '/expenses',
        {
          key: given.key,
        },
      )
      return body.find((one) => one.id === id)!.balance
    },
    check: () => assertBooks(product.db, householdId),
  }
}

const rent = (
  id: string,
  day: string,
  ...[amount = '-900.00', payee = 'Rent']: readonly string[]
) => bankRow(id, { posted: noon(day), amount, payee, description: payee.toUpperCase() })

test('a bill that the bank reports is spent from the Expense of its name at once', async () => {
  const { id, look, shown, pot, open, check } = await givenBill()
  assert.equal(await pot(), 45_000)
  await look([rent('r', '2026-01-24')])
  assert.deepEqual(await shown(), [
    { concept: 'Rent', amount: -90_000, expense_goal_id: id, expense_why: { by: 'name' } },
  ])
  assert.equal(await pot(), 0)
  assert.deepEqual(await open(), [])
  await check()
})

test('an amount near its due date is suggested, and accepting it teaches the payee', async () => {
  const { id, look, shown, pot, open, accept, restore, check } = await givenBill('Flat')
  const first = rent('r', '2026-01-24', '-900.00', 'Hausverwaltung')
  await look([first])
  const [asked] = await open()
  assert.deepEqual(
    [asked!.transaction.amount, asked!.transaction.account_name, asked!.expense, asked!.why],
    [-90_000, 'Everyday Checking A', { id, name: 'Flat' }, { by: 'amount' }],
  )
  assert.equal(await pot(), 45_000)
  await accept(asked!)
  assert.equal(await pot(), 0)
  await check()
  await restore(asked!)
  assert.equal(await pot(), 45_000)
  assert.deepEqual(await open(), [asked])
  await accept(asked!)
  await look([first, rent('s', '2026-02-24', '-1008.00', 'Hausverwaltung')], { hours: 24 * 30 })
  assert.deepEqual((await shown())[0], {
    concept: 'Hausverwaltung',
    amount: -100_800,
    expense_goal_id: id,
    expense_why: { by: 'choices', count: 1, changed_price: { from: 90_000, to: 100_800 } },
  })
  await check()
})

test('a wrong guess that a person cleared is not made again', async () => {
  const { look, shown, transactions, list, open, check } = await givenBill()
  const first = rent('r', '2026-01-24')
  await look([first])
  const [wrong] = (await list()).filter(({ provider }) => provider === 'provider_a')
  await transactions.assignTransaction({
    params: { id: wrong!.id },
    body: { expense_goal_id: null },
  })
  await look([first, rent('s', '2026-02-24', '-905.00')], { hours: 24 * 30 })
  assert.deepEqual(
    (await shown()).map(({ expense_goal_id, expense_why }) => [expense_goal_id, expense_why]),
    [
      [null, null],
      [null, null],
    ],
  )
  assert.deepEqual(await open(), [])
  await check()
})

test('an answer of the bank that changes nothing changes no assignment', async () => {
  const { id, look, shown, pot, transactions, list, check } = await givenBill()
  const answer = [rent('r', '2026-01-24'), rent('x', '2026-01-24', '-12.00', 'Kiosk')]
  await look(answer)
  const before = await shown()
  const feed = await list()
  await look(answer)
  assert.deepEqual(await shown(), before)
  assert.deepEqual(await list(), feed)
  assert.equal(await pot(), 0)
  const { data } = await transactions.listTransactions({
    query: { updated_since: '2026-01-01T00:00:00Z', limit: 100 },
  })
  const changes = data.filter(({ expense_goal_id }) => expense_goal_id === id)
  assert.equal(changes.length, 1)
  await check()
})

test('a pending payment whose amount the bank corrects is judged again', async () => {
  const { id, look, shown, pot, open, check } = await givenBill()
  const pending = (amount: string) => ({
    ...rent('p', '2026-01-24', amount),
    posted: 0,
    pending: true,
  })
  await look([{ ...pending('-900.00'), transacted_at: noon('2026-01-24') }])
  assert.deepEqual([(await shown())[0]!.expense_goal_id, await pot()], [id, 0])
  await look([rent('p', '2026-01-24', '-300.00')])
  const [booked] = await shown()
  // A third of the rent may be a part of it: a person decides, and the pot is whole until then.
  assert.deepEqual(
    [booked!.amount, booked!.expense_goal_id, booked!.expense_why, await pot()],
    [-30_000, null, null, 45_000],
  )
  assert.equal((await open()).length, 1)
  await look([rent('p', '2026-01-24', '-900.00')])
  assert.deepEqual([(await shown())[0]!.expense_goal_id, await pot()], [id, 0])
  assert.deepEqual(await open(), [])
  await check()
})

test('a payment that the bank removes gives its money back and takes its suggestion along', async () => {
  const { look, pot, open, check } = await givenBill()
  const pending = (id: string) => pendingRow(id, '2026-01-24', { amount: '-900.00', payee: 'Rent' })
  await look([pending('r'), pending('s')])
  assert.deepEqual([await pot(), (await open()).length], [0, 1])
  for (const hours of [24, 24, 24]) await look([], { hours })
  assert.deepEqual([await pot(), await open()], [45_000, []])
  await check()
})

test('a payment larger than its pot takes the rest from free-to-spend; a refund returns all', async () => {
  const { look, shown, pot, id, check } = await givenBill('Lease')
  const paid = rent('r', '2026-01-24', '-1000.00', 'Lease')
  await look([paid])
  assert.equal(await pot(), 0)
  await look([paid, rent('b', '2026-01-25', '1000.00', 'Lease')])
  assert.deepEqual(
    (await shown()).map(({ amount, expense_goal_id, expense_why }) => [
      amount,
      expense_goal_id,
      expense_why?.by,
    ]),
    [
      [100_000, id, 'refund'],
      [-100_000, id, 'name'],
    ],
  )
  // 450.00 were in the pot; the 550.00 from free-to-spend come back to it, too, as any refund does.
  assert.equal(await pot(), 100_000)
  await check()
})

test('three payments of a merchant that people assigned alike teach an envelope', async () => {
  const given = await givenBill()
  const { look, shown, groceries, accept, open, transactions, list, check } = given
  const rows = ['20', '21', '22', '23'].map((day) =>
    rent(`m${day}`, `2026-01-${day}`, `-${day}.00`, 'Green Market'),
  )
  const { id: food } = await groceries()
  await look(rows.slice(0, 1))
  const [first] = (await list()).filter(({ provider }) => provider === 'provider_a')
  await transactions.assignTransaction({
    params: { id: first!.id },
    body: { expense_goal_id: food },
  })
  for (const end of [2, 3]) {
    await look(rows.slice(0, end))
    const [asked] = await open()
    assert.deepEqual(asked!.why, { by: 'choices', count: end - 1 })
    await accept(asked!)
  }
  await look(rows)
  assert.deepEqual((await shown())[0], {
    concept: 'Green Market',
    amount: -2300,
    expense_goal_id: food,
    expense_why: { by: 'choices', count: 3 },
  })
  assert.deepEqual(await open(), [])
  await check()
})

test('a program’s payment shows its Expense at once, and an explicit null is left alone', async () => {
  const { look, list, accounts, transactions, product, check, accept, open } =
    await givenBill('Flat')
  const first = rent('r', '2026-01-24', '-900.00', 'Hausverwaltung')
  await look([first])
  await accept((await open())[0]!)
  const [expense] = (await list()).filter(({ expense_goal_id }) => expense_goal_id !== null)
  const [account] = await accounts.listAccounts({})
  product.runtime.advance({ hours: 24 * 30 })
  const pay = (body: object) =>
    transactions.recordTransaction({
      body: {
        account_id: account!.id,
        amount: -90_000,
        concept: 'Hausverwaltung',
        booked_at: '2026-02-24',
        ...body,
      },
    })
  const left = await pay({ expense_goal_id: null, amount: -45_000 })
  assert.equal(left.expense_goal_id, null)
  const named = await pay({ concept: 'Flat' })
  assert.equal(named.expense_goal_id, null)
  const known = await pay({})
  assert.equal(known.expense_goal_id, expense!.expense_goal_id)
  await check()
})

test('recording a payment takes one more statement, only if its payee was decided on before', async () => {
  const { product, loaded, transactions, accounts } = await givenBill()
  const [account] = await accounts.listAccounts({})
  const pay = (body: object) =>
    transactions.recordTransaction({
      body: {
        account_id: account!.id,
        amount: -1,
        concept: 'Kiosk',
        booked_at: '2026-01-24',
        ...body,
      },
    })
  const count = async (body: object) => {
    product.takeStatements()
    await pay(body)
    return product.takeStatements().length
  }
  await pay({})
  const explicit = await count({ expense_goal_id: null })
  assert.equal(await count({}), explicit + 1)
  assert.equal(await count({ concept: 'Never seen' }), explicit)
  await product.db
    .updateTable('expenses')
    .set({ archived_at: product.runtime.now() })
    .where('household_id', '=', loaded.household_id)
    .execute()
  assert.equal(await count({}), explicit)
})

test('payments recorded together teach one another their Expense', async () => {
  const { transactions, accounts, groceries, check } = await givenBill()
  const { id: food } = await groceries()
  const [account] = await accounts.listAccounts({})
  const item = {
    account_id: account!.id,
    amount: -1,
    concept: 'Corner Shop',
    booked_at: '2026-01-24',
  }
  const chosen = { ...item, expense_goal_id: food }
  const { results } = await transactions.recordTransactions({
    body: { transactions: [chosen, chosen, chosen, item] },
  })
  assert.deepEqual(
    results.map(({ transaction }) => transaction!.expense_goal_id),
    [food, food, food, food],
  )
  await check()
})

test('a payment joined with its booking keeps what Earmark has decided, and why', async () => {
  const given = await givenBill('Lease')
  const { look, transactions, accounts, shown, id, pot, product, householdId, members, check } =
    given
  const account = (await accounts.listAccounts({})).find(
    ({ provider }) => provider === 'provider_a',
  )!
  // Two payments by hand may be the booking, so a person decides.
  for (const concept of ['Landlord', 'Somebody']) {
    product.runtime.advance({ seconds: 1 })
    await transactions.recordTransaction({
      body: { account_id: account.id, amount: -90_000, concept, booked_at: '2026-01-24' },
    })
  }
  await look([rent('r', '2026-01-24', '-900.00', 'Lease')])
  assert.equal(await pot(), 0)
  const fresh = await product.member(householdId, members['ada']!)
  const matches = fresh.client(matchesApp)
  const match = (await matches.listMatchSuggestions({})).find(
    ({ pending }) => pending.concept === 'Landlord',
  )
  const params = { id: match!.id }
  await matches.acceptMatchSuggestion({ params })
  const joined = (await fresh.client(transactionsApp).listRows({ query: {} })).data.find(
    ({ concept }) => concept === 'Landlord',
  )
  assert.deepEqual(
    [joined!.concept, joined!.expense_goal_id, joined!.expense_why, await pot()],
    ['Landlord', id, { by: 'name' }, 0],
  )
  await check()
  await matches.separateMatchedPayments({ params })
  assert.deepEqual([(await shown())[0]!.expense_why, await pot()], [{ by: 'name' }, 0])
  await check()
})

test('a split payment is neither assigned nor suggested, and teaches nothing about its payee', async () => {
  const { id, look, shown, open, product, householdId, check, list, ...given } = await givenBill()
  const app = (await product.member(householdId, given.members['ada']!)).client(transactionsApp)
  const part = (amount: number) => ({ amount, category_id: null, expense_goal_id: null })
  const first = pendingRow('p', '2026-01-22', { amount: '-880.00', payee: 'Rent' })
  await look([first])
  const [row] = (await list()).filter(({ provider }) => provider === 'provider_a')
  await app.splitTransaction({
    params: { id: row!.id },
    body: { parts: [part(-80_000), part(-8_000)] },
  })
  // As a payment that nobody has decided on: only its parts keep it.
  await sql`update transactions set edited = '{}'
    where household_id = ${householdId} and id = ${row!.id}`.execute(product.db)
  await look([rent('p', '2026-01-23', '-890.00'), rent('r', '2026-01-24')])
  assert.deepEqual(
    (await shown()).map((one) => [one.amount, one.expense_goal_id]),
    [
      [-90_000, id],
      [-89_000, null],
    ],
  )
  assert.deepEqual(await open(), [])
  await check()
})
