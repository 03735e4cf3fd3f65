import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { test } from 'node:test'
import { noticesApp } from '#/notices/app-contract.ts'
import { sessionsApp } from '#/access/sessions/app-contract.ts'
import { endSessionsOf } from '#/access/sessions/end.ts'
import { openPublicKey } from '#/notices/push/keys.ts'
import { prunePeople } from '#/people/prune.ts'
import type { Database } from '#/platform/database/database.ts'
import { decrypt, startPushService } from '../../../test/fakes/push-service.ts'
import { givenNotices } from '../../../test/support/given-notices.ts'

let clock: () => Temporal.Instant = () => Temporal.Instant.fromEpochMilliseconds(0)
const service = await startPushService(() => clock())

async function given() {
  const made = await givenNotices({ destinations: service.outbound })
  clock = made.runtime.now
  await made.choose({ large_from: 1000, kinds: ['large_payment'] })
  const subscribed = service.subscribe()
  const add = async (subscription: object = subscribed) => {
    await made.member.prove()
    await made.app.openPushKey({ body: {} })
    const body = { kind: 'push', name: 'Chrome, Linux', ...subscribed, ...subscription } as const
    return made.app.createNoticeWay({ body })
  }
  const ways = async () => (await made.app.showNoticeSettings({})).ways
  const pay = async (concept: string, amount = 5000) => {
    await made.pay(amount, { concept })
    await made.after({ minutes: 5 })
    return service.take()
  }
  return { ...made, subscribed, add, ways, pay }
}

test('the fake browser decrypts the example of RFC 8291, appendix A', () => {
  const own = createECDH('prime256v1')
  own.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  assert.equal(
    decrypt(Buffer.from(body, 'base64url'), { own, auth }),
    'When I grow up, I want to be a watermelon',
  )
})

test('a browser shows a notice that only it can read, with the page that a press opens', async () => {
  const { add, pay, ways } = await given()
  await add()
  const [shown, ...more] = await pay('Corner Bakery')
  assert.deepEqual(more, [])
  assert.equal(shown?.title, 'Large payment: €50.00')
  assert.match(shown.text, /^Corner Bakery, /)
  assert.equal(shown.place, '/transactions')
  const { body } = service.arrived.at(-1)!
  assert.ok(!body.includes('Bakery'))
  const [way] = await ways()
  assert.deepEqual([way?.kind, way?.here, way?.last?.state], ['push', true, 'sent'])
})

test('a long digest is cut to what every push service takes, and opens the list', async () => {
  const { add, choose, pay, after } = await given()
  await add()
  await choose({ large_from: 1000, digest: 'day', kinds: ['large_payment'] })
  for (let count = 0; count < 30; count += 1) await pay(`${'㊙'.repeat(90)} ${count}`)
  await after({ hours: 24 })
  const [digest, ...more] = service.take()
  assert.deepEqual(more, [])
  assert.equal(digest?.place, '/transactions')
  assert.equal(digest.title, 'Earmark: 30 notices')
  assert.ok(Array.from(digest.text).length <= 600)
  assert.ok(service.arrived.at(-1)!.body.length > 1500)
})

test('a browser that is gone is marked and gets nothing more, whether by 404 or 410', async () => {
  for (const status of [404, 410]) {
    const { add, pay, subscribed, ways } = await given()
    await add()
    service.answer(subscribed.url, status)
    assert.deepEqual(await pay('Bakery'), [])
    assert.equal((await ways())[0]?.gone, true)
    const { length } = service.arrived
    await pay('Butcher')
    assert.equal(service.arrived.length, length)
  }
})

test('a push service that is busy is asked again, and one that refuses is not', async () => {
  const { add, pay, subscribed, ways, after } = await given()
  await add()
  service.answer(subscribed.url, 429, { 'retry-after': '60' })
  await pay('Bakery')
  assert.equal((await ways())[0]?.last?.state, 'queued')
  service.answer(subscribed.url, 413)
  await after({ hours: 1 })
  const [way] = await ways()
  assert.deepEqual([way?.last?.state, way?.gone], ['failed', false])
})

