import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { bankAccount, bankRow, noon, openBank } from '../../../test/support/bank.ts'
import { givenBank } from '../../../test/support/given-bank.ts'
import { assertBooks } from '../../../test/support/ledger.ts'

// A payday that waits for its deposit continues when a bank imports income, but not on transfers.

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

/** A waiting payday, an empty account at the bank, and a brokerage, whose money cannot be spent. */
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
    /** Lists further rows of both accounts and the first one's balance, and imports them. */
    imports: async (listed: {
      readonly A?: string[]
      readonly B?: string[]
      readonly balance: string
    }) => {
      const of = (name: string, amounts: readonly string[]) =>
        amounts.map((amount) => row(`${name}${amount}`, amount))
      checking!.transactions.push(...of('a', listed.A ?? []))
      brokerage!.transactions.push(...of('b', listed.B ?? []))
      checking!.balance = listed.balance
      await look(checking!.transactions as ReturnType<typeof row>[])
    },
    check: () => assertBooks(product.db, householdId),
  }
}

test('a transfer whose sides arrive together releases no payday', async () => {
  const { imports, engine, check } = await waiting()
  await imports({ A: ['300.00'], B: ['-300.00'], balance: '300.00' })
  assert.equal(await engine(), 0)
  await check()
})

test('a transfer whose sides arrive one after the other releases no payday', async () => {
  const { imports, engine, check } = await waiting()
  await imports({ B: ['-300.00'], balance: '0.00' })
  await imports({ A: ['300.00'], balance: '300.00' })
  assert.equal(await engine(), 0)
  await imports({ A: ['500.00'], balance: '800.00' })
  assert.equal(await engine(), 80_000, 'the salary does, with all that is free to spend')
  await check()
})

test('an income that becomes a transfer keeps its funding, and the payday waits for its pay', async () => {
  const { imports, engine, check } = await waiting()
  await imports({ A: ['300.00'], balance: '300.00' })
  assert.equal(await engine(), 30_000)
  await imports({ B: ['-300.00'], balance: '300.00' })
  assert.equal(await engine(), 30_000)
  await imports({ A: ['900.00'], balance: '1200.00' })
  assert.equal(await engine(), 100_000)
  await check()
})

test('a transfer that becomes income because the bank changed its other side releases a payday', async () => {
  const { imports, engine, check, bank } = await waiting()
  await imports({ A: ['300.00'], B: ['-300.00'], balance: '300.00' })
  assert.equal(await engine(), 0)
  bank.state.accounts[1]!.transactions = [
    bankRow('b-300.00', { posted: noon('2026-01-06'), amount: '-310.00' }),
  ]
  await imports({ balance: '300.00' })
  assert.equal(await engine(), 30_000)
  await check()
})

const changes = {
  corrects: (given: Awaited<ReturnType<typeof waiting>>, id: string) =>
    given.product.client(transactions, given.key).editTransaction({
      params: { id },
      body: { type: 'expense' },
    }),
  deletes: (given: Awaited<ReturnType<typeof waiting>>, id: string) =>
    given.app.removeTransaction({ params: { id } }),
}

for (const [verb, change] of Object.entries(changes)) {
  test(`a transfer becomes income and releases a payday when a person ${verb} its other side`, async () => {
    const given = await waiting()
    await given.imports({ A: ['300.00'], B: ['-300.00'], balance: '300.00' })
    assert.equal(await given.engine(), 0)
    const { id } = (await given.rows()).find(({ amount }) => amount === -30_000)!
    await change(given, id)
    assert.equal(await given.engine(), 30_000)
    await given.check()
  })
}
