import assert from 'node:assert/strict'
import { test } from 'node:test'
import { syncHousehold } from './sync-household.ts'
import { bankAccount, bankRow, connected, noon, openBank } from '../../../../test/support/bank.ts'
import { givenBank, pendingRow } from '../../../../test/support/given-bank.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'

// Behaviour of banks, one test each, through the whole product.

const booked = (id: string, day: string, changes = {}) =>
  bankRow(id, { posted: noon(day), ...changes })

test('same id flips: a pending that is booked under its id stays the same transaction', async () => {
  const { look, rows, events } = await givenBank()
  await look([pendingRow('1', '2026-01-05')])
  await look([booked('1', '2026-01-06', { amount: '-12.50' })])
  assert.deepEqual(
    (await rows()).map(({ id, status, amount, booked_at }) => [id, status, amount, booked_at]),
    [[(await events())[0], 'booked', -1250, '2026-01-06']],
  )
})

test('two equal pendings and one posts: the other stays pending', async () => {
  const { look, rows } = await givenBank()
  await look([pendingRow('1', '2026-01-05'), pendingRow('2', '2026-01-05')])
  const before = new Set((await rows()).map(({ id }) => id))
  await look([pendingRow('2', '2026-01-05'), booked('b', '2026-01-05')])
  const after = await rows()
  assert.deepEqual(new Set(after.map(({ id }) => id)), before)
  assert.deepEqual(after.map(({ status }) => status).toSorted(), ['booked', 'pending'])
})

test('two equal pendings and both post: each becomes one booking, in any order', async () => {
  const { look, rows } = await givenBank()
  await look([pendingRow('2', '2026-01-05'), pendingRow('1', '2026-01-05')])
  const before = new Set((await rows()).map(({ id }) => id))
  await look([booked('y', '2026-01-06'), booked('x', '2026-01-06')])
  const after = await rows()
  assert.deepEqual(new Set(after.map(({ id }) => id)), before)
  assert.deepEqual(
    after.map(({ status }) => status),
    ['booked', 'booked'],
  )
})

test('two equal cash withdrawals, one pending and one booked, stay two', async () => {
  const { look, rows } = await givenBank()
  const cash = { description: 'ATM', payee: 'ATM', amount: '-100.00' }
  await look([pendingRow('1', '2026-01-05', cash)])
  await look([pendingRow('1', '2026-01-05', cash), booked('b', '2026-01-05', cash)])
  await look([booked('b', '2026-01-05', cash), booked('c', '2026-01-06', cash)])
  assert.deepEqual(
    (await rows()).map(({ amount, status }) => [amount, status]),
    [
      [-10_000, 'booked'],
      [-10_000, 'booked'],
    ],
  )
})

test('tip, fuel hold: a booking with a tip or the real fuel amount replaces its pending', async () => {
  const { look, rows, transactions, groceries, product, householdId, events } = await givenBank()
  const fuel = { description: 'SHELL', payee: 'Shell', mcc: '5542' }
  await look([
    pendingRow('meal', '2026-01-05', { amount: '-10.00' }),
    pendingRow('hold', '2026-01-05', { ...fuel, amount: '-1.00' }),
  ])
  const before = (await groceries()).balance
  const meal = (await rows()).find(({ amount }) => amount === -1000)!
  await transactions.editTransaction({ params: { id: meal.id }, body: { notes: 'With Bo' } })
  await transactions.assignTransaction({
    params: { id: meal.id },
    body: { expense_goal_id: (await groceries()).id },
  })
  await look([
    booked('m', '2026-01-06', { amount: '-12.00' }),
    booked('f', '2026-01-06', { ...fuel, amount: '-62.10' }),
  ])
  const after = await rows()
  assert.deepEqual(new Set(after.map(({ amount }) => amount)), new Set([-1200, -6210]))
  const same = after.find(({ id }) => id === meal.id)!
  assert.deepEqual([same.amount, same.notes], [-1200, 'With Bo'])
  // Only the difference is posted to the Expense.
  assert.equal((await groceries()).balance, Math.max(0, before - 1200))
  assert.equal((await events()).length, 2)
  await assertBooks(product.db, householdId)
})

