import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenNotices, startNotices, workOffNotices } from '../../../test/support/given-notices.ts'
import { claimMessages } from './claim-messages.ts'
import { deliverDueNotices } from './deliver-due.ts'
import { recordResult } from './record-result.ts'

// One instance, and a household of its own for each test.
const on = await startNotices()
const { db, runtime } = on.product
const { receivers } = on
const givenHome = () => givenNotices({ on })
const large = { large_from: 1000, kinds: ['large_payment'] }

/** Moves the clock forward to an hour of the household’s day. */
function reach(hour: number): void {
  const local = runtime.now().toZonedDateTimeISO('Europe/Madrid')
  const today = local.startOfDay().add({ minutes: Math.round(hour * 60) })
  const at = Temporal.ZonedDateTime.compare(today, local) > 0 ? today : today.add({ hours: 24 })
  runtime.advance(local.until(at))
}

test('quiet hours hold messages, and a digest of the day is one message', async () => {
  const given = await givenHome()
  const { choose, pay, titles } = given
  await given.addNtfy()
  reach(13)
  await choose({ ...large, quiet: { from: 0, until: 20 * 60 } })
  await pay(5000)
  await given.after({ minutes: 5 })
  assert.deepEqual(titles(), [])
  await given.after({ hours: 7 })
  assert.deepEqual(titles(), ['Large payment: €50.00'])
  await choose({ ...large, digest: 'day', language: 'es' })
  await pay(6000)
  await pay(7000)
  await given.after({ minutes: 5 })
  assert.deepEqual(titles(), [])
  await given.after({ hours: 12 })
  assert.deepEqual(titles(), ['Earmark: 2 avisos'])
})

test('a condition that is over before quiet hours end is not sent, and is if it is true again', async () => {
  const given = await givenHome()
  await given.choose({ kinds: ['free_negative'], quiet: { from: 22 * 60, until: 7 * 60 } })
  await given.addNtfy()
  reach(23)
  await given.setBalance(100)
  await given.after({ minutes: 1 })
  assert.deepEqual(await given.states(), ['queued'])
  await given.setBalance(900_000)
  // Nobody looks before the quiet hours end: the message waits for the look all the same.
  reach(7.5)
  assert.equal(await deliverDueNotices(runtime), 0)
  await workOffNotices(runtime)
  assert.deepEqual([given.titles(), await given.states()], [[], ['cancelled']])
  await given.setBalance(100)
  await given.after({ minutes: 1 })
  assert.deepEqual(given.titles(), ['Free to spend is below zero'])
  assert.deepEqual(await given.states(), ['sent'])
})

test('a digest leaves out what is over, and what its reader no longer wants', async () => {
  const given = await givenHome()
  const kinds = ['free_negative', 'large_payment']
  await given.choose({ ...large, kinds, digest: 'day', digest_hour: 9 })
  await given.addNtfy()
  reach(10)
  await given.setBalance(100)
  await given.pay(2000)
  await given.after({ minutes: 1 })
  await given.setBalance(900_000)
  reach(9.5)
  await workOffNotices(runtime)
  assert.deepEqual(given.titles(), ['Large payment: €20.00'])
  await given.pay(3000)
  await given.after({ minutes: 1 })
  await given.choose({ ...large, kinds: ['free_low'], digest: 'day', digest_hour: 9 })
  reach(10)
  await workOffNotices(runtime)
  assert.deepEqual(given.titles(), [])
})

test('new hours apply to what waits, and a server that was away keeps to quiet hours', async () => {
  const given = await givenHome()
  await given.addNtfy()
  reach(12)
  await given.choose({ ...large, digest: 'week' })
  await given.pay(2000)
  await given.after({ minutes: 1 })
  await given.choose({ ...large })
  await given.after({ minutes: 1 })
  assert.deepEqual(given.titles(), ['Large payment: €20.00'])
  reach(21.5)
  await given.choose({ ...large, quiet: { from: 22 * 60, until: 7 * 60 } })
  receivers.answer(given.url, 503)
  await given.pay(3000)
  await given.after({ minutes: 29 })
  assert.equal(given.titles().length, 1)
  receivers.answer(given.url, 200)
  reach(23)
  await workOffNotices(runtime)
  assert.deepEqual(given.titles(), [])
  reach(7.1)
  await workOffNotices(runtime)
  assert.deepEqual(given.titles(), ['Large payment: €30.00'])
})

test('a server that fails is tried again, one that is gone is not, and a refusal is final', async () => {
  const given = await givenHome()
  const { choose, pay, app, url } = given
  await choose(large)
  const way = await given.addNtfy()
  const state = async () => (await app.showNoticeSettings({})).ways[0]!
  receivers.answer(url, 'timeout')
  await pay(5000)
  await given.after({ minutes: 1 })
  assert.equal((await state()).last?.state, 'queued')
  receivers.answer(url, 503)
  await given.after({ seconds: 29 })
  assert.equal(receivers.take(url).length, 1)
  await given.after({ seconds: 7 })
  receivers.answer(url, 200)
  await given.after({ seconds: 59 })
  assert.equal(receivers.take(url).length, 1)
  await given.after({ seconds: 13 })
  assert.equal(receivers.take(url).length, 1)
  assert.equal((await state()).last?.state, 'sent')
  receivers.answer(url, { status: 403, body: 'token "ntfy-secret-token" is unknown' })
  await pay(5100)
  await given.after({ minutes: 1 })
  assert.deepEqual((await state()).last?.state, 'failed')
  receivers.answer(url, 410)
  await pay(5200)
  await given.after({ minutes: 1 })
  assert.equal((await state()).gone, true)
  receivers.take(url)
  await pay(5300)
  await given.after({ minutes: 1 })
  assert.deepEqual(receivers.take(url), [])
  await app.removeNoticeWay({ params: { id: way.id } })
  assert.deepEqual((await app.showNoticeSettings({})).ways, [])
})

