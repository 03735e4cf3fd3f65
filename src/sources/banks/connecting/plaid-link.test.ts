import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { connectionsApp } from '#/sources/banks/connections/app-contract.ts'
import { refusal } from '../../../../test/support/managed.ts'
import { ACCESS_TOKEN } from '../../../../test/fakes/fake-plaid.ts'
import { connectedToPlaid, plaidRow } from '../../../../test/support/plaid.ts'
import { startProduct } from '../../../../test/support/product.ts'
import { readExport } from '../../../../test/support/exported.ts'
import { syncHousehold } from '#/sources/banks/sync/sync-household.ts'

test('a login at Plaid is connected, repaired and removed', async (t) => {
  const given = await connectedToPlaid({ selectAll: false })
  const { plaid, product, loaded, householdId, connectionId, connections, accounts } = given
  const ada = await product.member(householdId, loaded.members['ada']!)
  const app = ada.client(connectionsApp)
  assert.deepEqual(await app.showProviders({}), { plaid: true, enable_banking: false })
  await t.test('a new link asks for the transactions of 730 days', async () => {
    const made = await app.openPlaidLink({ body: {} })
    assert.match(made.url!, /link-sandbox-new-/)
    const [request] = plaid.asked.filter(({ path }) => path === '/link/token/create')
    assert.deepEqual(
      [request!.body['products'], request!.body['transactions'], request!.body['user']],
      [['transactions'], { days_requested: 730 }, { client_user_id: loaded.members['ada'] }],
    )
  })
  await t.test('a repairing link opens in update mode', async () => {
    const repair = await app.openPlaidLink({ body: { connection_id: connectionId } })
    assert.match(repair.url!, /link-sandbox-update-/)
  })
  await t.test(
    'connecting a known login again keeps the ids of connection and accounts',
    async () => {
      const again = await app.connectPlaid({
        body: { public_token: plaid.publicToken(), select_all: true },
      })
      assert.deepEqual([again.connection_id, again.selected_count], [connectionId, 1])
      assert.ok(again.accounts.every(({ account_id }) => account_id !== null))
    },
  )
  given.tells(plaidRow('1', { amount: 1 }))
  await given.run()
  assert.deepEqual(await given.amounts(), [-100])
  const other = (await product.member(householdId, loaded.members['bo']!)).client(connectionsApp)
  const params = { id: connectionId }
  await ada.prove()
  await t.test('other members cannot remove the connection', async () => {
    await assert.rejects(other.removeConnection({ params }), refusal(403, 'not_connection_owner'))
  })
  await t.test('a failure at Plaid leaves the connection as it was', async () => {
    const down = { status: 500, type: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' }
    plaid.state.faults.set('/item/remove', [down])
    await assert.rejects(app.removeConnection({ params }), refusal(503, 'service_unavailable'))
    assert.equal((await connections.listConnections({}))[0]!.status, 'healthy')
  })
  await t.test('removing it twice has the result of once', async () => {
    for (let time = 0; time < 2; time += 1) {
      const removed = await app.removeConnection({ params })
      assert.deepEqual(removed, { id: connectionId, status: 'disconnected' })
    }
  })
  await t.test(
    'removal ends the login at Plaid, destroys the secret and stops requests',
    async () => {
      assert.ok(plaid.state.removed)
      assert.deepEqual(await accounts.listAccounts({}), [])
      const stored = await product.db
        .selectFrom('connections')
        .select(['secret', 'cursor', 'status', 'next_sync_at'])
        .execute()
      assert.deepEqual(stored, [
        { secret: null, cursor: null, status: 'disconnected', next_sync_at: null },
      ])
      assert.equal((await given.run()).connections[0]!.status, 'nothing_to_do')
    },
  )
  await t.test('removal keeps the history', async () => {
    const kept = await product.db.selectFrom('transactions').select('amount').execute()
    assert.deepEqual(kept, [{ amount: -100 }])
  })
})

test('a refused token is an invalid parameter', async () => {
  const { product, householdId, loaded } = await connectedToPlaid()
  const app = (await product.member(householdId, loaded.members['ada']!)).client(connectionsApp)
  await assert.rejects(
    app.connectPlaid({ body: { public_token: 'public-sandbox-unknown' } }),
    refusal(400, 'invalid_parameter', 'public_token'),
  )
  await assert.rejects(
    app.connectSimplefin({ body: { setup_token: 'nonsense' } }),
    refusal(400, 'invalid_parameter', 'setup_token'),
  )
  await assert.rejects(
    app.removeConnection({ params: { id: householdId } }),
    refusal(404, 'resource_not_found', 'id'),
  )
})

test('the access token is not in logs, answers, exports or readable columns', async () => {
  const { product, householdId, loaded, plaid, connectionId, key } = await connectedToPlaid()
  const app = (await product.member(householdId, loaded.members['ada']!)).client(connectionsApp)
  plaid.state.faults.set('/accounts/get', [
    { status: 400, type: 'ITEM_ERROR', code: `LOGIN ${ACCESS_TOKEN}` },
  ])
  await app.resumeConnection({ params: { id: connectionId } })
  const seen = [
    ...product.runtime.logged,
    (await product.request('GET', '/connections', { key })).text,
    JSON.stringify(await readExport(product.runtime, householdId)),
    JSON.stringify(await syncHousehold(product.runtime, householdId, null)),
    // Rows as a dump writes them, with binary columns in hexadecimal.
    JSON.stringify((await sql`select c::text from connections c`.execute(product.db)).rows),
    JSON.stringify((await sql`select a::text from audit_entries a`.execute(product.db)).rows),
    JSON.stringify((await sql`select r::text from sync_runs r`.execute(product.db)).rows),
  ]
  const canaries = [ACCESS_TOKEN, Buffer.from(ACCESS_TOKEN).toString('hex')]
  for (const canary of canaries) assert.ok(seen.every((text) => !text.includes(canary)))
})

test('a Link page that was left can be opened again, and concurrent requests connect it once', async () => {
  const { plaid, product, loaded, householdId, connectionId, connections, run, amounts, tells } =
    await connectedToPlaid()
  const app = (await product.member(householdId, loaded.members['ada']!)).client(connectionsApp)
  await app.removeConnection({ params: { id: connectionId } })
  const { link_token: token, url } = await app.openPlaidLink({ body: { country_codes: ['ES'] } })
  const follow = () => app.followPlaidLink({ body: { link_token: token! } })
  const nothing = (state: string) => ({ state, connection_ids: [] })
  assert.deepEqual(await follow(), nothing('open'))
  plaid.state.leaves = true
  await fetch(url!)
  assert.deepEqual(await follow(), nothing('left'))
  plaid.state.leaves = false
  await fetch(url!)
  const answers = await Promise.all([follow(), follow()])
  assert.deepEqual(
    answers.map(({ state }) => state),
    ['done', 'done'],
  )
  const ids = answers.flatMap(({ connection_ids }) => connection_ids)
  assert.equal(ids.length, 1)
  assert.deepEqual(await follow(), nothing('done'))
  const params = { id: ids[0]! }
  const offered = await app.listOffered({ params })
  const chosen = await app.chooseFollowed({
    params,
    body: { account_ids: offered.accounts.map(({ id }) => id) },
  })
  assert.equal(chosen.selected_count, 1)
  tells(plaidRow('1', { amount: 1 }))
  await run()
  assert.deepEqual(await amounts(), [-100])
  assert.equal(
    (await connections.listConnections({})).find(({ id }) => id === ids[0])!.status,
    'healthy',
  )
})

test('repairing a login on a Link page keeps its access token and imports at once', async () => {
  const { plaid, product, loaded, householdId, connectionId } = await connectedToPlaid()
  const app = (await product.member(householdId, loaded.members['ada']!)).client(connectionsApp)
  await product.db.updateTable('connections').set({ status: 'reauth_required' }).execute()
  plaid.asked.length = 0
  const body = { connection_id: connectionId }
  const { link_token: token, url } = await app.openPlaidLink({ body })
  await fetch(url!)
  assert.deepEqual(await app.followPlaidLink({ body: { ...body, link_token: token! } }), {
    state: 'done',
    connection_ids: [connectionId],
  })
  assert.deepEqual(
    plaid.asked.map(({ path }) => path),
    ['/link/token/create', '/link/token/get'],
  )
  assert.equal(plaid.asked[0]!.body['access_token'], ACCESS_TOKEN)
  const { next_sync_at: next } = await product.db
    .selectFrom('connections')
    .select('next_sync_at')
    .executeTakeFirstOrThrow()
  assert.equal(String(next), String(product.runtime.now()))
})

test('only the owner of a connection can repair it or choose its accounts', async () => {
  const { plaid, product, loaded, householdId, connectionId } = await connectedToPlaid()
  const app = (await product.member(householdId, loaded.members['ada']!)).client(connectionsApp)
  const other = (await product.member(householdId, loaded.members['bo']!)).client(connectionsApp)
  const body = { connection_id: connectionId }
  const { link_token: token } = await app.openPlaidLink({ body })
  plaid.asked.length = 0
  for (const act of [
    () => other.openPlaidLink({ body }),
    () => other.followPlaidLink({ body: { ...body, link_token: token! } }),
    () => other.chooseFollowed({ params: { id: connectionId }, body: { account_ids: [] } }),
  ]) {
    await assert.rejects(act, refusal(403, 'not_connection_owner'))
  }
  assert.deepEqual(plaid.asked, [])
})

test('a link token works only for the member and household that it was issued for', async () => {
  const { plaid, product, loaded, householdId, connectionId } = await connectedToPlaid()
  const { members } = loaded
  const ada = await product.member(householdId, members['ada']!)
  const app = ada.client(connectionsApp)
  await app.removeConnection({ params: { id: connectionId } })
  const { link_token: token, url } = await app.openPlaidLink({ body: {} })
  await fetch(url!)
  const second = await product.household()
  const there = (await product.member(second.household_id, second.members['ada']!)).client(
    connectionsApp,
  )
  const colleague = (await product.member(householdId, members['bo']!)).client(connectionsApp)
  plaid.asked.length = 0
  const refused = refusal(400, 'invalid_parameter', 'link_token')
  const plain = url!.split('/').at(-1)!
  const flipped = `${token!.slice(0, -2)}${token!.at(-2) === 'A' ? 'B' : 'A'}${token!.at(-1)!}`
  for (const [client, link] of [
    [there, token!],
    [colleague, token!],
    [app, plain],
    [app, flipped],
    [app, 'AgAA'],
  ] as const) {
    await assert.rejects(client.followPlaidLink({ body: { link_token: link } }), refused)
  }
  assert.deepEqual(plaid.asked, [])
  const rows = await product.db.selectFrom('connections').select(['household_id', 'id']).execute()
  assert.deepEqual(rows, [{ household_id: householdId, id: connectionId }])
  const done = await app.followPlaidLink({ body: { link_token: token! } })
  assert.deepEqual([done.state, done.connection_ids.length], ['done', 1])
})

test('the secret of a SimpleFIN connection is never sent to Plaid', async () => {
  const { product, householdId, loaded, plaid, connectionId } = await connectedToPlaid()
  const app = (await product.member(householdId, loaded.members['ada']!)).client(connectionsApp)
  await product.db.updateTable('connections').set({ provider: 'provider_a' }).execute()
  await assert.rejects(
    app.openPlaidLink({ body: { connection_id: connectionId } }),
    refusal(400, 'invalid_parameter', 'connection_id'),
  )
  assert.ok(plaid.asked.every(({ path }) => path !== '/link/token/create'))
})

test('Plaid is not offered unless the operator has set it up', async () => {
  const product = await startProduct({ limited: false })
  const { household_id, members } = await product.household()
  const app = (await product.member(household_id, members['ada']!)).client(connectionsApp)
  assert.deepEqual(await app.showProviders({}), { plaid: false, enable_banking: false })
  await assert.rejects(app.openPlaidLink({ body: {} }), refusal(404, 'resource_not_found'))
  await assert.rejects(
    app.connectPlaid({ body: { public_token: 'x' } }),
    refusal(404, 'resource_not_found'),
  )
  const request = new Request('http://earmark.test/ingest/plaid', { method: 'POST', body: '{}' })
  assert.equal((await product.app.fetch(request)).status, 404)
})
