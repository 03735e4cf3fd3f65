import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importDue } from './import-next-connection.ts'
import { connectedToPlaid, plaidAccount, plaidRow } from '../../../../test/support/plaid.ts'
import { syncHousehold } from './sync-household.ts'

test('what Plaid says is wrong shows in the connection, and mends itself', async () => {
  const { run, plaid, product, connections, sync, tells, amounts } = await connectedToPlaid()
  tells(plaidRow('1', { amount: 1 }))
  await run()
  const fails = async (type: string, code: string, status = 400) => {
    plaid.state.faults.set('/transactions/sync', [{ status, type, code }])
    const { connections: ran } = await run()
    const [shown] = await connections.listConnections({})
    return [ran[0]!.status, ran[0]!.error!.code, shown!.status]
  }
  const unavailable = ['failed', 'provider_unavailable', 'degraded']
  assert.deepEqual(await fails('INSTITUTION_ERROR', 'INSTITUTION_DOWN'), unavailable)
  assert.deepEqual(await fails('API_ERROR', 'INTERNAL_SERVER_ERROR', 500), unavailable)
  assert.deepEqual(await fails('RATE_LIMIT_EXCEEDED', 'TRANSACTIONS_SYNC_LIMIT', 429), [
    'failed',
    'provider_quota_exhausted',
    'degraded',
  ])
  await assert.rejects(
    sync.requestSync({ body: {} }),
    (error: { error: object; status: number }) => {
      assert.equal(error.status, 429)
      assert.deepEqual(
        { ...error.error, request_id: '' },
        {
          type: 'rate_limit_error',
          code: 'provider_quota_exhausted',
          message: (error.error as { message: string }).message,
          request_id: '',
          retry_after: 60,
        },
      )
      return true
    },
  )
  assert.deepEqual(await fails('ITEM_ERROR', 'ITEM_LOGIN_REQUIRED'), [
    'failed',
    'reauth_required',
    'reauth_required',
  ])
  // Still broken: only the Item is looked at, and no row is asked for.
  plaid.state.itemError = { type: 'ITEM_ERROR', code: 'ITEM_LOGIN_REQUIRED' }
  const asked = () => plaid.asked.filter(({ path }) => path === '/transactions/sync').length
  const before = asked()
  product.runtime.advance({ hours: 30 })
  assert.equal(await importDue(product.runtime), 1)
  assert.equal(asked(), before)
  plaid.state.itemError = null
  tells(plaidRow('2', { amount: 2 }))
  product.runtime.advance({ hours: 30 })
  assert.equal(await importDue(product.runtime), 1)
  assert.equal((await connections.listConnections({}))[0]!.status, 'healthy')
  assert.deepEqual(await amounts(), [-200, -100])
  assert.deepEqual(await fails('INVALID_INPUT', 'INVALID_ACCESS_TOKEN'), [
    'failed',
    'revoked',
    'revoked',
  ])
})

test('a crash between asking and storing is asked again; two workers on one login store once', async () => {
  const { tells, product, householdId, amounts, plaid, run } = await connectedToPlaid()
  tells(plaidRow('1', { amount: 1 }))
  await run()
  tells(plaidRow('2', { amount: 2 }))
  const { runtime } = product
  let crashed = false
  plaid.state.onPage = async () => {
    if (crashed) return
    crashed = true
    // Another process takes the connection over while this one still waits for its answer.
    await product.db.updateTable('connections').set({ lease_owner: 'another/1/x' }).execute()
  }
  runtime.advance({ hours: 1 })
  await syncHousehold(runtime, householdId, null)
  assert.deepEqual(await amounts(), [-100])
  await product.db
    .updateTable('connections')
    .set({ lease_owner: null, lease_until: null })
    .execute()
  runtime.advance({ hours: 1 })
  // The second joins the first, or finds nothing left to do.
  await Promise.all([
    syncHousehold(runtime, householdId, null),
    syncHousehold(runtime, householdId, null),
  ])
  assert.deepEqual(await amounts(), [-200, -100])
})

