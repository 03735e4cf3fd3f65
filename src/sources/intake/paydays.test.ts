import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { bankAccount, bankRow, noon, openBank } from '../../../test/support/bank.ts'
import { givenBank } from '../../../test/support/given-bank.ts'
import { assertBooks } from '../../../test/support/ledger.ts'

// A payday that waits for its deposit goes on with what a bank brings, if it is pay.

const document = {
  funding_schedules: [
    {
      ref: 'pay',
      name: 'Salary',
      frequency: 'monthly' as const,
      days: [6],
      anchor: '2026-01-06',
      wait_for_deposit: true,
    },
  ],
  expenses: [
    { ref: 'groceries', name: 'Groceries', target_amount: 100_000, funding_schedules: ['pay'] },
  ],
}

/** A payday of which all is still open: an empty account at the bank, and a brokerage, whose money cannot be spent. */
async function waiting() {
  const bank = await openBank([
    bankAccount('A', { balance: '0.00' }),
    bankAccount('B', { name: 'Brokerage B', balance: '900.00' }),
  ])
  const given = await givenBank([], { bank, document: { document } })
  const { product, householdId, look, groceries } = given
  const engine = async () => {
    while ((await runDueHouseholds(product.runtime)) > 0);
    return (await groceries()).balance
  }
  product.runtime.advance({ hours: 24 })
  assert.equal(await engine(), 0)
  const [checking, brokerage] = bank.state.accounts
  const row = (id: string, amount: string) => bankRow(id, { posted: noon('2026-01-06'), amount })
  return {
    ...given,
    engine,
    /** Rows of both accounts, and what is on the first one then. */
    tells: async (told: {
      readonly A?: string[]
      readonly B?: string[]
      readonly balance: string
    }) => {
      const of = (name: string, amounts: readonly string[]) =>
        amounts.map((amount) => row(`${name}${amount}`, amount))
      checking!.transactions.push(...of('a', told.A ?? []))
      brokerage!.transactions.push(...of('b', told.B ?? []))
      checking!.balance = told.balance
      await look(checking!.transactions as ReturnType<typeof row>[])
    },
    check: () => assertBooks(product.db, householdId),
  }
}

test('money from another account of the household is no pay: told together, or its other side first, it releases nothing', async () => {
  const together = await waiting()
  await together.tells({ A: ['300.00'], B: ['-300.00'], balance: '300.00' })
  assert.equal(await together.engine(), 0)
  await together.check()

  const { tells, engine, check } = await waiting()
  await tells({ B: ['-300.00'], balance: '0.00' })
  await tells({ A: ['300.00'], balance: '300.00' })
  assert.equal(await engine(), 0)
  await tells({ A: ['500.00'], balance: '800.00' })
  assert.equal(await engine(), 80_000, 'the salary does, with what is free by then')
  await check()
})

test('what a payday has given before an income turned out to be a transfer stays given, and the payday waits on for its pay', async () => {
  const { tells, engine, check } = await waiting()
  await tells({ A: ['300.00'], balance: '300.00' })
  assert.equal(await engine(), 30_000)
  await tells({ B: ['-300.00'], balance: '300.00' })
  assert.equal(await engine(), 30_000)
  await tells({ A: ['900.00'], balance: '1200.00' })
  assert.equal(await engine(), 100_000)
  await check()
})

test('an income that a side of a transfer becomes again, because the bank changed the other, releases what waits', async () => {
  const { tells, engine, check, bank } = await waiting()
  await tells({ A: ['300.00'], B: ['-300.00'], balance: '300.00' })
  assert.equal(await engine(), 0)
  bank.state.accounts[1]!.transactions = [
    bankRow('b-300.00', { posted: noon('2026-01-06'), amount: '-310.00' }),
  ]
  await tells({ balance: '300.00' })
  assert.equal(await engine(), 30_000)
  await check()
})

test('an income that a side of a transfer becomes again, because a person corrected or deleted the other, releases what waits', async () => {
  const deeds = {
    corrected: (given: Awaited<ReturnType<typeof waiting>>, id: string) =>
      given.product.client(transactions, given.key).editTransaction({
        params: { id },
        body: { type: 'expense' },
      }),
    deleted: (given: Awaited<ReturnType<typeof waiting>>, id: string) =>
      given.app.removeTransaction({ params: { id } }),
  }
  for (const [what, deed] of Object.entries(deeds)) {
    const given = await waiting()
    await given.tells({ A: ['300.00'], B: ['-300.00'], balance: '300.00' })
    assert.equal(await given.engine(), 0)
    const { id } = (await given.rows()).find(({ amount }) => amount === -30_000)!
    await deed(given, id)
    assert.equal(await given.engine(), 30_000, what)
    await given.check()
  }
})
