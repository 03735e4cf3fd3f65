import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categoryRulesApp } from '#/budget/categories/app-contract.ts'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { pastPaymentsApp } from './app-contract.ts'

// The household is loaded on 22 November; pay comes on the 28th, and rent is due on the 1st.
const START = '2026-11-22T10:00:00Z'

const rent = (ref: string, concept: string, booked_at: string) => ({
  ref,
  account: 'bank',
  concept,
  booked_at,
  amount: -90_000,
})

const document = {
  household: { name: 'Ada', timezone: 'Europe/Madrid', currency: 'EUR' },
  members: [
    { ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' as const },
    { ref: 'bo', name: 'Bo', email: 'bo@example.com' },
  ],
  accounts: [
    {
      ref: 'bank',
      name: 'Bank',
      type: 'depository' as const,
      subtype: 'checking' as const,
      balance: 500_000,
    },
  ],
  funding_schedules: [
    { ref: 'pay', name: 'Pay', frequency: 'monthly' as const, days: [28], anchor: '2026-11-28' },
  ],
  expenses: [
    {
      ref: 'rent',
      name: 'Rent',
      target_amount: 90_000,
      recurrence_interval_months: 1 as const,
      recurrence_anchor_date: '2026-12-01',
      funding_schedules: ['pay'],
      balance: 90_000,
    },
  ],
  transactions: [
    rent('august', 'Rent', '2026-09-01'),
    rent('october', 'Rent', '2026-10-01'),
    rent('november', 'RENT', '2026-11-01'),
    { ...rent('shop', 'Shop', '2026-11-02'), amount: -2_000 },
  ],
}

async function given() {
  const product = await startProduct({ start: START, limited: false })
  const loaded = await product.household(document)
  const ada = await product.member(loaded.household_id, loaded.members['ada']!)
  const rent = loaded.expenses['rent']!
  const past = ada.client(pastPaymentsApp)
  return {
    ...loaded,
    product,
    ada,
    rent,
    past,
    offered: async () =>
      (await past.listPastPayments({ query: {} })).flatMap(({ expense, payments }) =>
        payments.map(({ concept, booked_at, moves, why }) =>
          [expense.name, concept, booked_at, moves, why['by']].join(' '),
        ),
      ),
    /** Free to spend and what Rent holds. */
    money: async () => {
      const { body } = await ada.request<{ money: { free_to_spend: number }[] }>('GET', '/home')
      const row = await product.db
        .selectFrom('expenses')
        .select(['ready', 'building', 'reserve'])
        .where('household_id', '=', loaded.household_id)
        .executeTakeFirstOrThrow()
      await assertBooks(product.db, loaded.household_id)
      return [body.money[0]!.free_to_spend, row.ready, row.building]
    },
    linked: async (id: string) => {
      const row = await product.db
        .selectFrom('transactions')
        .select(['expense_goal_id', 'edited'])
        .where('household_id', '=', loaded.household_id)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return [row.expense_goal_id === rent, row.edited.includes('expense_goal_id')]
    },
  }
}

test('payments of the last 60 days that look like an Expense’s are offered with their money', async () => {
  const { offered } = await given()
  // Free to spend paid both before Rent existed, so no money would move. 1 September is 82 days ago.
  assert.deepEqual(await offered(), ['Rent RENT 2026-11-01 0 name', 'Rent Rent 2026-10-01 0 name'])
})

test('a split payment is not offered', async () => {
  const { offered, transactions, ada, product, household_id } = await given()
  const part = (amount: number) => ({ amount, category_id: null, expense_goal_id: null })
  const body = { parts: [part(-50_000), part(-40_000)] }
  await ada.request('PUT', `/transactions/${transactions['october']}/splits`, { body })
  // As one that nobody has decided on: only its parts keep it.
  await product.db
    .updateTable('transactions')
    .set({ edited: [] })
    .where('household_id', '=', household_id)
    .where('splits', 'is not', null)
    .execute()
  assert.deepEqual(await offered(), ['Rent RENT 2026-11-01 0 name'])
})

test('a payment from before the Expense is linked without money, and stays so when it changes', async () => {
  const { past, rent, transactions, money, linked, offered, ada } = await given()
  const transaction_ids = [transactions['october']!, transactions['november']!]
  assert.deepEqual(await money(), [410_000, 0, 90_000])
  const done = await past.acceptPastPayments({ body: { expense_id: rent, transaction_ids } })
  assert.deepEqual([done.transaction_ids.toSorted(), done.moved], [transaction_ids.toSorted(), 0])
  assert.deepEqual(await linked(transaction_ids[0]!), [true, true])
  assert.deepEqual([await money(), await offered()], [[410_000, 0, 90_000], []])
  await ada.request('PATCH', `/transactions/${transaction_ids[0]}`, { body: { amount: -91_000 } })
  // The bank holds 1,000 less: free to spend pays them, as it paid the rest.
  assert.deepEqual(await money(), [409_000, 0, 90_000])
  await past.restorePastPayments({ body: { expense_id: rent, transaction_ids } })
  assert.deepEqual(await linked(transaction_ids[0]!), [false, false])
  assert.deepEqual(await money(), [409_000, 0, 90_000])
  assert.equal((await offered()).length, 2)
})

test('a payment recorded before its Expense was made is linked without money', async () => {
  const { past, ada, offered, product, household_id } = await given()
  const { body: accounts } = await ada.request<{ id: string }[]>('GET', '/accounts')
  const account_id = accounts[0]!.id
  const { body: gym } = await ada.request<{ id: string }>('POST', '/transactions', {
    body: { account_id, concept: 'Gym', amount: -3_000, booked_at: '2026-11-20' },
  })
  const { id: expense_id } = await ada
    .client(expensesApp)
    .createExpense({ body: { name: 'Gym', target_amount: 3_000, balance: 3_000 } })
  assert.equal((await offered()).at(-1), 'Gym Gym 2026-11-20 0 name')
  const free = async () =>
    (await ada.request<{ money: { free_to_spend: number }[] }>('GET', '/home')).body.money[0]!
      .free_to_spend
  // 500,000 less 3,000 paid, 90,000 for Rent and 3,000 for Gym.
  assert.equal(await free(), 404_000)
  const body = { expense_id, transaction_ids: [gym.id] }
  assert.equal((await past.acceptPastPayments({ body })).moved, 0)
  await ada.request('PATCH', `/transactions/${gym.id}`, { body: { amount: -3_500 } })
  assert.equal(await free(), 403_500)
  await assertBooks(product.db, household_id)
  await ada.request('POST', `/transactions/${gym.id}/expense`, { body: { expense_goal_id: null } })
  assert.equal(await free(), 403_500)
  await assertBooks(product.db, household_id)
})

test('an accepted proposal offers the payments that it was made from, on Home, too', async () => {
  const { ada, offered, past } = await given()
  const power = (day: string, amount: number) =>
    ada.request('POST', '/transactions', {
      body: { account_id: account, concept: 'LUMINA 4711', amount, booked_at: day },
    })
  const { body: accounts } = await ada.request<{ id: string }[]>('GET', '/accounts')
  const account = accounts[0]!.id
  for (const [day, amount] of [
    ['2026-08-09', -6_100],
    ['2026-09-09', -6_900],
    ['2026-10-09', -7_400],
    ['2026-11-09', -7_000],
  ] as const) {
    await power(day, amount)
  }
  const { body: found } = await ada.request<{
    bills: { name: string; payee: string; amount: number; due: string }[]
  }>('GET', '/proposals')
  const bill = found.bills.find(({ name }) => name.startsWith('LUMINA'))!
  assert.equal(bill.due, '2026-12-09')
  await ada.client(expensesApp).createExpense({
    body: {
      name: 'Electricity',
      payee: bill.payee,
      target_amount: bill.amount,
      recurrence_interval_months: 1,
      recurrence_anchor_date: '2026-12-09' as never,
    },
  })
  // 9 September is 74 days ago.
  assert.deepEqual((await offered()).slice(-2), [
    'Electricity LUMINA 4711 2026-11-09 0 proposal',
    'Electricity LUMINA 4711 2026-10-09 0 proposal',
  ])
  const mayHavePast = async () =>
    (await ada.request<{ may_have_past: boolean }>('GET', '/home')).body.may_have_past
  assert.equal(await mayHavePast(), true)
  for (const { payments } of await past.listPastPayments({ query: {} })) {
    await past.leavePastPayments({
      body: { transaction_ids: payments.map(({ id }) => id) },
    })
  }
  assert.equal(await mayHavePast(), false)
})

test('a payment whose money the Expense still keeps is paid from it, and the undo restores both', async () => {
  const { past, rent, ada, product, offered, money } = await given()
  // 2 December: rent came due on the 1st, and free to spend has paid it under another name.
  product.runtime.advance({ hours: 24 * 10 })
  const { body } = await ada.request<{ id: string }>('POST', '/transactions', {
    body: {
      account_id: (await product.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow())
        .id,
      concept: 'Landlord Ltd',
      amount: -90_000,
      booked_at: '2026-12-02',
    },
  })
  assert.deepEqual(await money(), [320_000, 90_000, 0])
  await ada
    .client(categoryRulesApp)
    .createCategoryRule({ body: { text: 'landlord', expense_id: rent } })
  assert.equal((await offered())[0], 'Rent Landlord Ltd 2026-12-02 90000 rule')
  const accepted = { expense_id: rent, transaction_ids: [body.id] }
  assert.equal((await past.acceptPastPayments({ body: accepted })).moved, 90_000)
  assert.deepEqual(await money(), [410_000, 0, 0])
  await past.restorePastPayments({ body: accepted })
  assert.deepEqual(await money(), [320_000, 90_000, 0])
})

test('a dismissed payment is not offered again until the dismissal is taken back', async () => {
  const { past, transactions, offered } = await given()
  const body = { transaction_ids: [transactions['november']!] }
  await past.leavePastPayments({ body })
  assert.deepEqual(await offered(), ['Rent Rent 2026-10-01 0 name'])
  await past.restorePastPayments({ body })
  assert.equal((await offered()).length, 2)
})

test('a payment that somebody else has answered, or an archived Expense, is refused', async () => {
  const { past, product, household_id, members, transactions, rent, ada } = await given()
  const bo = await product.member(household_id, members['bo']!)
  const transaction_ids = [transactions['november']!]
  const accept = { body: { expense_id: rent, transaction_ids } }
  const answers = await Promise.all(
    [ada, bo].map((one) => one.request('POST', '/past-payments/accept', accept)),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 404]))
  const refused = answers.find(({ status }) => status === 404)!.body.error
  assert.deepEqual([refused.code, refused.param], ['resource_not_found', 'transaction_ids'])
  const { status } = await bo.request('POST', '/past-payments/dismiss', {
    body: { transaction_ids },
  })
  assert.equal(status, 404)
  await past.restorePastPayments(accept)
  await ada.client(expensesApp).archiveExpense({ params: { id: rent }, body: {} })
  const late = await ada.request('POST', '/past-payments/accept', accept)
  assert.deepEqual([late.status, late.body.error.param], [404, 'expense_id'])
})

