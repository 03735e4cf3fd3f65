import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importDue } from './import-next-connection.ts'
import { budget } from '../../../../test/support/given.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { connectedToPlaid, plaidAccount, plaidRow } from '../../../../test/support/plaid.ts'

const byAmount = (a: readonly [number, ...unknown[]], b: readonly [number, ...unknown[]]) =>
  a[0] - b[0]
const byName = (a: readonly [string, ...unknown[]], b: readonly [string, ...unknown[]]) =>
  a[0] < b[0] ? -1 : 1

test('the first update imports history without announcements, with signs as Plaid defines', async () => {
  const { tells, run, list, accounts, news, product, householdId } = await connectedToPlaid({
    accounts: [
      plaidAccount('A', { current: 23631.9805, available: 23500.5 }),
      plaidAccount('V', {
        name: 'Visa',
        type: 'credit',
        subtype: 'credit card',
        current: 410.5,
        available: null,
      }),
    ],
  })
  tells(
    plaidRow('1', {
      amount: 72.1,
      date: '2025-12-24',
      name: 'WM SUPERCENTER #1700',
      merchant: 'Walmart',
    }),
    plaidRow('2', {
      amount: -1500,
      name: 'ACME PAYROLL',
      merchant: null,
      category: 'INCOME_WAGES',
    }),
    plaidRow('3', { account: 'V', amount: 0.29, pending: true }),
  )
  const first = await run()
  assert.deepEqual([first.added, first.connections[0]!.status], [3, 'ok'])
  const rows = (await list()).map(({ amount, booked_at, concept, status, provider, type }) => {
    return [amount, booked_at, concept, status, provider, type] as const
  })
  assert.deepEqual(rows.toSorted(byAmount), [
    [-7210, '2025-12-24', 'Walmart', 'booked', 'provider_b', 'expense'],
    [-29, '2026-01-03', 'Corner Bakery', 'pending', 'provider_b', 'expense'],
    [150_000, '2026-01-03', 'Acme Payroll', 'booked', 'provider_b', 'income'],
  ])
  const balances = (await accounts.listAccounts({})).map(
    ({ name, balance, available_balance, type, subtype }) => {
      return [name, balance, available_balance, type, subtype] as const
    },
  )
  assert.deepEqual(balances.toSorted(byName), [
    ['Plaid Checking A', 2_363_198, 2_350_050, 'depository', 'checking'],
    ['Visa', -41_050, null, 'credit', 'credit_card'],
  ])
  assert.deepEqual(await news(), [])
  const again = await run()
  assert.deepEqual([again.added, again.updated, again.removed], [0, 0, 0])
  await assertBooks(product.db, householdId)
})

test('link on a later page: a booking replaces the pending that it names, on any page', async (t) => {
  const { tells, takesBack, run, list, amounts, news, plaid } = await connectedToPlaid()
  tells(plaidRow('old'))
  await run()
  tells(
    plaidRow('p', { amount: 5, pending: true }),
    plaidRow('late', { amount: 9, date: '2025-12-01' }),
  )
  await run()
  await t.test('a row that is weeks late is not announced', async () => {
    assert.deepEqual(await news(), [-500])
  })
  const before = (await list()).find(({ amount }) => amount === -500)!
  plaid.state.pageSize = 1
  takesBack('p')
  tells(plaidRow('x', { amount: 1 }), plaidRow('b', { amount: 6, replaces: 'p' }))
  await run()
  const after = (await list()).find(({ id }) => id === before.id)!
  assert.deepEqual([after.amount, after.status], [-600, 'booked'])
  assert.deepEqual(await amounts(), [-1234, -900, -600, -100])
  assert.deepEqual(await news(), [-100])
})

test('wrong link: a booking that cannot be the pending it names does not replace it', async () => {
  const { tells, takesBack, run, amounts } = await connectedToPlaid()
  tells(plaidRow('p', { amount: 84, pending: true, merchant: 'Hotel', date: '2026-01-04' }))
  await run()
  takesBack('p')
  tells(plaidRow('b', { amount: 1.99, replaces: 'p', merchant: 'App Store', date: '2026-01-04' }))
  await run()
  assert.deepEqual(await amounts(), [-199])
})

