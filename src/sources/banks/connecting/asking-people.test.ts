import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home } from '#/app/home/contract.ts'
import { matchesApp } from '#/sources/intake/suggestions/app-contract.ts'
import { bankAccount, bankRow, noon, openBank } from '../../../../test/support/bank.ts'
import { givenBank, pendingRow } from '../../../../test/support/given-bank.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'

// Decisions that only a person can take about data of a bank.

const booked = (id: string, day: string, changes = {}) =>
  bankRow(id, { posted: noon(day), ...changes })

test('a booking that fits two pendings is suggested, and stays as a person decided', async () => {
  const { look, rows, member, transactions, groceries, product, householdId, events } =
    await givenBank()
  const matches = member.client(matchesApp)
  const pendings = [
    pendingRow('1', '2026-01-05', { amount: '-10.00' }),
    pendingRow('2', '2026-01-05', { amount: '-10.50' }),
  ]
  await look(pendings)
  const first = (await rows()).find(({ amount }) => amount === -1000)!
  const before = (await groceries()).balance
  const { id: expense_goal_id } = await groceries()
  await transactions.assignTransaction({ params: { id: first.id }, body: { expense_goal_id } })
  await look([booked('b', '2026-01-06', { amount: '-12.00' })])
  const suggested = await matches.listMatchSuggestions({})
  assert.deepEqual(
    suggested.map(({ pending, booked: later }) => `${pending.amount} ${later.amount}`).toSorted(),
    ['-1000 -1200', '-1050 -1200'],
  )
  const wrong = suggested.find(({ pending }) => pending.id !== first.id)!
  await matches.dismissMatchSuggestion({ params: { id: wrong.id } })
  await matches.restoreMatchSuggestion({ params: { id: wrong.id } })
  assert.deepEqual(await matches.listMatchSuggestions({}), suggested)
  const { needs } = await member.client(home).showHome({})
  assert.deepEqual(
    needs.filter(({ kind }) => kind === 'matches'),
    [{ kind: 'matches', count: 2 }],
  )
  await matches.dismissMatchSuggestion({ params: { id: wrong.id } })
  const [right] = await matches.listMatchSuggestions({})
  assert.deepEqual(await matches.acceptMatchSuggestion({ params: { id: right!.id } }), {
    transaction_id: first.id,
  })
  assert.deepEqual(await matches.listMatchSuggestions({}), [])
  assert.equal((await groceries()).balance, Math.max(0, before - 1200))
  const announced = (await events()).length
  for (let time = 0; time < 3; time += 1) {
    await look([booked('b', '2026-01-06', { amount: '-12.00' })])
  }
  assert.deepEqual(
    (await rows()).map(({ id, amount, status, expense_goal_id: link }) => [
      id,
      amount,
      status,
      link,
    ]),
    [[first.id, -1200, 'booked', expense_goal_id]],
  )
  assert.equal((await events()).length, announced)
  await assertBooks(product.db, householdId)
})

test('invert_balance turns the stored balance at once, and every later one', async () => {
  const bank = await openBank([bankAccount('A', { name: 'Visa Credit Card', balance: '250.00' })])
  const { member, accounts, look } = await givenBank([], { bank })
  const card = async () =>
    (await accounts.listAccounts({})).find(({ name }) => name === 'Visa Credit Card')!
  const { id, balance } = await card()
  assert.equal(balance, 25_000)
  const turn = (invert_balance: boolean) =>
    member.request('PATCH', `/accounts/${id}`, { body: { invert_balance } })
  assert.equal((await turn(true)).status, 200)
  assert.equal((await card()).balance, -25_000)
  assert.equal((await turn(true)).status, 200)
  bank.state.accounts[0]!.balance = '300.00'
  await look([])
  assert.equal((await card()).balance, -30_000)
  await turn(false)
  assert.equal((await card()).balance, 30_000)
})

test('the balance of a manual account cannot be inverted', async () => {
  const { member, accounts } = await givenBank()
  const manual = (await accounts.listAccounts({})).find(({ name }) => name === 'Checking')!
  const refused = await member.request('PATCH', `/accounts/${manual.id}`, {
    body: { invert_balance: true },
  })
  assert.equal(refused.status, 400)
})

test('a bank without news for three days is stale, though the provider answers', async () => {
  const { connections, run, look, product } = await givenBank()
  const shown = async () => {
    const [connection] = await connections.listConnections({})
    const [bank] = connection!.institutions
    return [connection!.status, bank!.status, bank!.message !== null]
  }
  for (const days of [1, 2]) {
    product.runtime.advance({ hours: 24 })
    await run()
    assert.deepEqual(await shown(), ['healthy', 'healthy', false], `after ${days} days`)
  }
  product.runtime.advance({ hours: 36 })
  await run()
  assert.deepEqual(await shown(), ['healthy', 'stale', true])
  await look([])
  assert.deepEqual(await shown(), ['healthy', 'healthy', false])
})
