import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importDue } from '#/sync/import-due.ts'
import { connectedToPlaid, plaidAccount, plaidRow } from '../../test/plaid.ts'
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
  product.world.advance({ hours: 30 })
  assert.equal(await importDue(product.world), 1)
  assert.equal(asked(), before)
  plaid.state.itemError = null
  tells(plaidRow('2', { amount: 2 }))
  product.world.advance({ hours: 30 })
  assert.equal(await importDue(product.world), 1)
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
  const { world } = product
  let crashed = false
  plaid.state.onPage = () => {
    if (crashed) return
    crashed = true
    // Another process takes the connection over while this one still waits for its answer.
    void product.db.updateTable('connections').set({ lease_owner: 'another/1/x' }).execute()
  }
  world.advance({ hours: 1 })
  await syncHousehold(world, householdId, null)
  assert.deepEqual(await amounts(), [-100])
  await product.db
    .updateTable('connections')
    .set({ lease_owner: null, lease_until: null })
    .execute()
  world.advance({ hours: 1 })
  // The second joins the first, or finds nothing left to do.
  await Promise.all([
    syncHousehold(world, householdId, null),
    syncHousehold(world, householdId, null),
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
