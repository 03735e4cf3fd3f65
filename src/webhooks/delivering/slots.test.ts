import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeGate, letItGoOn } from '../../../test/support/gate.ts'
import { afterEach, until } from '../../../test/support/other-processes.ts'
import { givenHome, givenWebhooks } from '../../../test/fakes/receivers.ts'

// Limits of concurrent attempts. Destinations hold their requests, so that every limit is reached.

const given = await givenWebhooks()
const { after, deliver, deliverer, hook, product, receivers, recordMany, remove, runtime } = given
const other = await givenHome(product)
const witness = await givenHome(product)
const all = () => true
const host = (name: string) => (url: string) => new URL(url).host === name

/** Asserts that exactly `most` requests start, even while another household is served. */
async function assertAtOnce(count: () => number, most: number): Promise<void> {
  await until(`${most} are under way`, () => count() >= most)
  await letItGoOn(witness)
  assert.equal(count(), most)
}

test('a new webhook gets two requests at once', async () => {
  const unknown = await hook()
  const gate = closeGate(receivers, [unknown], { known: 0 })
  await recordMany(40)
  const working = deliver()
  await assertAtOnce(() => gate.inFlight(all), 2)
  gate.open()
  await working
  await remove(unknown)
})

test('a webhook that has answered gets sixteen requests at once', async () => {
  const known = await hook()
  const gate = closeGate(receivers, [known])
  await recordMany(40)
  const working = deliver()
  await assertAtOnce(() => gate.inFlight(all), 16)
  gate.open()
  assert.equal(await working, 40 + 1)
  await remove(known)
})

test('one host and port gets 32 requests at once, from all households together', async () => {
  const hooks = await Promise.all([
    ...[1, 2].map((n) => hook(`https://shared.example/${n}`)),
    ...[3, 4].map((n) => other.hook(`https://shared.example/${n}`)),
    hook('https://shared.example:8443/'),
  ])
  const gate = closeGate(receivers, hooks)
  await Promise.all([recordMany(60), other.recordMany(60)])
  const working = deliver()
  await until('another port', () => gate.inFlight(host('shared.example:8443')) === 16)
  await assertAtOnce(() => gate.inFlight(host('shared.example')), 32)
  gate.open()
  assert.equal(await working, 5 * 60 + 1)
  for (const { id } of hooks.slice(2, 4)) await other.api.removeWebhook({ params: { id } })
  await remove(...hooks.slice(0, 2), hooks[4]!)
})

test('a household holds 48 slots at once, and others do not wait for it', async () => {
  const hooks = await Promise.all(
    Array.from({ length: 10 }, (_, n) => hook(`https://separate-${n}.example/`)),
  )
  const gate = closeGate(receivers, hooks)
  await recordMany(30)
  const working = deliver()
  await assertAtOnce(() => gate.inFlight(all), 48)
  const healthy = await other.hook('https://healthy.example/')
  await other.recordMany(300)
  await until(
    'the healthy one has everything',
    () => receivers.got.filter(({ url }) => url === healthy.url).length === 300,
  )
  assert.equal(gate.inFlight(all), 48)
  gate.open()
  await working
  await other.api.removeWebhook({ params: { id: healthy.id } })
  await remove(...hooks)
})

test('a process sends at most `perProcess` requests at once', async () => {
  const hooks = [await hook('https://a.example/'), await hook('https://b.example/')]
  const gate = closeGate(receivers, hooks)
  await recordMany(40)
  const working = deliverer({}, { perProcess: 20 }).deliverDue()
  await until('20 are under way', () => gate.inFlight(all) >= 20)
  // Another household's queue is claimed, but gets no slot.
  const waits = await other.hook()
  await other.record()
  const queue = given.db.selectFrom('webhook_lanes').where('webhook_id', '=', waits.id)
  await until(
    'it is claimed',
    async () => (await queue.selectAll().executeTakeFirstOrThrow()).lease_owner !== null,
  )
  assert.equal(gate.inFlight(all), 20)
  assert.ok(!receivers.got.some(({ url }) => url === waits.url))
  gate.open()
  assert.equal(await working, 81)
  await other.api.removeWebhook({ params: { id: waits.id } })
  await remove(...hooks)
})

test('limits of unreachable destinations', async (t) => {
  const hooks = await Promise.all(
    Array.from({ length: 4 }, (_, n) => hook(`https://unreachable-${n}.example/`)),
  )
  for (const { url } of hooks) receivers.answer(url, 'timeout')
  await recordMany(30)
  await deliver()
  receivers.take()
  await t.test('each gets two requests at once after three failures', async () => {
    runtime.advance({ seconds: 30 })
    const gate = closeGate(receivers, hooks, { known: 0, reply: 'timeout' })
    const working = deliver()
    await assertAtOnce(() => gate.inFlight(all), 4 * 2)
    gate.open()
    await working
  })
  await t.test('together they hold a quarter of a process', async () => {
    for (const { url } of hooks) receivers.answer(url, 'timeout')
    await after(60)
    runtime.advance({ seconds: 120 })
    const gate = closeGate(receivers, hooks, { known: 0, reply: 'timeout' })
    const working = deliverer({}, { perProcess: 20 }).deliverDue()
    await assertAtOnce(() => gate.inFlight(all), 5)
    gate.open()
    await working
  })
  await t.test('nothing is fetched again while no slot is free', async () => {
    runtime.advance({ seconds: 240 })
    let fetches = 0
    const counted = afterEach(given.db, (text, { parameters }) => {
      const asked = JSON.stringify(parameters)
      if (text.includes('webhook_deliveries d') && hooks.some(({ id }) => asked.includes(id)))
        fetches += 1
    })
    const gate = closeGate(receivers, hooks, { known: 0, reply: 'timeout' })
    const working = deliverer({ db: counted }, { perProcess: 4 }).deliverDue()
    await assertAtOnce(() => gate.inFlight(all), 1)
    fetches = 0
    for (let turn = 0; turn < 5; turn += 1) {
      // Fetched deliveries go stale.
      runtime.advance({ milliseconds: 200 })
      runtime.bell.ring('due')
      await letItGoOn(witness)
    }
    assert.equal(fetches, 0)
    gate.open()
    await working
    await remove(...hooks.slice(1))
  })
  await t.test('one that answers again gets sixteen', async () => {
    runtime.advance({ seconds: 480 })
    const gate = closeGate(receivers, [hooks[0]!])
    await recordMany(30)
    const working = deliver()
    await assertAtOnce(() => gate.inFlight(all), 16)
    gate.open()
    await working
    await remove(hooks[0]!)
  })
})