test('signing out and revoking end the notices of a browser, growing old does not', async () => {
  const { add, member, runtime, loaded, product, db, after } = await given()
  const signIn = async () => {
    const again = await product.member(loaded.household_id, loaded.members['ada']!)
    const app = again.client(noticesApp)
    return { ...again, app, ways: async () => (await app.showNoticeSettings({})).ways }
  }
  await add()
  runtime.advance({ hours: 24 * 31 })
  await prunePeople(runtime)
  assert.equal((await member.request('GET', '/notices/settings')).status, 401)
  const ada = await signIn()
  const concept = 'Bakery'
  const body = { account_id: loaded.accounts['checking'], amount: -5000, booked_at: '2026-02-05' }
  await ada.request('POST', '/transactions', { body: { ...body, concept, type: 'expense' } })
  await after({ minutes: 5 })
  assert.equal(service.take().length, 1)
  assert.deepEqual(
    (await ada.ways()).map(({ here }) => here),
    [false],
  )
  const other = { kind: 'push', name: 'Firefox, Mac', ...service.subscribe() } as const
  await ada.prove()
  await ada.app.createNoticeWay({ body: other })
  await ada.client(sessionsApp).signOut({})
  const later = await signIn()
  assert.deepEqual(
    (await later.ways()).map(({ name, gone }) => [name, gone]),
    [
      ['Chrome, Linux', false],
      ['Firefox, Mac', true],
    ],
  )
  await later.request('POST', '/transactions', { body: { ...body, concept, type: 'expense' } })
  await after({ minutes: 5 })
  assert.equal(service.take().length, 1)
  const { personId } = await readPerson(db, loaded.members['ada']!)
  await endSessionsOf(product, personId, null)
  assert.deepEqual(
    (await (await signIn()).ways()).map(({ gone }) => gone),
    [true],
  )
})

test('a browser that subscribes again, or signs in again, is one way', async () => {
  const { add, ways, subscribed, product, loaded, db, runtime } = await given()
  await add()
  await add({ name: 'Again' })
  await add({ name: 'Moved', ...service.subscribe() })
  assert.deepEqual(
    (await ways()).map(({ name, here }) => [name, here]),
    [['Moved', true]],
  )
  const later = await product.member(loaded.household_id, loaded.members['ada']!)
  const app = later.client(noticesApp)
  const [former] = await ways()
  await db.updateTable('notice_ways').set({ session_id: null }).execute()
  runtime.advance({ seconds: 1 })
  await app.createNoticeWay({ body: { kind: 'push', name: 'Mine', ...subscribed } })
  const { ways: both } = await app.showNoticeSettings({})
  assert.deepEqual(
    both.map(({ name, here }) => [name, here]),
    [
      [former!.name, false],
      ['Mine', true],
    ],
  )
})

test('a push service that moves a browser is followed, and only for the session it serves', async () => {
  const { add, pay, app, member, subscribed, product, loaded } = await given()
  await add()
  const moved = service.subscribe()
  service.answer(subscribed.url, 410)
  const stranger = await product.member(loaded.household_id, loaded.members['ada']!)
  const refused = await stranger.request('PUT', '/notices/push', { body: moved })
  assert.equal(refused.status, 404)
  await app.renewPush({ body: moved })
  assert.equal((await pay('Bakery')).length, 1)
  const private_ = { ...moved, url: 'https://169.254.169.254/push' }
  const answer = await member.request('PUT', '/notices/push', { body: private_ })
  assert.deepEqual([answer.status, answer.body.error.param], [400, 'url'])
})

test('a subscription that no message can be encrypted for is refused by name', async () => {
  const { member, subscribed } = await given()
  await member.prove()
  const bad = {
    url: 'http://stub.example.com/push',
    p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url'),
    auth: 'short',
  }
  for (const [param, value] of Object.entries(bad)) {
    const body = { kind: 'push', name: 'Mine', ...subscribed, [param]: value }
    const { status, body: answer } = await member.request('POST', '/notices/ways', { body })
    assert.deepEqual([status, answer.error.param], [400, param])
  }
})

test('the key of the instance is made once, sealed, and survives another master secret', async () => {
  const { app, db, runtime } = await given()
  const opened = await Promise.all([1, 2, 3].map(() => openPublicKey(runtime)))
  const { public_key } = await app.openPushKey({ body: {} })
  assert.deepEqual(new Set([public_key, ...opened]).size, 1)
  const rows = await db.selectFrom('push_keys').selectAll().execute()
  assert.equal(rows.length, 1)
  assert.ok(!rows[0]!.private_key.includes('"d"'))
})

async function readPerson(db: Database, memberId: string): Promise<{ personId: string }> {
  const { person_id } = await db
    .selectFrom('members')
    .select('person_id')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { personId: person_id! }
}
