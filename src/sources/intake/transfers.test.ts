import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankAccount, bankRow, noon, openBank } from '../../../test/support/bank.ts'
import { givenBank } from '../../../test/support/given-bank.ts'
import { assertBooks } from '../../../test/support/ledger.ts'

// Money between two accounts of the household is neither spending nor income.

const names = { A: 'Everyday Checking A', B: 'Savings B', C: 'Credit Card C' } as const
type Name = keyof typeof names

const row = (id: string, day: string, amount: string) => bankRow(id, { posted: noon(day), amount })

/** Three accounts of a bank, each of whose answers a test gives. */
async function givenAccounts(history: Partial<Record<Name, ReturnType<typeof row>[]>> = {}) {
  const bank = await openBank(
    (['A', 'B', 'C'] as const).map((id) =>
      bankAccount(id, { name: names[id], transactions: history[id] ?? [] }),
    ),
  )
  const given = await givenBank([], { bank })
  const told = new Map(bank.state.accounts.map((account) => [account.id, account]))
  return {
    ...given,
    /** The accounts list more, and are asked. */
    tells: async (more: Partial<Record<Name, ReturnType<typeof row>[]>>) => {
      for (const [id, rows] of Object.entries(more)) told.get(id)!.transactions.push(...rows)
      await given.look(told.get('A')!.transactions as ReturnType<typeof row>[])
    },
    /** What kind of movement every transaction is. */
    types: async () =>
      (await given.rows())
        .map(({ amount, type, booked_at: day }) => `${day.slice(5)} ${amount} ${type}`)
        .toSorted(),
  }
}

test('what leaves one account and arrives at another within four days is a transfer, from history too, and is announced as one', async () => {
  const given = await givenAccounts({
    A: [row('1', '2026-01-01', '-100.00')],
    B: [row('1', '2026-01-03', '100.00')],
  })
  const { tells, types, product, householdId } = given
  assert.deepEqual(await types(), ['01-01 -10000 transfer', '01-03 10000 transfer'])
  // Five days apart, of another amount, twice in one account, to itself: what they were.
  await tells({
    A: [row('2', '2025-12-28', '-20.00'), row('3', '2026-01-05', '-30.00')],
    B: [row('2', '2026-01-02', '20.00'), row('3', '2026-01-05', '30.01')],
  })
  await tells({
    A: [row('4', '2026-01-04', '-40.00'), row('5', '2026-01-05', '-50.00')],
    B: [row('4', '2026-01-04', '40.00'), row('6', '2026-01-05', '40.00')],
    C: [row('5', '2026-01-05', '50.00')],
  })
  assert.deepEqual(await types(), [
    '01-01 -10000 transfer',
    '01-02 2000 income',
    '01-03 10000 transfer',
    '01-04 -4000 expense',
    '01-04 4000 income',
    '01-05 -3000 expense',
    '01-05 -5000 transfer',
    '01-05 3001 income',
    '01-05 4000 income',
    '01-05 5000 transfer',
    '12-28 -2000 expense',
  ])
  const events = await product.db.selectFrom('webhook_events').select('body').execute()
  const announced = events.map(({ body }) => {
    const { transaction } = JSON.parse(body!).data as {
      transaction: { amount: number; type: string }
    }
    return `${transaction.amount} ${transaction.type}`
  })
  assert.ok(announced.includes('-5000 transfer') && announced.includes('5000 transfer'))
  await assertBooks(product.db, householdId)
})

test('what people have said of a side, or spent from an Expense, is no transfer by itself', async () => {
  const given = await givenAccounts()
  const { tells, types, transactions, groceries, rows } = given
  await tells({ A: [row('1', '2026-01-04', '-10.00'), row('2', '2026-01-04', '-20.00')] })
  const of = async (amount: number) => (await rows()).find((one) => one.amount === amount)!.id
  await transactions.editTransaction({
    params: { id: await of(-1000) },
    body: { type: 'income' },
  })
  await transactions.assignTransaction({
    params: { id: await of(-2000) },
    body: { expense_goal_id: (await groceries()).id },
  })
  await tells({ B: [row('1', '2026-01-05', '10.00'), row('2', '2026-01-05', '20.00')] })
  assert.deepEqual(await types(), [
    '01-04 -1000 income',
    '01-04 -2000 expense',
    '01-05 1000 income',
    '01-05 2000 income',
  ])
})

test('a transfer whose one side goes, changes or is said to be none leaves the other what it was; told anew it stays one', async () => {
  const { tells, types, app, rows, transactions, bank, look, product, householdId } =
    await givenAccounts()
  await tells({
    A: ['1', '2', '3', '4'].map((id) => row(id, '2026-01-04', `-${id}0.00`)),
    C: ['1', '2', '3', '4'].map((id) => row(id, '2026-01-04', `${id}0.00`)),
  })
  const isTransfer = async () => (await types()).filter((one) => one.endsWith('transfer')).length
  assert.equal(await isTransfer(), 8)
  const of = async (amount: number) => (await rows()).find((one) => one.amount === amount)!.id
  await app.removeTransaction({ params: { id: await of(-1000) } })
  await transactions.editTransaction({
    params: { id: await of(-2000) },
    body: { type: 'expense' },
  })
  const [account] = bank.state.accounts
  const listed = account!.transactions as ReturnType<typeof row>[]
  await look(
    listed.map((one) => {
      if (one.id === '3') return { ...one, amount: '-33.00' }
      return one.id === '4' ? { ...one, description: 'TO CARD' } : one
    }),
  )
  assert.deepEqual(await types(), [
    '01-04 -2000 expense',
    '01-04 -3300 expense',
    '01-04 -4000 transfer',
    '01-04 1000 income',
    '01-04 2000 income',
    '01-04 3000 income',
    '01-04 4000 transfer',
  ])
  await assertBooks(product.db, householdId)
})
