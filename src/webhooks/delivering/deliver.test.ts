import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertSigned, givenWebhooks } from '../../../test/fakes/receivers.ts'

const given = await givenWebhooks()
const {
  api,
  after,
  db,
  deliver,
  deliveries,
  hook,
  queued,
  receivers,
  record,
  remove,
  show,
  runtime,
} = given
const none = () => assert.deepEqual(receivers.take(), [])

test('any 2xx acknowledges after one attempt, which two libraries verify', async () => {
  for (const status of [200, 201, 202, 204, 299]) {
    const one = await queued()
    receivers.answer(one.url, status)
    assert.equal(await deliver(), 1)
    const [got] = receivers.take()
    assertSigned(got!, one)
    const { status: state, attempts, http_status, next_attempt_at } = await one.last()
    assert.deepEqual(
      [state, attempts, http_status, next_attempt_at],
      ['delivered', 1, status, null],
    )
    await after(86_400)
    none()
    await remove(one)
  }
})

test('redirects, refusals and unknown statuses are final, with a reason', async () => {
  const statuses = [
    300, 301, 302, 304, 307, 308, 400, 401, 403, 404, 405, 409, 411, 413, 415, 422, 426, 451, 600,
    999,
  ]
  for (const status of statuses) {
    const one = await queued()
    receivers.answer(one.url, status)
    assert.equal(await deliver(), 1)
    const { status: state, reason, attempts } = await one.last()
    assert.deepEqual([state, attempts], ['failed', 1], String(status))
    assert.match(reason!, new RegExp(String(status)))
    await after(86_400)
    assert.equal(receivers.take(one.url).length, 1, String(status))
    assert.deepEqual(
      [(await show(one.id)).enabled, (await show(one.id)).delivery_status],
      [true, 'failed'],
    )
    await remove(one)
  }
})

test('a destination that is not public fails the event and leaves the webhook enabled', async () => {
  const one = await queued()
  receivers.answer(one.url, 'refused_address')
  await deliver()
  await after(86_400)
  assert.equal(receivers.take().length, 1)
  const { status, reason, http_status } = await one.last()
  assert.deepEqual([status, http_status], ['failed', null])
  assert.match(reason!, /public/)
  assert.equal((await show(one.id)).enabled, true)
  await remove(one)
})

test('408, 429, 5xx and network failures are tried again 30 seconds after their end', async () => {
  for (const reply of [
    408,
    429,
    500,
    501,
    502,
    503,
    504,
    599,
    'timeout',
    'connect',
    'dns',
    'tls',
    'bad_response',
  ] as const) {
    const one = await queued()
    receivers.answer(one.url, () => {
      // The attempt takes seven seconds; the delay counts from its end.
      runtime.advance({ seconds: 7 })
      return reply
    })
    await deliver()
    assert.equal((await show(one.id)).delivery_status, 'retrying')
    assert.equal(await after(29), 0, `${reply} was tried too soon`)
    receivers.answer(one.url, 204)
    assert.equal(await after(1), 1, `${reply} was not tried again`)
    const { status, attempts, log } = await one.last()
    assert.deepEqual([status, attempts, log.length], ['delivered', 2, 2])
    assert.equal(log[0]!.duration_ms, 7000)
    assert.equal(log[0]!.http_status, typeof reply === 'number' ? reply : null)
    assert.ok(log[0]!.error)
    await remove(one)
  }
})

