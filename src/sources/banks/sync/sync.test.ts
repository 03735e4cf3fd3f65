import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { importDue } from './import-next-connection.ts'
import { bankAccount, bankRow, connected, noon, openBank } from '../../../../test/support/bank.ts'
import { budget } from '../../../../test/support/given.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'

test('the first import stores the history once, with exact amounts', async () => {
  const bank = await openBank([
    bankAccount('A', {
      transactions: [
        bankRow('1', { amount: '-105884.8' }),
        bankRow('2', { amount: '0.29', payee: 'Interest' }),
        bankRow('3', { posted: noon('2025-11-01'), amount: '-1' }),
      ],
    }),
  ])
  const { run, list, accounts, product, householdId } = await connected(bank)
  const first = await run()
  assert.deepEqual([first.added, first.updated, first.connections[0]!.status], [3, 0, 'ok'])
  const rows = await list()
  assert.deepEqual(
    rows.map(({ amount, booked_at, type, status, provider, currency }) => [
      amount,
      booked_at,
      type,
      status,
      provider,
      currency,
    ]),
    [
      [29, '2026-01-03', 'income', 'booked', 'provider_a', 'EUR'],
      [-10_588_480, '2026-01-03', 'expense', 'booked', 'provider_a', 'EUR'],
      [-100, '2025-11-01', 'expense', 'booked', 'provider_a', 'EUR'],
    ].toSorted(
      (a, b) =>
        rows.findIndex((row) => row.amount === a[0]) - rows.findIndex((row) => row.amount === b[0]),
    ),
  )
  const [account] = await accounts.listAccounts({})
  assert.deepEqual(
    [account!.balance, account!.provider, account!.institution_name !== null],
    [150_050, 'provider_a', true],
  )
  product.runtime.advance({ hours: 1 })
  const second = await run()
  assert.deepEqual([second.added, second.updated], [0, 0])
  assert.deepEqual(await list(), rows)
  await assertBooks(product.db, householdId)
})

test('the available balance is stored, and cleared when the bank stops reporting it', async () => {
  const bank = await openBank([
    bankAccount('A', { 'available-balance': '1400.00' }),
    bankAccount('B', { name: 'Savings' }),
  ])
  const { run, accounts, product } = await connected(bank)
  const available = async () => {
    const listed = await accounts.listAccounts({})
    return listed
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ available_balance }) => available_balance)
  }
  await run()
  assert.deepEqual(await available(), [140_000, null])
  const [first, second] = bank.state.accounts
  product.runtime.advance({ hours: 1 })
  // Only the available balance has changed.
  Object.assign(first!, { 'available-balance': '1300.00', 'balance-date': noon('2026-01-05') + 60 })
  Object.assign(second!, { 'available-balance': '-0.01', 'balance-date': noon('2026-01-05') + 60 })
  await run()
  assert.deepEqual(await available(), [130_000, -1])
  product.runtime.advance({ hours: 1 })
  Object.assign(first!, {
    'available-balance': undefined,
    'balance-date': noon('2026-01-05') + 120,
  })
  await run()
  assert.deepEqual(await available(), [null, -1])
})

test('both protocol versions give the same household', async () => {
  const lists = []
  for (const version of [1, 2] as const) {
    const bank = await openBank([bankAccount('A', { transactions: [bankRow('1'), bankRow('2')] })])
    bank.state.version = version
    const { run, list } = await connected(bank)
    await run()
    lists.push(
      (await list())
        .map(({ amount, concept, booked_at }) => `${booked_at} ${amount} ${concept}`)
        .toSorted(),
    )
  }
  assert.equal(lists[0]!.length, 2)
  assert.deepEqual(lists[0], lists[1])
})

test('the background imports due connections and plans the next run', async () => {
  const bank = await openBank([bankAccount('A', { transactions: [bankRow('1')] })])
  const { product, list, connections } = await connected(bank)
  assert.equal(await importDue(product.runtime), 1)
  assert.equal((await list()).length, 1)
  assert.equal(await importDue(product.runtime), 0)
  const [connection] = await connections.listConnections({})
  assert.equal(connection!.status, 'healthy')
  assert.ok(connection!.next_sync_at! > '2026-01-06T00:00:00.000Z')
  product.runtime.advance({ hours: 13 })
  bank.state.accounts[0]!.transactions.push(bankRow('2'))
  assert.equal(await importDue(product.runtime), 1)
  assert.equal((await list()).length, 2)
})