test('the payments of several Expenses are linked at once, and restored at once', async () => {
  const { past, transactions, rent, offered, ada, linked } = await given()
  const { body: accounts } = await ada.request<{ id: string }[]>('GET', '/accounts')
  const { body: gym } = await ada.request<{ id: string }>('POST', '/transactions', {
    body: { account_id: accounts[0]!.id, concept: 'Gym', amount: -3_000, booked_at: '2026-11-20' },
  })
  const { id: club } = await ada
    .client(expensesApp)
    .createExpense({ body: { name: 'Gym', target_amount: 3_000 } })
  const [october, november] = [transactions['october']!, transactions['november']!]
  const links = [
    { expense_id: rent, transaction_ids: [october, november] },
    { expense_id: club, transaction_ids: [gym.id] },
  ]
  assert.equal((await offered()).length, 3)
  const done = await past.acceptAllPastPayments({ body: { links } })
  assert.deepEqual([done.links, done.moved], [links, 0])
  assert.deepEqual([await linked(october), await offered()], [[true, true], []])
  await past.restoreAllPastPayments({ body: { links } })
  assert.deepEqual([await linked(october), (await offered()).length], [[false, false], 3])
})

test('of several offers, those that somebody has answered are skipped; a fault links none', async () => {
  const { past, transactions, rent, offered, ada, product } = await given()
  const [october, november] = [transactions['october']!, transactions['november']!]
  const strange = product.runtime.newId()
  const send = (links: object[]) =>
    ada.request('POST', '/past-payments/accept-all', { body: { links } })
  const mine = { expense_id: rent, transaction_ids: [october] }
  // The second names no payment, so the request is refused as a whole.
  assert.equal((await send([mine, { expense_id: rent, transaction_ids: [] }])).status, 400)
  assert.equal((await offered()).length, 2)
  const nothing = await send([{ expense_id: strange, transaction_ids: [october] }])
  assert.deepEqual([nothing.status, nothing.body.error.param], [404, 'links'])
  await past.leavePastPayments({ body: { transaction_ids: [november] } })
  const { links } = await past.acceptAllPastPayments({
    body: {
      links: [
        { expense_id: strange, transaction_ids: [october] },
        { expense_id: rent, transaction_ids: [october, november] },
      ],
    },
  })
  assert.deepEqual(links, [{ expense_id: rent, transaction_ids: [october] }])
  assert.deepEqual(await offered(), [])
})
