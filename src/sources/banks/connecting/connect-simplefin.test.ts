import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectWithSetupToken } from './connect-simplefin.ts'
import { importDue } from '#/sources/banks/sync/import-next-connection.ts'
import {
  accountRequests,
  bankAccount,
  bankRow,
  connected,
  openBank,
} from '../../../../test/support/bank.ts'

test('connecting sends one request for the catalog, and follows and imports nothing', async () => {
  const bank = await openBank([
    bankAccount('A', { transactions: [bankRow('1')] }),
    bankAccount('B'),
  ])
  const { connections, accounts, list, connectionId, product, run } = await connected(bank, {
    selectAll: false,
  })
  assert.equal(accountRequests(bank), 1)
  assert.equal(bank.requests.at(-1)!.query.get('balances-only'), '1')
  const catalog = await connections.listCatalog({ params: { id: connectionId } })
  assert.deepEqual(
    catalog.accounts.map(({ name, balance, subscribed, account_id, currency }) => [
      name,
      balance,
      subscribed,
      account_id,
      currency,
    ]),
    [
      ['Everyday Checking A', 150_050, false, null, 'EUR'],
      ['Everyday Checking B', 150_050, false, null, 'EUR'],
    ],
  )
  assert.deepEqual(await accounts.listAccounts({}), [])
  // Without a selection neither schedule nor people cause requests.
  assert.equal(await importDue(product.runtime), 0)
  const report = await run()
  assert.deepEqual(
    report.connections.map(({ status, requests }) => [status, requests]),
    [['nothing_to_do', 0]],
  )
  assert.equal(accountRequests(bank), 1)
  assert.deepEqual(await list(), [])
})

test('discovery costs one request of the quota and subscribes nothing', async () => {
  const bank = await openBank([bankAccount('A')])
  const { connections, connectionId, sync, list } = await connected(bank, { selectAll: false })
  const remaining = async () => (await sync.showSyncStatus({})).providers[0]!.quota!.remaining
  assert.equal(await remaining(), 23)
  bank.state.accounts.push(bankAccount('B', { transactions: [bankRow('1')] }))
  const found = await connections.discoverAccounts({ params: { id: connectionId } })
  assert.deepEqual([found.accounts.length, found.selected_count, await remaining()], [2, 0, 22])
  assert.deepEqual(await list(), [])
})

test('discovery is refused until the exact second in which the quota has room', async () => {
  const bank = await openBank([bankAccount('A')])
  const { connections, connectionId, product, key } = await connected(bank, { selectAll: false })
  await connections.discoverAccounts({ params: { id: connectionId } })
  product.runtime.advance({ minutes: 30 })
  for (let left = 22; left > 0; left -= 1)
    await connections.discoverAccounts({ params: { id: connectionId } })
  const path = `/aggregator/items/${connectionId}/discover`
  const refused = await product.request('POST', path, { key })
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'provider_quota_exhausted'])
  const seconds = refused.body.error.retry_after!
  assert.equal(seconds, 24 * 3600 - 30 * 60)
  assert.equal(refused.headers.get('retry-after'), String(seconds))
  assert.equal(accountRequests(bank), 24)
  product.runtime.advance({ seconds: seconds - 1 })
  assert.equal((await product.request('POST', path, { key })).status, 429)
  product.runtime.advance({ seconds: 1 })
  assert.equal((await product.request('POST', path, { key })).status, 200)
})

test('402 and 403 stop the schedule, and a new token renews the same connection', async () => {
  const bank = await openBank([bankAccount('A', { transactions: [bankRow('1')] })])
  const household = await connected(bank)
  const { run, connections, product, householdId, connectionId, list } = household
  await run()
  product.runtime.advance({ hours: 1 })
  bank.state.override = { status: 402 }
  await run()
  assert.equal((await connections.listConnections({}))[0]!.status, 'payment_required')
  product.runtime.advance({ hours: 48 })
  assert.equal(await importDue(product.runtime), 0)
  bank.state.override = { status: 403 }
  await run()
  assert.equal((await connections.listConnections({}))[0]!.status, 'reauth_required')
  bank.state.override = null
  const memberId = (
    await product.db.selectFrom('connections').select('member_id').executeTakeFirstOrThrow()
  ).member_id
  const renewed = await connectWithSetupToken(product.runtime, {
    householdId,
    memberId,
    zone: 'Europe/Madrid',
    setupToken: bank.setupToken(),
    connectionId: null,
    selectAll: false,
  })
  assert.equal(renewed, connectionId)
  bank.state.accounts[0]!.transactions.push(bankRow('2'))
  assert.equal((await run()).added, 1)
  assert.equal((await list()).length, 2)
  assert.equal((await connections.listConnections({})).length, 1)
})

test('a setup token that was used before is refused', async () => {
  const bank = await openBank([bankAccount('A')])
  const { product, householdId } = await connected(bank)
  const memberId = (
    await product.db.selectFrom('connections').select('member_id').executeTakeFirstOrThrow()
  ).member_id
  const asked = {
    householdId,
    memberId,
    zone: 'UTC',
    setupToken: bank.setupToken(),
    connectionId: null,
    selectAll: false,
  }
  await connectWithSetupToken(product.runtime, asked)
  await assert.rejects(connectWithSetupToken(product.runtime, asked), {
    name: 'ProviderFailure',
    kind: 'refused',
  })
})

test('the password of a bank is stored sealed, and never logged or returned', async () => {
  const bank = await openBank([bankAccount('A')])
  const { product, run, connections } = await connected(bank)
  await run()
  const { secret } = await product.db
    .selectFrom('connections')
    .select('secret')
    .executeTakeFirstOrThrow()
  const { password } = bank.state
  assert.ok(password.length > 3)
  assert.ok(!secret!.includes(password))
  assert.ok(!product.runtime.logged.some((line) => line.includes(password)))
  assert.ok(!JSON.stringify(await connections.listConnections({})).includes(password))
})

test('a refused discovery hides the text of the provider and marks the connection', async () => {
  const bank = await openBank([bankAccount('A')])
  const { product, key, connectionId, connections } = await connected(bank)
  bank.state.override = { status: 403, body: 'internal words of the bank' }
  const { status, text } = await product.request(
    'POST',
    `/aggregator/items/${connectionId}/discover`,
    { key },
  )
  assert.equal(status, 503)
  assert.doesNotMatch(text, /internal words/)
  assert.equal((await connections.listConnections({}))[0]!.status, 'reauth_required')
})
