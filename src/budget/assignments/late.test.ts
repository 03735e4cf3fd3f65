import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expensesApp } from '#/budget/expenses/app-contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { bankAccount, bankRow, noon, openBank } from '../../../test/support/bank.ts'
import { givenBank, pendingRow } from '../../../test/support/given-bank.ts'
import { assertBooks } from '../../../test/support/ledger.ts'
import { startProduct } from '../../../test/support/product.ts'

/** A bill of 100.00, due on the 7th, with 90.00 set aside and paydays on Fridays. */
const rent = {
  funding_schedules: [
    { ref: 'fridays', name: 'Pay', frequency: 'weekly' as const, anchor: '2026-01-09' },
  ],
  expenses: [
    {
      ref: 'rent',
      name: 'Rent',
      target_amount: 10_000,
      recurrence_interval_months: 1 as const,
      recurrence_anchor_date: '2026-01-07',
      funding_schedules: ['fridays'],
      balance: 9_000,
    },
  ],
}

/** The rent, and a card. It is Monday the 5th of January. */
async function givenRent() {
  const product = await startProduct({ limited: false })
  const loaded = await product.household({
    ...rent,
    accounts: [
      {
        ref: 'checking',
        name: 'Checking',
        type: 'depository',
        subtype: 'checking',
        balance: 100_000,
      },
      { ref: 'visa', name: 'Visa', type: 'credit' },
    ],
    expenses: [
      ...rent.expenses,
      { ref: 'card', name: 'Visa bill', type: 'credit_card', card_account: 'visa' },
    ],
  })
  const key = loaded.keys['rw']!.api_key
  const client = product.client(transactions, key)
  const { accounts, expenses } = loaded
  return {
    pass: (days: number) => product.runtime.advance({ hours: 24 * days }),
    /** Records a payment that nobody assigns yet, unless an Expense is named. */
    pay: async (
      account: string,
      amount: number,
      more: { type?: 'transfer'; booked?: string; from?: string } = {},
    ) => {
      const { id } = await client.recordTransaction({
        body: {
          account_id: accounts[account]!,
          amount,
          concept: 'Payment',
          booked_at: more.booked ?? product.runtime.now().toString().slice(0, 10),
          expense_goal_id: more.from === undefined ? null : expenses[more.from]!,
          ...(more.type && { type: more.type }),
        },
      })
      return id
    },
    assign: (id: string, to: string | null) =>
      client.assignTransaction({
        params: { id },
        body: { expense_goal_id: to === null ? null : expenses[to]! },
      }),
    correct: (id: string, amount: number) =>
      client.editTransaction({ params: { id }, body: { amount } }),
    archive: async (name: string) => {
      const member = await product.member(loaded.household_id, loaded.members['ada']!)
      await member.client(expensesApp).archiveExpense({
        params: { id: expenses[name]! },
        body: {},
      })
    },
    free: async () => {
      const { body } = await product.request<{ free_to_spend: number }>(
        'GET',
        '/accounts/summary',
        { key },
      )
      return body.free_to_spend
    },
    holds: async (name: string) => {
      const { body } = await product.request<{ id: string; balance: number }[]>(
        'GET',
        '/expenses',
        { key },
      )
      return body.find(({ id }) => id === expenses[name])!.balance
    },
    check: () => assertBooks(product.db, loaded.household_id),
  }
}

test('a payment that finds its bill after a payday leaves that payday’s money', async () => {
  const { pass, pay, assign, holds, check } = await givenRent()
  pass(3)
  const id = await pay('checking', -10_000)
  // On Friday a fifth of the next payment is set aside; five Fridays come until the 7th of February.
  pass(2)
  await pay('checking', -100)
  assert.equal(await holds('rent'), 11_000)
  await assign(id, 'rent')
  assert.equal(await holds('rent'), 2_000)
  await check()
})

test('a pending payment that finds its bill once it is booked leaves a payday in between', async () => {
  const bank = await openBank([bankAccount('A', { balance: '1000.00' })])
  const { look, rows, transactions, product, householdId, key } = await givenBank([], {
    bank,
    document: { document: rent },
  })
  const bill = async () => {
    const { body } = await product.request<{ id: string; balance: number }[]>('GET', '/expenses', {
      key,
    })
    return body[0]!
  }
  await look([pendingRow('1', '2026-01-08', { amount: '-100.00' })], { hours: 72 })
  // On Friday the 9th a fifth of the next payment is set aside, and on Monday the bank books this one.
  await look([bankRow('1', { posted: noon('2026-01-12'), amount: '-100.00' })], { hours: 96 })
  const [payment] = await rows()
  assert.deepEqual([payment!.status, payment!.booked_at], ['booked', '2026-01-12'])
  const { id, balance } = await bill()
  assert.equal(balance, 11_000)
  await transactions.assignTransaction({
    params: { id: payment!.id },
    body: { expense_goal_id: id },
  })
  assert.equal((await bill()).balance, 2_000)
  await assertBooks(product.db, householdId)
})