test('removed, then re-added with link next day: the pending returns as its booking', async () => {
  const { tells, takesBack, run, amounts, list, news, product } = await connectedToPlaid()
  tells(plaidRow('q', { amount: 20, pending: true, date: '2026-01-05' }))
  await run()
  const pending = (await list()).find(({ amount }) => amount === -2000)!
  takesBack('q')
  await run()
  assert.deepEqual(await amounts(), [])
  await news()
  product.runtime.advance({ hours: 24 })
  tells(plaidRow('r', { amount: 20, replaces: 'q', date: '2026-01-06' }))
  await run()
  const back = (await list()).find(({ amount }) => amount === -2000)!
  assert.deepEqual([back.id, back.status, await news()], [pending.id, 'booked', []])
})

test('mutation mid-way, null restart: an update restarts when rows change', async (t) => {
  const { tells, run, amounts, plaid } = await connectedToPlaid()
  tells(plaidRow('1', { amount: 1 }))
  await run()
  plaid.state.pageSize = 1
  tells(plaidRow('2', { amount: 2 }), plaidRow('3', { amount: 3 }))
  const mutation = {
    status: 400,
    type: 'TRANSACTIONS_ERROR',
    code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
  }
  let pages = 0
  await t.test('it restarts from the same cursor', async () => {
    plaid.state.onPage = () => {
      pages += 1
      if (pages === 2) plaid.state.faults.set('/transactions/sync', [mutation])
    }
    await run()
    assert.deepEqual(await amounts(), [-300, -200, -100])
    const cursors = plaid.asked.filter(({ path }) => path === '/transactions/sync').slice(-4)
    assert.deepEqual(
      cursors.map(({ body }) => body['cursor']),
      ['c1', 'c2', 'c1', 'c2'].slice(0, 4),
    )
  })
  await t.test(
    'after repeated mutations it restarts from the beginning, and drops removed rows',
    async () => {
      plaid.state.happened.push({ remove: '2', account: 'A' })
      pages = -100
      plaid.state.faults.set('/transactions/sync', [mutation, mutation, mutation])
      await run()
      assert.deepEqual(await amounts(), [-300, -100])
    },
  )
})

test('a cursor that Plaid has forgotten restarts the update from the beginning', async () => {
  const { tells, run, amounts, product, connectionId, news } = await connectedToPlaid()
  tells(plaidRow('1', { amount: 1 }))
  await run()
  await product.db
    .updateTable('connections')
    .set({ cursor: 'unknown' })
    .where('id', '=', connectionId)
    .execute()
  tells(plaidRow('2', { amount: 2 }))
  assert.equal((await run()).connections[0]!.status, 'ok')
  assert.deepEqual(await amounts(), [-200, -100])
  assert.deepEqual(await news(), [-200])
})

test('a login that is not ready stores no cursor and is asked again soon', async () => {
  const { tells, plaid, product, run, amounts, news } = await connectedToPlaid()
  plaid.state.status = 'NOT_READY'
  assert.equal(await importDue(product.runtime), 1)
  product.runtime.advance({ minutes: 1 })
  plaid.state.status = 'INITIAL_UPDATE_COMPLETE'
  tells(plaidRow('1', { amount: 1 }))
  assert.equal(await importDue(product.runtime), 1, 'half a minute after the connection')
  tells(plaidRow('2', { amount: 2 }))
  plaid.state.status = 'HISTORICAL_UPDATE_COMPLETE'
  await run()
  assert.deepEqual(await amounts(), [-200, -100])
  assert.deepEqual(await news(), [])
  tells(plaidRow('3', { amount: 3 }))
  await run()
  assert.deepEqual(await news(), [-300])
})

