import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importDue } from '#/sources/banks/sync/import-next-connection.ts'
import { connectedToPlaid, plaidRow } from '../../../test/support/plaid.ts'
import { START } from '../../../test/support/runtime.ts'

const given = await connectedToPlaid()
const { plaid, product } = given
const seconds = (at: Temporal.Instant) => Math.floor(at.epochMilliseconds / 1000)
const start = seconds(Temporal.Instant.from(START))

const updates = {
  webhook_type: 'TRANSACTIONS',
  webhook_code: 'SYNC_UPDATES_AVAILABLE',
  item_id: plaid.state.itemId,
  historical_update_complete: true,
}

async function post({ body, token }: { body: string; token: string | null }): Promise<number> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (token !== null) headers['plaid-verification'] = token
  const request = new Request('http://earmark.test/ingest/plaid', { method: 'POST', headers, body })
  return (await product.app.fetch(request)).status
}

test('news that Plaid has signed wake the login, once or five times, in any order; nothing else does', async () => {
  given.tells(plaidRow('1'))
  await importDue(product.runtime)
  assert.equal(await importDue(product.runtime), 0)
  const iat = seconds(product.runtime.now())
  const sent = plaid.webhook(updates, { iat })
  const statuses = await Promise.all(Array.from({ length: 5 }, () => post(sent)))
  assert.deepEqual(statuses, [200, 200, 200, 200, 200])
  given.tells(plaidRow('2', { amount: 2 }))
  assert.equal(await importDue(product.runtime), 1)
  assert.equal(await importDue(product.runtime), 0)
  assert.deepEqual(await given.amounts(), [-1234, -200])
  // Whatever it says of the login, only asking decides.
  const said = { ...updates, webhook_type: 'ITEM', webhook_code: 'USER_PERMISSION_REVOKED' }
  assert.equal(await post(plaid.webhook(said, { iat })), 200)
  assert.equal(await importDue(product.runtime), 1)
  assert.equal((await given.connections.listConnections({}))[0]!.status, 'healthy')
  assert.equal(await post(plaid.webhook({ ...updates, item_id: 'strange' }, { iat })), 200)
  assert.equal(await post(plaid.webhook(['no', 'news'], { iat })), 200)
  assert.equal(await importDue(product.runtime), 0)
})

test('what is forged, old, altered or unsigned is refused and wakes nobody', async () => {
  const iat = seconds(product.runtime.now())
  const genuine = plaid.webhook(updates, { iat })
  const refused = {
    'without a signature': { ...genuine, token: null },
    'another body': { ...genuine, body: genuine.body.replace('  ', ' ') },
    'a digest of something else': plaid.webhook(updates, { iat, digestOf: 'x' }),
    'another key': plaid.webhook(updates, { iat, foreignKey: true }),
    'no algorithm': plaid.webhook(updates, { iat, alg: 'none' }),
    'another algorithm': plaid.webhook(updates, { iat, alg: 'HS256' }),
    'more than five minutes old': plaid.webhook(updates, { iat: iat - 301 }),
    'from the future': plaid.webhook(updates, { iat: iat + 120 }),
    'an unknown key': plaid.webhook(updates, { iat, kid: 'other' }),
    'no token': { ...genuine, token: 'a.b' },
  }
  for (const [what, sent] of Object.entries(refused)) assert.equal(await post(sent), 401, what)
  assert.equal(await post({ body: 'x'.repeat(70_000), token: genuine.token }), 413)
  assert.equal(await importDue(product.runtime), 0)
})

test('strangers cannot make us ask Plaid for keys without end', async () => {
  const lookups = () =>
    plaid.asked.filter(({ path }) => path === '/webhook_verification_key/get').length
  product.runtime.advance({ minutes: 5 })
  const before = lookups()
  for (let index = 0; index < 40; index += 1) {
    await post(plaid.webhook(updates, { iat: start, kid: `stranger-${index}` }))
  }
  assert.equal(lookups() - before, 10)
  product.runtime.advance({ minutes: 2 })
  const iat = seconds(product.runtime.now())
  assert.equal(await post(plaid.webhook(updates, { iat })), 200, 'a known key needs no look-up')
})

test('news that come while the login is being asked are asked for next', async () => {
  assert.equal(await importDue(product.runtime), 1)
  assert.equal(await importDue(product.runtime), 0)
  const wakes = () => post(plaid.webhook(updates, { iat: seconds(product.runtime.now()) }))
  assert.equal(await wakes(), 200)
  const posted: Promise<number>[] = []
  plaid.state.onPage = () => {
    plaid.state.onPage = () => {}
    product.runtime.advance({ seconds: 1 })
    posted.push(wakes())
  }
  assert.equal(await importDue(product.runtime), 1)
  assert.deepEqual(await Promise.all(posted), [200])
  assert.equal(await importDue(product.runtime), 1)
  assert.equal(await importDue(product.runtime), 0)
})

test('a key is asked for again after a day, in case it was withdrawn', async () => {
  const lookups = () =>
    plaid.asked.filter(({ path }) => path === '/webhook_verification_key/get').length
  const before = lookups()
  product.runtime.advance({ hours: 25 })
  const wake = () => post(plaid.webhook(updates, { iat: seconds(product.runtime.now()) }))
  assert.deepEqual([await wake(), await wake()], [200, 200])
  assert.equal(lookups() - before, 1)
  plaid.state.keyExpiredAt = seconds(product.runtime.now())
  product.runtime.advance({ hours: 25 })
  assert.equal(await wake(), 401)
})