test('new id posts: a pending booked under another id keeps its id and edits', async () => {
  const bank = await openBank([
    bankAccount('A', {
      transactions: [
        bankRow('p1', { posted: 0, pending: true, transacted_at: noon('2026-01-04') }),
      ],
    }),
  ])
  const { run, list, transactions, product } = await connected(bank)
  await run()
  const [pending] = await list()
  assert.equal(pending!.status, 'pending')
  await transactions.editTransaction({
    params: { id: pending!.id },
    body: { notes: 'mine', concept: 'Bread' },
  })
  product.runtime.advance({ hours: 1 })
  bank.state.accounts[0]!.transactions = [bankRow('b1', { posted: noon('2026-01-05') })]
  const report = await run()
  assert.deepEqual([report.added, report.updated], [0, 1])
  const booked = await list()
  assert.deepEqual(
    booked.map(({ id, status, notes, concept, booked_at }) => [
      id,
      status,
      notes,
      concept,
      booked_at,
    ]),
    [[pending!.id, 'booked', 'mine', 'Bread', '2026-01-05']],
  )
})

test('assigned expense, then changed amount: the Expense pays the difference', async () => {
  const bank = await openBank([
    bankAccount('A', { transactions: [bankRow('1', { amount: '-50.00' })] }),
  ])
  const { run, list, transactions, product, key, householdId } = await connected(bank, {
    document: budget,
  })
  await run()
  const setAside = async () =>
    (
      await product.request<{ name: string; balance: number; id: string }[]>('GET', '/expenses', {
        key,
      })
    ).body.find(({ name }) => name === 'Groceries')!
  const [row] = (await list()).filter(({ provider }) => provider === 'provider_a')
  await transactions.assignTransaction({
    params: { id: row!.id },
    body: { expense_goal_id: (await setAside()).id },
  })
  assert.equal((await setAside()).balance, 1000)
  product.runtime.advance({ hours: 1 })
  bank.state.accounts[0]!.transactions = [bankRow('1', { amount: '-62.00' })]
  await run()
  assert.equal((await setAside()).balance, 0)
  await assertBooks(product.db, householdId)
})

test('a payday that waits for its deposit continues with a booked deposit, not a pending one', async () => {
  const bank = await openBank([bankAccount('A', { balance: '120.00' })])
  const { run, product, householdId, key } = await connected(bank, {
    document: {
      funding_schedules: [
        {
          ref: 'pay',
          name: 'Salary',
          frequency: 'monthly',
          days: [8],
          anchor: '2026-01-08',
          wait_for_deposit: true,
        },
      ],
      expenses: [{ ref: 'food', name: 'Food', target_amount: 30_000, funding_schedules: ['pay'] }],
    },
  })
  const held = async () => {
    await runDueHouseholds(product.runtime)
    const { body } = await product.request<{ balance: number }[]>('GET', '/expenses', { key })
    return body[0]!.balance
  }
  await run()
  product.runtime.advance({ hours: 24 * 3 })
  assert.equal(await held(), 12_000)
  product.runtime.advance({ hours: 24 })
  const [account] = bank.state.accounts
  const salary = { amount: '500.00', payee: 'Employer', transacted_at: noon('2026-01-09') }
  account!.transactions = [bankRow('p', { ...salary, posted: 0, pending: true })]
  await run()
  assert.equal(await held(), 12_000)
  product.runtime.advance({ hours: 24 })
  Object.assign(account!, { balance: '620.00', 'balance-date': noon('2026-01-10') })
  account!.transactions = [bankRow('b', { ...salary, posted: noon('2026-01-10') })]
  await run()
  assert.equal(await held(), 30_000)
  await assertBooks(product.db, householdId)
})