test('rows that cannot be read are dropped, counted and reported; yen and dinars have their own decimals', async () => {
  const { tells, run, amounts } = await connectedToPlaid({
    accounts: [
      plaidAccount('A', { currency: 'JPY' }),
      plaidAccount('K', { currency: 'KWD', current: 1.234 }),
    ],
  })
  tells(
    plaidRow('1', { amount: 1200, currency: 'JPY' }),
    plaidRow('2', { account: 'K', amount: 1.234, currency: 'KWD' }),
    plaidRow('3', { amount: 1e30, currency: 'JPY' }),
    plaidRow('4', { date: '2026-02-30' }),
  )
  const { connections } = await run()
  assert.deepEqual([connections[0]!.added, connections[0]!.dropped], [2, 2])
  assert.deepEqual(await amounts(), [-1234, -1200])
})

test('read from the beginning, what could not be read is not taken for gone, and a dead pending is', async () => {
  const { tells, run, amounts, plaid, product } = await connectedToPlaid({
    accounts: [plaidAccount('A'), plaidAccount('B')],
  })
  tells(plaidRow('1', { amount: 1 }), plaidRow('2', { amount: 2 }))
  tells(plaidRow('p', { account: 'B', amount: 3, pending: true }))
  await run()
  await product.db.updateTable('connections').set({ cursor: 'forgotten' }).execute()
  plaid.state.happened[1] = { upsert: plaidRow('2', { amount: 2, date: '2026-02-30' }) }
  plaid.state.happened.push({ remove: 'p', account: 'B' })
  const { connections } = await run()
  assert.deepEqual([connections[0]!.dropped, connections[0]!.removed], [1, 1])
  assert.deepEqual(await amounts(), [-200, -100])
  assert.ok(product.runtime.logged.some((line) => line.includes('sync.taken_back')))
})

test('while Plaid prepares the rows anew the cursor stays', async () => {
  const { tells, run, amounts, plaid, product, news } = await connectedToPlaid()
  tells(plaidRow('1', { amount: 1 }))
  await run()
  plaid.state.status = 'NOT_READY'
  assert.equal((await run()).connections[0]!.status, 'ok')
  const { cursor } = await product.db
    .selectFrom('connections')
    .select('cursor')
    .executeTakeFirstOrThrow()
  assert.equal(cursor, 'c1')
  plaid.state.status = 'HISTORICAL_UPDATE_COMPLETE'
  tells(plaidRow('2', { amount: 2 }))
  await run()
  assert.deepEqual([await amounts(), await news()], [[-200, -100], [-200]])
})

test('an update of more pages than Plaid answers in a minute waits for the next, and is stored whole', async () => {
  const { tells, run, amounts, plaid } = await connectedToPlaid()
  plaid.state.pageSize = 1
  tells(...['1', '2', '3'].map((id) => plaidRow(id, { amount: Number(id) })))
  const limit = { status: 429, type: 'RATE_LIMIT_EXCEEDED', code: 'TRANSACTIONS_SYNC_LIMIT' }
  plaid.state.onPage = (page) => {
    if (page !== 1) return
    plaid.state.onPage = () => {}
    plaid.state.faults.set('/transactions/sync', [limit, limit])
  }
  const { connections } = await run()
  assert.deepEqual([connections[0]!.status, connections[0]!.requests], ['ok', 1])
  assert.deepEqual(await amounts(), [-300, -200, -100])
})