test('assigned expense, then posted with another amount: the Expense pays the difference', async () => {
  const { tells, takesBack, run, list, transactions, product, loaded, householdId } =
    await connectedToPlaid({ document: { ...budget, accounts: budget.accounts } })
  tells(plaidRow('old'))
  await run()
  tells(plaidRow('p', { amount: 5, pending: true, date: '2026-01-05' }))
  await run()
  const pending = (await list()).find(({ amount }) => amount === -500)!
  const params = { id: pending.id }
  await transactions.editTransaction({ params, body: { concept: 'Dinner', notes: 'with Bo' } })
  await transactions.assignTransaction({
    params,
    body: { expense_goal_id: loaded.expenses['groceries']! },
  })
  const held = async () =>
    (
      await product.db
        .selectFrom('expenses')
        .select('building')
        .where('id', '=', loaded.expenses['groceries']!)
        .executeTakeFirstOrThrow()
    ).building
  const before = await held()
  takesBack('p')
  tells(plaidRow('b', { amount: 6.5, replaces: 'p', date: '2026-01-06' }))
  await run()
  const booked = await transactions.showTransaction({ params })
  assert.deepEqual(
    [booked.amount, booked.concept, booked.notes, booked.expense_goal_id, booked.status],
    [-650, 'Dinner', 'with Bo', loaded.expenses['groceries'], 'booked'],
  )
  assert.equal(await held(), before - 150)
  await assertBooks(product.db, householdId)
})

test('an account at Plaid is unfollowed and followed again', async (t) => {
  const {
    tells,
    takesBack,
    run,
    list,
    amounts,
    accounts,
    transactions,
    news,
    loaded,
    product,
    householdId,
  } = await connectedToPlaid({
    accounts: [plaidAccount('A'), plaidAccount('B')],
    document: budget,
  })
  tells(
    plaidRow('1', { amount: 1 }),
    plaidRow('2', { amount: 2 }),
    plaidRow('3', { account: 'B', amount: 7 }),
  )
  await run()
  const [one] = (await list()).filter(({ amount }) => amount === -100)
  await transactions.assignTransaction({
    params: { id: one!.id },
    body: { expense_goal_id: loaded.expenses['groceries']! },
  })
  const account = (await accounts.listAccounts({})).find(({ id }) => id === one!.account_id)!
  const follow = (subscribed: boolean) =>
    accounts.setSubscription({ params: { id: account.id }, body: { subscribed } })
  await t.test('unfollowed, it is hidden with its transactions', async () => {
    await follow(false)
    assert.ok((await accounts.listAccounts({})).every(({ id }) => id !== account.id))
    assert.deepEqual(
      (await list()).map(({ amount }) => amount),
      [-700],
    )
    await assert.rejects(transactions.showTransaction({ params: { id: one!.id } }))
  })
  // Meanwhile one row is added and one removed.
  tells(plaidRow('4', { amount: 4 }))
  takesBack('2')
  await run()
  assert.deepEqual(
    (await list()).map(({ amount }) => amount),
    [-700],
  )
  await t.test(
    'followed again, it returns with its Expenses and without announcements',
    async () => {
      await follow(true)
      await run()
      const shown = await list()
      assert.deepEqual(await amounts(), [-700, -400, -100])
      assert.equal(
        shown.find(({ id }) => id === one!.id)!.expense_goal_id,
        loaded.expenses['groceries'],
      )
      assert.deepEqual(await news(), [])
    },
  )
  await t.test('later rows are announced again', async () => {
    tells(plaidRow('5', { amount: 5 }))
    await run()
    assert.deepEqual(await news(), [-500])
  })
  await assertBooks(product.db, householdId)
})

test('without followed accounts nothing is asked, and hidden accounts have their ids', async () => {
  const { run, plaid, product, accounts, connections } = await connectedToPlaid({
    selectAll: false,
  })
  const asked = plaid.asked.length
  assert.equal((await run()).connections[0]!.status, 'nothing_to_do')
  assert.equal(plaid.asked.length, asked)
  assert.deepEqual(await accounts.listAccounts({}), [])
  const [connection] = await connections.listConnections({})
  assert.deepEqual(
    [connection!.provider, connection!.account_count, connection!.institution_name],
    ['provider_b', 1, 'First Platypus Bank'],
  )
  const catalog = await product.db.selectFrom('provider_accounts').select('account_id').execute()
  assert.ok(catalog.every(({ account_id }) => account_id !== null))
  await accounts.setSubscription({
    params: { id: catalog[0]!.account_id! },
    body: { subscribed: true },
  })
  assert.equal((await accounts.listAccounts({})).length, 1)
})
