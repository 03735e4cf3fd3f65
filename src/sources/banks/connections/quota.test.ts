import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importDue } from '#/sources/banks/sync/import-next-connection.ts'
import {
  accountRequests,
  bankAccount,
  bankRow,
  connected,
  noon,
  openBank,
} from '../../../../test/support/bank.ts'
import { givenBank } from '../../../../test/support/given-bank.ts'
import { closeGate } from './quota-gate.ts'

// Requests never exceed 24 in a rolling day, and the schedule leaves people ten of them.

const HOUR = 3600
const row = bankRow('1', { posted: noon('2026-01-02') })

/** A bank with a row in each of two windows, neither read yet. */
async function connectedUnread() {
  const old = bankRow('0', { posted: noon('2025-11-02'), amount: '-5.00' })
  const bank = await openBank([bankAccount('A', { transactions: [old, row] })])
  const given = await connected(bank)
  const amounts = async () =>
    (await given.list()).map(({ amount }) => amount).toSorted((a, b) => a - b)
  return { ...given, bank, amounts }
}

test('a failing bank is asked again after 15 minutes, 1, 4 and 12 hours, plus jitter', async () => {
  const { bank, product, connections } = await givenBank([row])
  const next = async () => {
    const [connection] = await connections.listConnections({})
    return Temporal.Instant.from(connection!.next_sync_at!).since(product.runtime.now())
  }
  /**
   * Advances to the next run, checks that it is not due earlier, runs it, and returns the hours until the following
   * one.
   */
  const hoursAfter = async () => {
    const wait = (await next()).total('milliseconds')
    product.runtime.advance({ milliseconds: wait - 1 })
    assert.equal(await importDue(product.runtime), 0)
    product.runtime.advance({ milliseconds: 1 })
    assert.equal(await importDue(product.runtime), 1)
    const hours = (await next()).total('hours')
    return hours
  }
  const steps = [15 / 60, 1, 4, 12, 12]
  bank.state.override = { status: 503 }
  for (const step of steps) {
    const hours = await hoursAfter()
    assert.ok(hours > step && hours <= step + 0.5, `${hours} after ${step}`)
  }
  bank.state.override = null
  const hours = await hoursAfter()
  assert.ok(hours > 12 && hours <= 12.5)
  bank.state.override = { status: 503 }
  assert.ok((await hoursAfter()) < 0.5, 'a success resets the wait')
})

test('the schedule sends at most 14 requests a day, also when they fail', async () => {
  const { bank, product } = await givenBank([row])
  const asked: number[] = []
  const seconds = () => Math.floor(product.runtime.now().epochMilliseconds / 1000)
  bank.state.override = { status: 503 }
  for (let step = 0; step < 4 * 24 * 3; step += 1) {
    product.runtime.advance({ minutes: 15 })
    const before = accountRequests(bank)
    while ((await importDue(product.runtime)) > 0);
    asked.push(...Array.from({ length: accountRequests(bank) - before }, seconds))
    bank.state.override = step % 7 < 5 ? { status: 503 } : null
  }
  const most = Math.max(
    ...asked.map((at) => asked.filter((other) => other <= at && other > at - 24 * HOUR).length),
  )
  assert.ok(most <= 14, `${most} in a day`)
})

test('the 25th request of a rolling day is refused until the exact second of retry_after', async () => {
  const { bank, product, sync, connections, connectionId, key, look } = await givenBank([row])
  const remaining = async () => (await sync.showSyncStatus({})).providers[0]!.quota!
  // One request connected the bank, two read the windows of the first import.
  assert.equal(accountRequests(bank), 3)
  const first = product.runtime.now()
  for (let hour = 0; hour < 6; hour += 1) await look([row])
  while ((await remaining()).remaining > 0) {
    product.runtime.advance({ minutes: 10 })
    await connections.discoverAccounts({ params: { id: connectionId } })
  }
  assert.equal(accountRequests(bank), 24)
  const refusedFor = async (method: 'POST', path: string, body?: object) => {
    const answer = await product.request(method, path, { key, ...(body && { body }) })
    assert.deepEqual([answer.status, answer.body.error?.code], [429, 'provider_quota_exhausted'])
    assert.equal(answer.headers.get('retry-after'), String(answer.body.error.retry_after))
    return Number(answer.body.error.retry_after)
  }
  product.runtime.advance({ minutes: 20, milliseconds: 250 })
  const left = first.add({ hours: 24 }).since(product.runtime.now()).total('seconds')
  const discover = `/aggregator/items/${connectionId}/discover`
  assert.equal(await refusedFor('POST', '/sync', {}), Math.ceil(left))
  assert.equal(await refusedFor('POST', discover), Math.ceil(left))
  assert.equal(
    (await remaining()).resets_at,
    first.add({ hours: 24 }).toString({ smallestUnit: 'millisecond' }),
  )
  product.runtime.advance({ seconds: Math.ceil(left) - 1 })
  await refusedFor('POST', '/sync', {})
  product.runtime.advance({ seconds: 1 })
  assert.equal((await sync.requestSync({ body: {} })).status, 'queued')
  // The first three requests were sent at the same moment, so three are free now.
  assert.equal(await importDue(product.runtime), 1)
  for (let more = 0; more < 2; more += 1) {
    await connections.discoverAccounts({ params: { id: connectionId } })
  }
  await refusedFor('POST', discover)
  assert.equal(accountRequests(bank), 27)
})

