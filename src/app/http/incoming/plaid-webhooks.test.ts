import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importDue } from '#/sources/banks/sync/import-next-connection.ts'
import { connectedToPlaid, plaidRow } from '../../../../test/support/plaid.ts'
import { START } from '../../../../test/support/runtime.ts'
import { createPlaidWebhooks } from './plaid-webhooks.ts'

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

test('a webhook signed by Plaid makes its login due, once for several in any order', async () => {
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
  // Plaid's state of the login counts, not the webhook's claim.
  const said = { ...updates, webhook_type: 'ITEM', webhook_code: 'USER_PERMISSION_REVOKED' }
  assert.equal(await post(plaid.webhook(said, { iat })), 200)
  assert.equal(await importDue(product.runtime), 1)
  assert.equal((await given.connections.listConnections({}))[0]!.status, 'healthy')
  assert.equal(await post(plaid.webhook({ ...updates, item_id: 'strange' }, { iat })), 200)
  assert.equal(await post(plaid.webhook(['no', 'news'], { iat })), 200)
  assert.equal(await importDue(product.runtime), 0)
})

test('a forged, old, altered or unsigned webhook is refused and makes nothing due', async () => {
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

/** Calls the endpoint from many addresses: each request names its own. */
function endpointFor(runtime = product.runtime) {
  const app = createPlaidWebhooks({
    runtime,
    plaid: runtime.plaid!,
    addressOf: (c) => c.req.header('x-test-address')!,
  })
  return async (sent: { body: string; token: string }, from: string) => {
    const headers = { 'plaid-verification': sent.token, 'x-test-address': from }
    const answer = await app.fetch(
      new Request('http://earmark.test/', { method: 'POST', headers, body: sent.body }),
    )
    return answer.status
  }
}

const lookupsOf = async (work: () => Promise<unknown>) => {
  const lookups = () =>
    plaid.asked.filter(({ path }) => path === '/webhook_verification_key/get').length
  const before = lookups()
  await work()
  return lookups() - before
}

test('a new key of Plaid is accepted while others flood unknown ones', async () => {
  const send = endpointFor()
  const iat = () => seconds(product.runtime.now())
  assert.equal(await send(plaid.webhook(updates, { iat: iat() }), 'plaid'), 200)
  product.runtime.advance({ minutes: 1 })
  const flood = async () => {
    for (let index = 0; index < 300; index += 1) {
      const kid = `stranger-${iat()}-${index}`
      await send(plaid.webhook(updates, { iat: iat(), kid }), `address-${index % 50}`)
    }
  }
  assert.equal(await lookupsOf(flood), 20)
  plaid.state.keyId = 'key-2'
  assert.equal(await send(plaid.webhook(updates, { iat: iat() }), 'plaid'), 200)
  plaid.state.keyId = 'key-1'
})

test('a stranger triggers five key look-ups a minute, and one for each unknown id', async () => {
  product.runtime.advance({ minutes: 1 })
  const send = endpointFor()
  const strange = (kid: string) =>
    plaid.webhook(updates, { iat: seconds(product.runtime.now()), kid })
  const many = async () => {
    for (let index = 0; index < 20; index += 1) await send(strange(`many-${index}`), 'one')
  }
  assert.equal(await lookupsOf(many), 5)
  const again = async () => {
    for (let index = 0; index < 20; index += 1) await send(strange('same'), 'two')
    product.runtime.advance({ minutes: 9 })
    await send(strange('same'), 'two')
  }
  assert.equal(await lookupsOf(again), 1)
  product.runtime.advance({ minutes: 2 })
  assert.equal(await lookupsOf(() => send(strange('same'), 'two')), 1)
})

test('an address whose webhooks are refused must wait, but Plaid’s own still pass', async () => {
  product.runtime.advance({ minutes: 1 })
  const send = endpointFor()
  const iat = seconds(product.runtime.now())
  assert.equal(await send(plaid.webhook(updates, { iat }), 'shared'), 200)
  const bad = () => send({ body: '{}', token: 'a.b.c' }, 'shared')
  const statuses = []
  for (let index = 0; index < 62; index += 1) statuses.push(await bad())
  assert.deepEqual(statuses.slice(58), [401, 401, 429, 429])
  assert.equal(await send(plaid.webhook(updates, { iat }), 'shared'), 200)
  product.runtime.advance({ minutes: 1 })
  assert.equal(await bad(), 401)
})

test('refused webhooks write one line of the log a minute, with their number', async () => {
  product.runtime.advance({ minutes: 1 })
  const lines: unknown[] = []
  const log: typeof product.runtime.log = (_level, event, facts) => lines.push([event, facts])
  const send = endpointFor({ ...product.runtime, log })
  const bad = () => send({ body: '{}', token: 'a.b.c' }, 'somebody')
  for (let index = 0; index < 30; index += 1) await bad()
  product.runtime.advance({ minutes: 1 })
  await bad()
  assert.deepEqual(lines, [
    ['plaid.webhook_refused', { count: 1 }],
    ['plaid.webhook_refused', { count: 30 }],
  ])
})

test('a webhook during an import of its login leads to another import', async () => {
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

test('a key is looked up again after a day, in case it was revoked', async () => {
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
