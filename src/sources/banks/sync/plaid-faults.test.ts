import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importDue } from './import-next-connection.ts'
import { connectedToPlaid, plaidAccount, plaidRow } from '../../../../test/support/plaid.ts'
import { syncHousehold } from './sync-household.ts'

test('a fault that Plaid reports becomes the status of the connection until it is repaired', async (t) => {
  const { run, plaid, product, connections, sync, tells, amounts } = await connectedToPlaid()
  tells(plaidRow('1', { amount: 1 }))
  await run()
  const fails = async (type: string, code: string, status = 400) => {
    plaid.state.faults.set('/transactions/sync', [{ status, type, code }])
    const { connections: ran } = await run()
    const [shown] = await connections.listConnections({})
    return [ran[0]!.status, ran[0]!.error!.code, shown!.status]
  }
  await t.test('failures of bank and API degrade the connection', async () => {
    const unavailable = ['failed', 'provider_unavailable', 'degraded']
    assert.deepEqual(await fails('INSTITUTION_ERROR', 'INSTITUTION_DOWN'), unavailable)
    assert.deepEqual(await fails('API_ERROR', 'INTERNAL_SERVER_ERROR', 500), unavailable)
  })
  await t.test('a rate limit is a quota, also for a requested sync', async () => {
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
  })
  await t.test('a broken login needs its owner, and only the Item is read', async () => {
    assert.deepEqual(await fails('ITEM_ERROR', 'ITEM_LOGIN_REQUIRED'), [
      'failed',
      'reauth_required',
      'reauth_required',
    ])
    plaid.state.itemError = { type: 'ITEM_ERROR', code: 'ITEM_LOGIN_REQUIRED' }
    const asked = () => plaid.asked.filter(({ path }) => path === '/transactions/sync').length
    const before = asked()
    product.runtime.advance({ hours: 30 })
    assert.equal(await importDue(product.runtime), 1)
    assert.equal(asked(), before)
  })
  await t.test('a repaired login is found within 30 hours', async () => {
    plaid.state.itemError = null
    tells(plaidRow('2', { amount: 2 }))
    product.runtime.advance({ hours: 30 })
    assert.equal(await importDue(product.runtime), 1)
    assert.equal((await connections.listConnections({}))[0]!.status, 'healthy')
    assert.deepEqual(await amounts(), [-200, -100])
  })
  await t.test('an unknown access token revokes the connection', async () => {
    assert.deepEqual(await fails('INVALID_INPUT', 'INVALID_ACCESS_TOKEN'), [
      'failed',
      'revoked',
      'revoked',
    ])
  })
})

test('an answer is not stored after the lease is lost', async () => {
  const { tells, product, householdId, amounts, plaid, run } = await connectedToPlaid()
  tells(plaidRow('1', { amount: 1 }))
  await run()
  tells(plaidRow('2', { amount: 2 }))
  const { runtime } = product
  let crashed = false
  plaid.state.onPage = async () => {
    if (crashed) return
    crashed = true
    // Another process takes the lease while this one waits for its answer.
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
  await run()
  assert.deepEqual(await amounts(), [-200, -100])
})

test('two workers on one login store an update once', async () => {
  const { tells, product, householdId, amounts, run } = await connectedToPlaid()
  const { runtime } = product
  tells(plaidRow('1', { amount: 1 }))
  await run()
  tells(plaidRow('2', { amount: 2 }))
  runtime.advance({ hours: 1 })
  // The second sync joins the first, or finds nothing left to do.
  await Promise.all([
    syncHousehold(runtime, householdId, null),
    syncHousehold(runtime, householdId, null),
  ])
  assert.deepEqual(await amounts(), [-200, -100])
})

test('unreadable rows are dropped and counted, and the others are stored', async () => {
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
  assert.deepEqual(await amounts(), [-1234, -1200], 'in the decimals of yen and dinars')
})

test('a full read removes a missing pending payment, but not an unreadable row', async () => {
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

test('the cursor stays while Plaid is not ready', async () => {
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

test('an update that reaches the page limit of a minute waits, and is stored whole', async () => {
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

test('a fault of a login shows at the connection and its bank until it is repaired', async (t) => {
  const { tells, run, plaid, connections, amounts } = await connectedToPlaid()
  tells(plaidRow('1', { amount: 1 }))
  // Plaid may still answer with the rows that it has.
  plaid.state.itemError = { type: 'ITEM_ERROR', code: 'ITEM_LOGIN_REQUIRED' }
  await run()
  const shown = async () => {
    const [{ status, error, institutions }] = (await connections.listConnections({})) as [
      Awaited<ReturnType<typeof connections.listConnections>>[number],
    ]
    return [status, error?.code ?? null, institutions[0]!.status, institutions[0]!.message]
  }
  await t.test('a login that needs its owner still imports the rows that Plaid has', async () => {
    const words = 'The bank wants you to sign in again.'
    const locked = ['reauth_required', 'reauth_required', 'reauth_required', words]
    assert.deepEqual([await shown(), await amounts()], [locked, [-100]])
    assert.equal((await run()).connections[0]!.error!.code, 'reauth_required')
    assert.deepEqual(await shown(), locked)
  })
  await t.test('a repaired login is healthy again', async () => {
    plaid.state.itemError = null
    await run()
    assert.deepEqual(await shown(), ['healthy', null, 'healthy', null])
  })
  await t.test('an unreachable bank degrades the login', async () => {
    const down = { status: 400, type: 'INSTITUTION_ERROR', code: 'INSTITUTION_DOWN' }
    plaid.state.faults.set('/transactions/sync', [down])
    await run()
    assert.deepEqual((await shown()).slice(0, 3), ['degraded', 'degraded', 'degraded'])
  })
  await t.test('a revoked login is not asked any more', async () => {
    plaid.state.itemError = { type: 'ITEM_ERROR', code: 'USER_PERMISSION_REVOKED' }
    await run()
    assert.equal((await shown())[0], 'revoked')
    const asked = plaid.asked.length
    assert.equal((await run()).connections[0]!.status, 'nothing_to_do')
    assert.equal(plaid.asked.length, asked, 'a revoked login is not asked')
  })
})

test('points are imported with the currency XXX', async () => {
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

test('an endless update is given up without storing, and read again at the next run', async (t) => {
  const { plaid, run, tells, takesBack, amounts, connections } = await connectedToPlaid()
  tells(plaidRow('1', { amount: 1 }))
  await run()
  takesBack('never-listed')
  // The third row belongs to an account that the login does not offer.
  tells(plaidRow('2', { amount: 2 }), plaidRow('3', { account: 'unknown', amount: 3 }))
  plaid.state.endless = true
  await t.test('the endless update fails without storing', async () => {
    const failed = (await run()).connections[0]!
    assert.deepEqual([failed.status, failed.error?.code], ['failed', 'provider_unavailable'])
    assert.ok(plaid.asked.length < 20, 'the run gives up')
    assert.deepEqual(await amounts(), [-100])
    const [shown] = await connections.listConnections({})
    assert.equal(shown!.status, 'degraded')
  })
  plaid.state.endless = false
  await t.test('the next run stores it, and ignores the removal of an unknown row', async () => {
    const mended = (await run()).connections[0]!
    assert.deepEqual([mended.status, mended.added, mended.removed], ['ok', 1, 0])
    assert.deepEqual(await amounts(), [-200, -100])
  })
})
