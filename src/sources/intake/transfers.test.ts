import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankAccount, bankRow, noon, openBank } from '../../../test/support/bank.ts'
import { givenBank } from '../../../test/support/given-bank.ts'
import { assertBooks } from '../../../test/support/ledger.ts'

// Money that moves between two accounts of the household is neither spending nor income.

const names = { A: 'Everyday Checking A', B: 'Savings B', C: 'Credit Card C' } as const
type Name = keyof typeof names

const row = (id: string, day: string, amount: string) => bankRow(id, { posted: noon(day), amount })

/** Three accounts of a bank; each test decides their rows. */
async function givenAccounts(history: Partial<Record<Name, ReturnType<typeof row>[]>> = {}) {
  const bank = await openBank(
    (['A', 'B', 'C'] as const).map((id) =>
      bankAccount(id, { name: names[id], transactions: history[id] ?? [] }),
    ),
  )
  const given = await givenBank([], { bank })
  const listed = new Map(bank.state.accounts.map((account) => [account.id, account]))
  return {
    ...given,
    /** Lists further rows and imports them. */
    imports: async (more: Partial<Record<Name, ReturnType<typeof row>[]>>) => {
      for (const [id, rows] of Object.entries(more)) listed.get(id)!.transactions.push(...rows)
      await given.look(listed.get('A')!.transactions as ReturnType<typeof row>[])
    },
    /** Reads day, amount and type of every transaction. */
    types: async () =>
      (await given.rows())
        .map(({ amount, type, booked_at: day }) => `${day.slice(5)} ${amount} ${type}`)
        .toSorted(),
  }
}

test('equal amounts out of and into two accounts within four days are a transfer', async () => {
  const given = await givenAccounts({
    A: [row('1', '2026-01-01', '-100.00')],
    B: [row('1', '2026-01-03', '100.00')],
  })
  const { imports, types, product, householdId } = given
  assert.deepEqual(await types(), ['01-01 -10000 transfer', '01-03 10000 transfer'], 'history')
  // Five days apart; different amounts; two candidates; within one account: no transfers.
  await imports({
    A: [row('2', '2025-12-28', '-20.00'), row('3', '2026-01-05', '-30.00')],
    B: [row('2', '2026-01-02', '20.00'), row('3', '2026-01-05', '30.01')],
  })
  await imports({
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
  const isAnnounced = announced.includes('-5000 transfer') && announced.includes('5000 transfer')
  assert.ok(isAnnounced, 'both sides are announced as a transfer')
  await assertBooks(product.db, householdId)
})

test('a side that a person has typed or spent from an Expense is not paired', async () => {
  const given = await givenAccounts()
  const { imports, types, transactions, groceries, rows } = given
  await imports({ A: [row('1', '2026-01-04', '-10.00'), row('2', '2026-01-04', '-20.00')] })
  const of = async (amount: number) => (await rows()).find((one) => one.amount === amount)!.id
  await transactions.editTransaction({
    params: { id: await of(-1000) },
    body: { type: 'income' },
  })
  await transactions.assignTransaction({
    params: { id: await of(-2000) },
    body: { expense_goal_id: (await groceries()).id },
  })
  await imports({ B: [row('1', '2026-01-05', '10.00'), row('2', '2026-01-05', '20.00')] })
  assert.deepEqual(await types(), [
    '01-04 -1000 income',
    '01-04 -2000 expense',
    '01-05 1000 income',
    '01-05 2000 income',
  ])
})

test('a side gets its type back when the other is deleted, changed or given another type', async () => {
  const { imports, types, app, rows, transactions, bank, look, product, householdId } =
    await givenAccounts()
  await imports({
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
  // The third is corrected; the fourth gets a new text only and stays a transfer.
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