/** Two households that pay the rent on the 10th: one finds it at once, the other after some Fridays. */
async function givenTwins(fridays: number, amount = -10_000) {
  const [soon, late] = [await givenRent(), await givenRent()]
  let id = ''
  for (const home of [soon, late]) {
    // Friday the 9th has set aside a fifth for February, and half of that goes into this payment.
    home.pass(5)
    id = await home.pay('checking', amount, home === soon ? { from: 'rent' } : {})
    home.pass(7 * fridays)
    await home.pay('checking', -100)
  }
  const same = async () => {
    assert.deepEqual(
      [await late.holds('rent'), await late.free()],
      [await soon.holds('rent'), await soon.free()],
    )
    await late.check()
  }
  return { soon, late, id, same }
}

for (const fridays of [1, 2, 3]) {
  test(`a bill found ${fridays} paydays late holds what it would have held at once`, async () => {
    const { late, id, same } = await givenTwins(fridays)
    await late.assign(id, 'rent')
    await same()
  })
}

test('a bill that was found late gives back exactly what it took', async () => {
  const { late, id, same } = await givenTwins(1)
  const before = [await late.holds('rent'), await late.free()]
  await late.assign(id, 'rent')
  assert.deepEqual(await late.holds('rent'), 1_000 + 2_250)
  await late.assign(id, null)
  assert.deepEqual([await late.holds('rent'), await late.free()], before)
  await late.assign(id, 'rent')
  await same()
})

test('a payment that was found late is corrected as if it had been so from the start', async () => {
  const { late, id, same } = await givenTwins(2, -10_500)
  await late.correct(id, -9_700)
  await late.assign(id, 'rent')
  await late.correct(id, -10_500)
  await same()
})

test('a short payday between a payment and its bill is not planned again', async () => {
  const { pass, pay, assign, holds, free, check } = await givenRent()
  pass(5)
  const id = await pay('checking', -10_000)
  await pay('checking', -(await free()))
  pass(6)
  await pay('checking', -100)
  assert.equal(await holds('rent'), 11_000)
  await assign(id, 'rent')
  assert.equal(await holds('rent'), 1_000)
  await check()
})

test('a bill that was found late and archived leaves its money free', async () => {
  const { late, id } = await givenTwins(1)
  const whole = (await late.free()) + (await late.holds('rent'))
  await late.assign(id, 'rent')
  await late.archive('rent')
  assert.equal(await late.free(), whole)
  await late.assign(id, null)
  assert.equal(await late.free(), whole)
  await late.check()
})

test('an early payment that finds its bill late may use what paydays gave meanwhile', async () => {
  const { pass, pay, assign, holds, check } = await givenRent()
  pass(24)
  const id = await pay('checking', -10_000, { booked: '2026-01-29' })
  pass(2)
  await pay('checking', -100)
  const before = await holds('rent')
  await assign(id, 'rent')
  assert.equal(await holds('rent'), before - 10_000)
  await check()
})

test('a card purchase that finds its bill after the card was paid is not set aside again', async () => {
  const { pay, assign, holds, check } = await givenRent()
  const id = await pay('visa', -3_000)
  assert.equal(await holds('card'), 3_000)
  await pay('checking', -3_000, { type: 'transfer', from: 'card' })
  await pay('visa', 3_000, { type: 'transfer' })
  assert.equal(await holds('card'), 0)
  await assign(id, 'rent')
  assert.deepEqual([await holds('card'), await holds('rent')], [0, 6_000])
  await check()
})

test('a card payment that is found late leaves what later purchases set aside', async () => {
  const { pass, pay, assign, holds, check } = await givenRent()
  await pay('visa', -3_000)
  const id = await pay('checking', -4_000, { type: 'transfer' })
  pass(1)
  await pay('visa', -1_354)
  assert.equal(await holds('card'), 4_354)
  await assign(id, 'card')
  assert.equal(await holds('card'), 1_354)
  await check()
})