test('attempts end after about ten hours, and the failure stays visible', async () => {
  const given = await givenHome()
  const { choose, pay, app, url } = given
  await choose(large)
  await given.addNtfy()
  receivers.answer(url, { status: 500, body: 'out of order' })
  await pay(5000)
  await given.after({ minutes: 1 })
  let attempts = receivers.take(url).length
  let minutes = 0
  while ((await given.states())[0] === 'queued' && minutes < 1000) {
    await given.after({ minutes: 15 })
    minutes += 15
    attempts += receivers.take(url).length
  }
  assert.equal(attempts, 16)
  assert.ok(minutes > 9 * 60 && minutes < 14 * 60, `${minutes} minutes`)
  assert.deepEqual((await app.showNoticeSettings({})).ways[0]!.last, {
    state: 'failed',
    reason: 'out of order',
  })
})

test('a result of a lost lease does not count, unless the message has arrived', async () => {
  const given = await givenHome()
  await given.choose(large)
  await given.addNtfy()
  await given.pay(5000)
  receivers.answer(given.url, 503)
  await given.after({ minutes: 1 })
  runtime.advance({ minutes: 1 })
  const [first] = await claimMessages(runtime, 4)
  assert.deepEqual(await claimMessages(runtime, 4), [])
  runtime.advance({ minutes: 1 })
  const [second] = await claimMessages(runtime, 4)
  assert.equal(second!.message_id, first!.message_id)
  const state = async () => (await given.states())[0]
  await recordResult(runtime, first!, { verdict: 'failed', status: 400, reason: 'no' })
  assert.equal(await state(), 'queued')
  await recordResult(runtime, first!, { verdict: 'sent', status: 200, reason: null })
  await recordResult(runtime, second!, { verdict: 'failed', status: 400, reason: 'no' })
  assert.equal(await state(), 'sent')
})

test('each member gets their own notices, and none after leaving', async () => {
  const given = await givenHome()
  await given.choose(large)
  await given.addNtfy()
  await db
    .updateTable('members')
    .set({ removed_at: runtime.now() })
    .where('id', '=', given.loaded.members['ada']!)
    .execute()
  await given.pay(5000).catch(() => {})
  await given.after({ minutes: 1 })
  assert.deepEqual(receivers.take(given.url), [])
})

test('ways that lead to private addresses and templates that are not JSON are refused', async () => {
  const { member, app, choose } = await givenHome()
  await choose()
  const refused = async (body: object) => {
    const { status, body: answer } = await member.request('POST', '/notices/ways', { body })
    return [status, answer.error?.param]
  }
  const common = { name: 'Mine', kind: 'url' }
  assert.deepEqual(await refused({ ...common, url: 'https://127.0.0.1/' }), [400, 'url'])
  assert.deepEqual(await refused({ ...common, url: 'file:///etc/passwd' }), [400, 'url'])
  const url = 'https://home.example/hook'
  for (const template of ['{{title}}', '{"a": {{text}}}', '{', '{"{{title}}": 1} x']) {
    assert.deepEqual(await refused({ ...common, url, template }), [400, 'template'], template)
  }
  const topic = { name: 'n', kind: 'ntfy', topic: '../up' }
  assert.deepEqual(await refused(topic), [400, 'topic'])
  await app.createNoticeWay({
    body: { name: 'Mine', kind: 'url', url, template: '{"say": ["{{title}}: {{text}}"]}' },
  })
  const { ways } = await app.showNoticeSettings({})
  const answer = await app.testNoticeWay({ params: { id: ways[0]!.id }, body: {} })
  assert.deepEqual(answer, { sent: true, reason: null })
  const [got] = receivers.take(url)
  assert.deepEqual(JSON.parse(got!.body), {
    say: ['Earmark: This is a test. Notices will arrive here.'],
  })
})

test('a name cannot add a field to a template, a line to a title, or a header', async () => {
  const given = await givenHome()
  await given.choose(large)
  const url = 'https://template.example/'
  await given.app.createNoticeWay({
    body: { name: 'Mine', kind: 'url', url, template: '{"t": "{{text}}"}' },
  })
  await given.pay(5000, { concept: 'A", "x": "{{title}}\u202eB\u0007' })
  await given.after({ minutes: 1 })
  const [got] = receivers.take(url)
  const { t } = JSON.parse(got!.body) as { readonly t: string }
  assert.match(t, /^A", "x": "\{\{title\}\} B, /)
})