test('pending vanishes, snapshot unchanged for 3 polls', async (t) => {
  const coffee = { posted: 0, pending: true, transacted_at: noon('2026-01-04'), amount: '-12.00' }
  const bank = await openBank([bankAccount('A', { transactions: [bankRow('p1', coffee)] })])
  const [account] = bank.state.accounts
  const { run, list, transactions, product, key, householdId } = await connected(bank, {
    document: budget,
  })
  const groceries = async () => {
    const { body } = await product.request<{ name: string; balance: number; id: string }[]>(
      'GET',
      '/expenses',
      { key },
    )
    return body.find(({ name }) => name === 'Groceries')!
  }
  /** Runs an hour later; `news`: the provider has newer data of the bank. */
  const look = async (rows: ReturnType<typeof bankRow>[], { news = true } = {}) => {
    product.runtime.advance({ hours: 1 })
    if (news) account!['balance-date'] += 3600
    account!.transactions = rows
    return run()
  }
  await run()
  const [pending] = (await list()).filter(({ provider }) => provider === 'provider_a')
  const before = (await groceries()).balance
  await transactions.assignTransaction({
    params: { id: pending!.id },
    body: { expense_goal_id: (await groceries()).id },
  })
  const ids = async () => (await list()).map(({ id }) => id)
  await t.test(
    'it is removed by the second answer with newer data, and its Expense gets the money back',
    async () => {
      // Without newer data absence means nothing; then it is missing once; then it is listed again.
      for (const given of [{ news: false }, { news: false }, { news: false }]) await look([], given)
      await look([])
      await look([bankRow('p1', coffee)])
      await look([])
      assert.ok((await ids()).includes(pending!.id))
      assert.equal((await look([])).removed, 1)
      assert.ok(!(await ids()).includes(pending!.id))
      assert.equal((await groceries()).balance, before)
      await assertBooks(product.db, householdId)
    },
  )
  await t.test('its booking restores it, with its Expense', async () => {
    const booked = { amount: '-12.00', posted: noon('2026-01-05') }
    assert.deepEqual((await look([bankRow('b1', booked)])).updated, 1)
    const back = (await list()).find(({ id }) => id === pending!.id)
    assert.deepEqual([back?.status, back?.expense_goal_id], ['booked', (await groceries()).id])
    assert.equal((await groceries()).balance, before - 1200)
  })
  await t.test('booked rows are never removed by absence', async () => {
    await look([])
    await look([])
    assert.ok((await ids()).includes(pending!.id))
  })
  await assertBooks(product.db, householdId)
})

test('a requested sync runs in the background, and is not repeated within 15 minutes', async () => {
  const bank = await openBank([bankAccount('A', { transactions: [bankRow('1')] })])
  const { sync, product, list } = await connected(bank)
  assert.deepEqual((await sync.requestSync({ body: {} })).status, 'queued')
  assert.equal((await sync.showSyncStatus({})).status, 'queued')
  await importDue(product.runtime)
  assert.equal((await list()).length, 1)
  const status = await sync.showSyncStatus({})
  assert.deepEqual([status.status, status.last_synced_at], ['idle', '2026-01-05T12:00:00.000Z'])
  const again = await sync.requestSync({ body: { provider: 'provider_a' } })
  assert.deepEqual(
    [again.status, again.providers[0]!.reason],
    ['nothing_to_sync', 'synced_recently'],
  )
  product.runtime.advance({ minutes: 15 })
  assert.equal((await sync.requestSync({ body: {} })).status, 'queued')
  const other = await sync.requestSync({ body: { provider: 'provider_b' } })
  assert.deepEqual([other.status, other.providers[0]!.connection_count], ['nothing_to_sync', 0])
})

test('a broken answer degrades the connection, and the next run catches up', async () => {
  const bank = await openBank([bankAccount('A', { transactions: [bankRow('1')] })])
  const { run, list, connections, product } = await connected(bank)
  bank.state.override = { status: 200, body: '{"accounts": [' }
  const failed = await run()
  assert.equal(failed.connections[0]!.status, 'failed')
  assert.deepEqual(await list(), [])
  const [broken] = await connections.listConnections({})
  assert.deepEqual([broken!.status, broken!.error?.code], ['degraded', 'degraded'])
  bank.state.override = null
  product.runtime.advance({ minutes: 20 })
  assert.equal((await run()).added, 1)
  assert.equal((await connections.listConnections({}))[0]!.status, 'healthy')
})

test('an answer of thousands of rows is matched correctly across several statements', async () => {
  const rows = Array.from({ length: 4500 }, (_, index) =>
    bankRow(`r${index}`, {
      amount: `-${1 + (index % 80)}.${10 + (index % 90)}`,
      payee: `Shop ${index % 50}`,
    }),
  )
  const pending = bankRow('p', { posted: 0, pending: true, transacted_at: noon('2026-01-05') })
  const bank = await openBank([bankAccount('A', { transactions: [...rows, pending] })])
  const { run, product, householdId } = await connected(bank)
  const first = await run()
  assert.deepEqual([first.added, first.updated], [4501, 0])
  product.runtime.advance({ hours: 1 })
  const changed = [rows[0]!, rows[2100]!, rows[4499]!].map((row) => ({ ...row, amount: '-500.00' }))
  const kept = rows.filter((row) => !changed.some(({ id }) => id === row.id))
  const booking = bankRow('b', { posted: noon('2026-01-05') })
  bank.state.accounts[0]!.transactions = [...kept, ...changed, booking]
  const second = await run()
  assert.deepEqual([second.added, second.updated, second.removed], [0, 4, 0])
  await assertBooks(product.db, householdId)
})
