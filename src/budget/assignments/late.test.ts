import assert from 'node:assert/strict'
import { test } from 'node:test'
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
    assign: (id: string, to: string) =>
      client.assignTransaction({ params: { id }, body: { expense_goal_id: expenses[to]! } }),
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