test('id reuse: an id given to another payment creates a transaction, and the old one stays', async () => {
  const { look, rows, transactions, product } = await givenBank()
  const old = booked('1', '2026-01-05')
  await look([old])
  const [first] = await rows()
  await transactions.editTransaction({ params: { id: first!.id }, body: { concept: 'Mine' } })
  const other = { description: 'CINEMA', payee: 'Cinema', amount: '-30.00' }
  await look([booked('1', '2026-02-05', other)], { hours: 24 * 31 })
  const shown = async () =>
    (await rows()).map(({ concept, amount }) => `${concept} ${amount}`).toSorted()
  const both = ['Cinema -3000', 'Mine -1234']
  assert.deepEqual(await shown(), both)
  assert.ok(product.runtime.logged.some((line) => line.includes('sync.ids_reused')))
  // Both payments are known by now, in either order.
  await look([old])
  await look([booked('1', '2026-02-05', other)])
  assert.deepEqual(await shown(), both)
})

test('same ids in two accounts, two accounts with one name: all stay separate', async () => {
  const bank = await openBank([
    bankAccount('A', { name: 'Joint', transactions: [booked('1', '2026-01-02')] }),
    bankAccount('B', { name: 'Joint', transactions: [booked('1', '2026-01-02')] }),
  ])
  const { rows, accounts, look } = await givenBank([], { bank })
  const shown = (await accounts.listAccounts({})).filter(({ name }) => name === 'Joint')
  assert.equal(shown.length, 2)
  assert.deepEqual(
    new Set((await rows()).map(({ account_id }) => account_id)),
    new Set(shown.map(({ id }) => id)),
  )
  const [a, b] = bank.state.accounts
  await look([booked('1', '2026-01-02'), booked('2', '2026-01-05')], { account: a! })
  await look([booked('1', '2026-01-02'), booked('3', '2026-01-05')], { account: b! })
  assert.equal((await rows()).length, 4)
})

test('con.auth for one of four banks: only that bank is marked, the others are imported', async () => {
  const names = ['1', '2', '3', '4']
  const bank = await openBank(
    names.map((id) =>
      bankAccount(id, { connection: `CON-${id}`, transactions: [booked(id, '2026-01-05')] }),
    ),
  )
  bank.state.connections = names.map((id) => ({
    conn_id: `CON-${id}`,
    name: `Bank ${id}`,
    org_id: `ORG-${id}`,
    sfin_url: 'https://sfin.example',
  }))
  bank.state.errors = [{ code: 'con.auth', msg: 'Sign in again', conn_id: 'CON-3' }]
  const { connections, rows } = await givenBank([], { bank })
  assert.equal((await rows()).length, 4)
  const [connection] = await connections.listConnections({})
  assert.equal(connection!.status, 'degraded')
  assert.deepEqual(
    connection!.institutions.map(({ name, status }) => [name, status]),
    names.map((id) => [`Bank ${id}`, id === '3' ? 'reauth_required' : 'healthy']),
  )
  assert.ok(connection!.next_sync_at !== null)
})

test('act.missingdata keeps the watermark: rows booked meanwhile are read afterwards', async () => {
  const { look, rows, bank } = await givenBank([booked('1', '2026-01-02')])
  bank.state.errors = [{ code: 'act.missingdata', msg: 'Some is missing', account_id: 'A' }]
  for (let day = 0; day < 14; day += 1) await look([booked('1', '2026-01-02')], { hours: 24 })
  bank.state.errors = []
  await look([booked('2', '2026-01-06', { amount: '-1.00' })], { hours: 24 })
  assert.equal((await rows()).length, 2)
})

test('act.missingdata removes no pending payment', async () => {
  const { look, rows, bank } = await givenBank()
  await look([pendingRow('1', '2026-01-05')])
  bank.state.errors = [{ code: 'act.missingdata', msg: 'Some is missing', account_id: 'A' }]
  for (let hour = 0; hour < 4; hour += 1) await look([])
  assert.equal((await rows()).length, 1)
})