test('an event that always fails is sent eight times, with doubling delays', async () => {
  const one = await queued()
  receivers.answer(one.url, { status: 503, body: 'Retry-After does not matter' })
  const begun = runtime.now()
  for (const wait of [0, 30, 60, 120, 240, 480, 960, 1920]) {
    if (wait > 0) assert.equal(await after(wait - 1), 0)
    assert.equal(await after(wait > 0 ? 1 : 0), 1)
  }
  await after(86_400)
  const got = receivers.take()
  assert.deepEqual(
    got.map(({ at }) => begun.until(at).total('seconds')),
    [0, 30, 90, 210, 450, 930, 1890, 3810],
  )
  // Every attempt has the same id and body, and its own signature.
  assert.equal(new Set(got.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(new Set(got.map(({ body }) => body)).size, 1)
  assert.equal(new Set(got.map(({ headers }) => headers['webhook-timestamp'])).size, 8)
  for (const one_ of got) assertSigned(one_, one)
  const { status, attempts, log, reason } = await one.last()
  assert.deepEqual([status, attempts, log.length], ['failed', 8, 8])
  assert.match(reason!, /8 times/)
  assert.equal(log[0]!.answer, 'Retry-After does not matter')
  assert.equal((await show(one.id)).delivery_status, 'failed')
  receivers.answer(one.url, 200)
  await record()
  await deliver()
  assert.equal((await show(one.id)).delivery_status, 'delivered')
  await remove(one)
})

test('the eighth attempt may still succeed', async () => {
  const one = await queued()
  receivers.answer(one.url, 500)
  await deliver()
  for (const wait of [30, 60, 120, 240, 480, 960]) await after(wait)
  receivers.answer(one.url, 200)
  await after(1920)
  assert.deepEqual([(await one.last()).status, (await one.last()).attempts], ['delivered', 8])
  await remove(one)
})

test('410 pauses the webhook, cancels waiting deliveries, and stops sending', async () => {
  const one = await queued()
  receivers.answer(one.url, 500)
  await record()
  await deliver()
  receivers.take()
  receivers.answer(one.url, 410)
  await record()
  await deliver()
  assert.equal(receivers.take().length, 1)
  const webhook = await show(one.id)
  assert.deepEqual(
    [webhook.enabled, webhook.paused_reason, webhook.pending_deliveries],
    [false, 'destination_gone', 0],
  )
  await after(7200)
  await record()
  await deliver()
  none()
  assert.deepEqual((await deliveries(one.id)).map(({ status }) => status).sort(), [
    'cancelled',
    'cancelled',
    'failed',
  ])
  receivers.answer(one.url, 200)
  await api.changeWebhook({ params: { id: one.id }, body: { enabled: true } })
  await after(7200)
  none()
  await record()
  await deliver()
  assert.equal(receivers.take().length, 1)
  await remove(one)
})

test('410 to a test event pauses the webhook', async () => {
  const one = await hook()
  receivers.answer(one.url, 410)
  await api.testWebhook({ params: { id: one.id } })
  await deliver()
  assert.equal((await show(one.id)).paused_reason, 'destination_gone')
  await remove(one)
})

test('a late 410 does not pause a webhook that was paused and resumed meanwhile', async () => {
  const one = await hook()
  receivers.answer(one.url, async () => {
    await api.changeWebhook({ params: { id: one.id }, body: { enabled: false } })
    await api.changeWebhook({ params: { id: one.id }, body: { enabled: true } })
    return 410
  })
  await record()
  await deliver()
  assert.equal((await show(one.id)).enabled, true)
  await remove(one)
})

test('a logged answer is shortened and has no control characters', async () => {
  const one = await queued()
  receivers.answer(one.url, { status: 400, body: `a\u0000b\u001b[31m${'é'.repeat(3000)}` })
  await deliver()
  const { answer } = (await one.last()).log[0]!
  assert.ok(answer!.startsWith('ab[31mé') && answer!.length < 1030 && !answer!.includes('\ufffd'))
  await remove(one)
})

test('a logged answer keeps quotes, braces, backslashes and line breaks', async () => {
  const one = await queued()
  const body = `{"a": "b\\n", 'c'},\nnull,\t{} \\" NULL`
  receivers.answer(one.url, { status: 400, body })
  await deliver()
  assert.equal((await one.last()).log[0]!.answer, body)
  await remove(one)
})

test('an overdue delivery is sent at once, and the next delay counts from then', async () => {
  const one = await queued()
  receivers.answer(one.url, 500)
  await after(7200)
  assert.equal(await after(29), 0)
  assert.equal(await after(1), 1)
  await remove(one)
})

test('a secret that cannot be decrypted postpones without an attempt, and fails in the end', async () => {
  const one = await queued()
  await db
    .updateTable('webhooks')
    .set({ secret: Buffer.from('broken') })
    .where('id', '=', one.id)
    .execute()
  await deliver()
  for (let n = 0; n < 25; n += 1) await after(60)
  none()
  const { status, attempts, reason } = await one.last()
  assert.deepEqual([status, attempts], ['failed', 0])
  assert.match(reason!, /on the server/)
  await remove(one)
})