test('the schedule stops at 14 requests a day, and people may use the rest', async () => {
  const { bank, product, connections, connectionId, sync } = await givenBank([row])
  for (let count = accountRequests(bank); count < 14; count += 1) {
    await connections.discoverAccounts({ params: { id: connectionId } })
  }
  product.runtime.advance({ hours: 13 })
  assert.equal(await importDue(product.runtime), 1)
  assert.equal(accountRequests(bank), 14, 'nothing was sent')
  const [connection] = await connections.listConnections({})
  assert.equal(connection!.status, 'healthy', 'waiting is not a fault')
  assert.equal((await sync.requestSync({ body: {} })).status, 'queued')
  assert.equal(await importDue(product.runtime), 1)
  assert.equal(accountRequests(bank), 15, 'a person’s own request is sent')
  product.runtime.advance({ hours: 13 })
  assert.equal(await importDue(product.runtime), 1)
  assert.equal(accountRequests(bank), 16, 'there is room again')
})

test('a quota warning to a discovery stops all requests for a day', async () => {
  const { bank, product, sync, connectionId, key, connections } = await givenBank([row])
  const discover = () =>
    product.request('POST', `/aggregator/items/${connectionId}/discover`, { key })
  bank.state.quota.warnAfter = accountRequests(bank)
  assert.equal((await discover()).status, 200)
  const asked = accountRequests(bank)
  product.runtime.advance({ minutes: 20 })
  for (const refused of [
    await discover(),
    await product.request('POST', '/sync', { key, body: {} }),
  ]) {
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'provider_quota_exhausted'])
    assert.equal(refused.body.error.retry_after, 24 * HOUR - 20 * 60)
  }
  product.runtime.advance({ hours: 13 })
  assert.equal(await importDue(product.runtime), 1)
  assert.equal(accountRequests(bank), asked, 'the schedule does not ask either')
  assert.equal((await connections.listConnections({}))[0]!.status, 'healthy')
  product.runtime.advance({ hours: 11 })
  assert.equal((await sync.requestSync({ body: {} })).status, 'queued')
  assert.equal((await discover()).status, 200)
})

test('a quota warning ends the run, and its remaining windows wait for a day', async () => {
  const { bank, product, run, amounts } = await connectedUnread()
  bank.state.quota.warnAfter = accountRequests(bank)
  const before = accountRequests(bank)
  await run()
  assert.equal(accountRequests(bank), before + 1, 'one window was asked for')
  assert.deepEqual(await amounts(), [-1234])
  bank.state.quota.warnAfter = Number.POSITIVE_INFINITY
  product.runtime.advance({ hours: 25 })
  await run()
  assert.deepEqual(await amounts(), [-1234, -500])
})

test('a 429 to a discovery stops discovery and sync until its retry-after', async () => {
  const { bank, product, connectionId, key } = await givenBank([row])
  const discover = () =>
    product.request('POST', `/aggregator/items/${connectionId}/discover`, { key })
  product.runtime.advance({ hours: 1 })
  bank.state.override = { status: 429, headers: { 'retry-after': '7200' } }
  assert.equal((await discover()).body.error.retry_after, 7200)
  bank.state.override = null
  const asked = accountRequests(bank)
  product.runtime.advance({ hours: 1 })
  assert.equal((await discover()).body.error.retry_after, 3600)
  assert.equal((await product.request('POST', '/sync', { key, body: {} })).status, 429)
  assert.equal(accountRequests(bank), asked)
  product.runtime.advance({ hours: 1 })
  assert.equal((await discover()).status, 200)
})

test('a shorter wait of the provider does not end a longer one', async () => {
  const { product, householdId, connectionId, key } = await givenBank([row])
  for (const seconds of [7200, 60]) {
    await closeGate(product.runtime, { householdId, connectionId }, seconds)
  }
  const path = `/aggregator/items/${connectionId}/discover`
  const { body } = await product.request('POST', path, { key })
  assert.equal(body.error.retry_after, 7200)
})