test('edited amount, then posted: edits stay, unless the amount of the bank has changed', async () => {
  const { look, rows, transactions, product, householdId } = await givenBank()
  await look([
    pendingRow('1', '2026-01-05', { amount: '-10.00' }),
    pendingRow('2', '2026-01-05', { amount: '-40.00', description: 'GYM', payee: 'Gym' }),
  ])
  const [first, second] = (await rows()).toSorted((a, b) => b.amount - a.amount)
  const mine = { concept: 'Mine', notes: 'n', type: 'transfer', booked_at: '2026-01-04' } as const
  for (const { id } of [first!, second!]) {
    await transactions.editTransaction({ params: { id }, body: { ...mine, amount: -900 } })
  }
  await look([
    booked('b1', '2026-01-06', { amount: '-10.00' }),
    booked('b2', '2026-01-06', { amount: '-44.00', description: 'GYM', payee: 'Gym' }),
  ])
  const after = await rows()
  const of = (id: string) => after.find((row) => row.id === id)!
  assert.deepEqual([of(first!.id).amount, of(second!.id).amount], [-900, -4400])
  const overruled = await product.db
    .selectFrom('audit_entries')
    .select(['subject_id', 'member_id', 'through', 'before', 'after'])
    .where('action', '=', 'transaction.amount_overruled')
    .execute()
  assert.deepEqual(overruled, [
    {
      subject_id: second!.id,
      member_id: null,
      through: 'engine',
      before: { amount: -900 },
      after: { amount: -4400 },
    },
  ])
  for (const { id } of [first!, second!]) {
    const { concept, notes, type, booked_at, status, original_concept } = of(id)
    assert.deepEqual({ concept, notes, type, booked_at }, mine)
    assert.equal(status, 'booked')
    assert.ok(original_concept)
  }
  // The amount belongs to the bank now, until the person edits it again.
  await transactions.editTransaction({ params: { id: second!.id }, body: { amount: -4500 } })
  await look([
    booked('b1', '2026-01-06', { amount: '-10.00' }),
    booked('b2', '2026-01-06', { amount: '-44.00', description: 'GYM 24', payee: 'Gym' }),
  ])
  assert.equal((await rows()).find(({ id }) => id === second!.id)!.amount, -4500)
  await assertBooks(product.db, householdId)
})

test('user-deleted row re-sent: it stays deleted, also when changed or booked', async () => {
  const { look, rows, app, groceries, transactions, product, householdId } = await givenBank()
  await look([pendingRow('1', '2026-01-05'), booked('2', '2026-01-05', { amount: '-2.00' })])
  const before = (await groceries()).balance
  for (const { id } of await rows()) {
    await transactions.assignTransaction({
      params: { id },
      body: { expense_goal_id: (await groceries()).id },
    })
    await app.removeTransaction({ params: { id } })
  }
  assert.equal((await groceries()).balance, before)
  for (const answer of [
    [pendingRow('1', '2026-01-05'), booked('2', '2026-01-05', { amount: '-2.00' })],
    [booked('2', '2026-01-05', { amount: '-2.50' })],
    [],
    [],
    [booked('b', '2026-01-06')],
    [booked('b', '2026-01-06'), booked('2', '2026-01-05', { amount: '-2.00' })],
  ]) {
    await look(answer)
    assert.deepEqual(await rows(), [])
  }
  // A second coffee at that price is a new transaction.
  await look([booked('b', '2026-01-06'), booked('c', '2026-01-06')])
  assert.equal((await rows()).length, 1)
  await assertBooks(product.db, householdId)
})