test('a login that its bank shuts out waits for its owner, says so at the bank, and mends when it is repaired', async () => {
  const { tells, run, plaid, connections, amounts } = await connectedToPlaid()
  tells(plaidRow('1', { amount: 1 }))
  // Plaid may still tell what it has.
  plaid.state.itemError = { type: 'ITEM_ERROR', code: 'ITEM_LOGIN_REQUIRED' }
  await run()
  const shown = async () => {
    const [{ status, error, institutions }] = (await connections.listConnections({})) as [
      Awaited<ReturnType<typeof connections.listConnections>>[number],
    ]
    return [status, error?.code ?? null, institutions[0]!.status, institutions[0]!.message]
  }
  const words = 'The bank wants you to sign in again.'
  const locked = ['reauth_required', 'reauth_required', 'reauth_required', words]
  assert.deepEqual([await shown(), await amounts()], [locked, [-100]])
  assert.equal((await run()).connections[0]!.error!.code, 'reauth_required')
  assert.deepEqual(await shown(), locked)
  plaid.state.itemError = null
  await run()
  assert.deepEqual(await shown(), ['healthy', null, 'healthy', null])
  const down = { status: 400, type: 'INSTITUTION_ERROR', code: 'INSTITUTION_DOWN' }
  plaid.state.faults.set('/transactions/sync', [down])
  await run()
  assert.deepEqual((await shown()).slice(0, 3), ['degraded', 'degraded', 'degraded'])
  plaid.state.itemError = { type: 'ITEM_ERROR', code: 'USER_PERMISSION_REVOKED' }
  await run()
  assert.equal((await shown())[0], 'revoked')
  const asked = plaid.asked.length
  assert.equal((await run()).connections[0]!.status, 'nothing_to_do')
  assert.equal(plaid.asked.length, asked, 'nobody asks for what was taken away')
})

test('points are shown as what they are, no money', async () => {
  const { tells, run, list, accounts } = await connectedToPlaid({
    accounts: [plaidAccount('P', { name: 'Miles', currency: null, current: 1200 })],
  })
  tells(plaidRow('1', { account: 'P', amount: 12, currency: null }))
  await run()
  assert.deepEqual(
    [(await accounts.listAccounts({})).map(({ currency }) => currency), (await list()).length],
    [['XXX'], 1],
  )
})

test('an amount that a person has set stays until the bank’s own amount changes', async () => {
  const { tells, takesBack, run, list, transactions } = await connectedToPlaid()
  tells(plaidRow('p', { amount: 5, pending: true }), plaidRow('q', { amount: 7, pending: true }))
  await run()
  for (const { id, amount } of await list()) {
    await transactions.editTransaction({ params: { id }, body: { amount: amount + 100 } })
  }
  const before = new Map((await list()).map(({ id, amount }) => [amount, id]))
  takesBack('p', 'q')
  tells(
    plaidRow('b', { amount: 5, replaces: 'p' }),
    plaidRow('c', { amount: 7.5, replaces: 'q', date: '2026-01-04' }),
  )
  await run()
  const after = new Map((await list()).map(({ id, amount }) => [id, amount]))
  assert.deepEqual([after.get(before.get(-400)!), after.get(before.get(-600)!)], [-400, -750])
})

test('an update without an end is given up and said, stores nothing, and is read once it has one; what nobody was told of cannot go', async () => {
  const { plaid, run, tells, takesBack, amounts, connections } = await connectedToPlaid()
  tells(plaidRow('1', { amount: 1 }))
  await run()
  takesBack('never-told')
  // An account that the login does not offer.
  tells(plaidRow('2', { amount: 2 }), plaidRow('3', { account: 'unknown', amount: 3 }))
  plaid.state.endless = true
  const failed = (await run()).connections[0]!
  assert.deepEqual([failed.status, failed.error?.code], ['failed', 'provider_unavailable'])
  assert.ok(plaid.asked.length < 20, 'it does not ask for ever')
  assert.deepEqual(await amounts(), [-100])
  const [shown] = await connections.listConnections({})
  assert.equal(shown!.status, 'degraded')
  plaid.state.endless = false
  const mended = (await run()).connections[0]!
  assert.deepEqual([mended.status, mended.added, mended.removed], ['ok', 1, 0])
  assert.deepEqual(await amounts(), [-200, -100])
})