test('deselect, reselect: an account keeps its Expenses and imports what was booked meanwhile', async () => {
  const { look, rows, select, transactions, groceries, accounts } = await givenBank([
    booked('1', '2026-01-02', { amount: '-5.00' }),
  ])
  const [first] = await rows()
  const { id: expense_goal_id } = await groceries()
  await transactions.assignTransaction({ params: { id: first!.id }, body: { expense_goal_id } })
  await select()
  await look([booked('1', '2026-01-02', { amount: '-5.00' })], { hours: 24 * 20 })
  assert.equal((await rows())[0]?.expense_goal_id, expense_goal_id)
  await select('A')
  await look([
    booked('1', '2026-01-02', { amount: '-5.00' }),
    booked('2', '2026-01-12', { amount: '-6.00' }),
  ])
  assert.deepEqual(
    (await rows()).map(({ amount, expense_goal_id: link }) => [amount, link]),
    [
      [-600, null],
      [-500, expense_goal_id],
    ],
  )
  const ours = (await accounts.listAccounts({})).filter(({ provider }) => provider === 'provider_a')
  assert.equal(ours.length, 1)
})

for (const [zone, evening] of [
  ['Pacific/Honolulu', '2026-01-04'],
  ['Pacific/Auckland', '2026-01-05'],
] as const) {
  test(`midnight and noon UTC are dates in ${zone}, other times use that zone`, async () => {
    const midnight = noon('2026-01-04') + 43_200
    const { rows } = await givenBank(
      [
        bankRow('noon', { posted: noon('2026-01-04'), amount: '-1.00' }),
        bankRow('midnight', { posted: midnight, amount: '-2.00' }),
        bankRow('clock', { posted: midnight + 5 * 3600 + 1, amount: '-3.00' }),
      ],
      { document: { document: { household: { name: 'Ada', timezone: zone, currency: 'EUR' } } } },
    )
    const days = new Map((await rows()).map(({ amount, booked_at }) => [amount, booked_at]))
    assert.deepEqual(
      [days.get(-100), days.get(-200), days.get(-300)],
      ['2026-01-04', '2026-01-05', evening],
    )
  })
}

test('JPY and KWD exponents: amounts are read with the decimals of their currency', async () => {
  const bank = await openBank([
    bankAccount('A', {
      currency: 'JPY',
      balance: '1500',
      transactions: [bankRow('1', { amount: '-1200' })],
    }),
    bankAccount('B', {
      currency: 'KWD',
      balance: '1.500',
      transactions: [bankRow('1', { amount: '-1.234' })],
    }),
  ])
  const { rows, accounts } = await givenBank([], { bank })
  const amounts = (await rows()).map(({ amount, currency }) => `${currency} ${amount}`)
  assert.deepEqual(amounts.toSorted(), ['JPY -1200', 'KWD -1234'])
  const balances = (await accounts.listAccounts({}))
    .filter(({ provider }) => provider === 'provider_a')
    .map(({ currency, balance }) => `${currency} ${balance}`)
  assert.deepEqual(balances.toSorted(), ['JPY 1500', 'KWD 1500'])
})

test('a quota warning stops all requests for a day', async () => {
  const { look, bank, sync, product, connections } = await givenBank()
  bank.state.errors = [{ code: 'gen.api', msg: 'Please make fewer requests.' }]
  await look([booked('1', '2026-01-05')])
  bank.state.errors = []
  const asked = bank.requests.length
  product.runtime.advance({ hours: 1 })
  const [connection] = await connections.listConnections({})
  assert.ok(connection!.next_sync_at! > '2026-01-06T13:00')
  await assert.rejects(sync.requestSync({ body: {} }), {
    status: 429,
    retryAfterSeconds: 23 * 3600,
  })
  assert.equal(bank.requests.length, asked)
  product.runtime.advance({ hours: 23 })
  assert.equal((await sync.requestSync({ body: {} })).status, 'queued')
})

test('two workers at once: a connection is imported once', async () => {
  const bank = await openBank([bankAccount('A', { transactions: [booked('1', '2026-01-02')] })])
  const { product, householdId, list } = await connected(bank)
  const reports = await Promise.all(
    [1, 2, 3].map(() => syncHousehold(product.runtime, householdId, null)),
  )
  assert.equal((await list()).length, 1)
  assert.ok(reports.every(({ connections }) => connections[0]!.status !== 'failed'))
  const asked = bank.requests.filter(({ query }) => query.has('start-date'))
  assert.equal(asked.length, 2, 'the two windows of one first import')
})
