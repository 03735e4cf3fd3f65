import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { tidyDeliveries } from '#/webhooks/delivering/tidy.ts'
import { givenHome, givenWebhooks } from '../../../test/fakes/receivers.ts'

const given = await givenWebhooks()
const { after, deliver, product, receivers, runtime, db } = given
const NOBODY = '0190a000-0000-7000-8000-00000000dead'

const ask = (method: string, path: string, options: object = {}) =>
  product.request<Record<string, unknown> & { error: { code: string; param?: string } }>(
    method,
    path,
    {
      key: given.key,
      ...options,
    },
  )
const refusalOf = async (promise: ReturnType<typeof ask>) => {
  const { status, body } = await promise
  return [status, body.error.code, body.error.param]
}

test('the secret is in the first answer and nowhere else: no list, no change, no replay, no row', async () => {
  const { key, api } = await givenHome(product)
  const body = {
    name: ' Mine ',
    url: 'https://hooks.example/a?b=1',
    headers: { Authorization: 'Bearer cAnArY' },
  }
  const headers = { 'idempotency-key': 'make-it-once' }
  const first = await ask('POST', '/webhooks', { key, body, headers })
  assert.equal(first.status, 201)
  const { secret, ...shown } = first.body
  assert.match(String(secret), /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual(
    [shown['name'], shown['url'], shown['headers'], shown['enabled'], shown['delivery_status']],
    ['Mine', 'https://hooks.example/a?b=1', ['Authorization'], true, 'none'],
  )
  const again = await ask('POST', '/webhooks', { key, body, headers })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual([again.status, again.body], [201, shown])
  assert.deepEqual(await api.listWebhooks({}), [shown])
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(t::text, ''), '') as text from (
      select w::text as t from webhooks w union all select i::text from idempotency_keys i) t`.execute(
    db,
  )
  for (const leaked of [String(secret), String(secret).slice(6), 'cAnArY']) {
    assert.ok(!rows[0]!.text.includes(leaked))
    assert.ok(!rows[0]!.text.includes(Buffer.from(leaked).toString('hex')))
    assert.ok(!runtime.logged.join('').includes(leaked))
  }
})

test('names, addresses and headers are checked; URL, secret and name never change', async () => {
  const { key, hook } = await givenHome(product)
  const make = (change: object) =>
    refusalOf(
      ask('POST', '/webhooks', { key, body: { name: 'n', url: 'https://a.example/', ...change } }),
    )
  const wrong: [object, string][] = [
    [{ name: '' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'n'.repeat(101) }, 'name'],
    [{ url: 7 }, 'url'],
    [{ url: `https://a.example/${'x'.repeat(2048)}` }, 'url'],
    [{ url: 'https://refused.example/' }, 'url'],
    [{ headers: ['a'] }, 'headers'],
    [{ headers: { 'X-A': 7 } }, 'headers'],
    [{ headers: null }, 'headers'],
    [{ headers: { Host: 'a' } }, 'headers'],
    [{ headers: { 'Webhook-Signature': 'a' } }, 'headers'],
    [{ headers: { 'X-Service-Webhook-Id': 'a' } }, 'headers'],
    [{ headers: { 'X-A': 'a\r\nX-Evil: 1' } }, 'headers'],
    [{ headers: { 'X-A': '1', 'x-a': '2' } }, 'headers'],
    [{ headers: { ['__proto__']: 'a', 'a b': 'c' } }, 'headers'],
    [
      { headers: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, '1'])) },
      'headers',
    ],
    [{ secret: 'whsec_x' }, 'secret'],
  ]
  for (const [change, param] of wrong) {
    assert.deepEqual(await make(change), [400, 'invalid_parameter', param], JSON.stringify(change))
  }
  // A name that is not known today may be tomorrow; cookies are anyone's own business.
  const { status } = await ask('POST', '/webhooks', {
    key,
    body: { name: 'n', url: 'https://unknown.example/', headers: { Cookie: 'a=b' } },
  })
  assert.equal(status, 201)
  const { id } = await hook()
  for (const field of ['url', 'secret', 'name']) {
    assert.deepEqual(
      await refusalOf(
        ask('PATCH', `/webhooks/${id}`, { key, body: { [field]: 'https://b.example/' } }),
      ),
      [400, 'invalid_parameter', field],
    )
  }
})

test('without headers the saved ones stay, {} clears them, an object replaces them; an empty change changes nothing', async () => {
  const { api, hook } = await givenHome(product)
  const { id } = await hook()
  const patch = async (body: { headers?: Record<string, string>; enabled?: boolean }) =>
    (await api.changeWebhook({ params: { id }, body })).headers
  assert.deepEqual(await patch({ headers: { 'X-A': '1', 'X-B': '2' } }), ['X-A', 'X-B'])
  assert.deepEqual(await patch({ enabled: false }), ['X-A', 'X-B'])
  assert.deepEqual(await patch({}), ['X-A', 'X-B'])
  assert.deepEqual(await patch({ headers: { 'X-C': '3' }, enabled: true }), ['X-C'])
  assert.deepEqual(await patch({ headers: {} }), [])
})

test('a member has ten webhooks, paused ones included, even when twenty are made at once', async () => {
  const { api, ben, key } = await givenHome(product)
  const make = () =>
    ask('POST', '/webhooks', { key, body: { name: 'n', url: 'https://a.example/' } })
  const answers = await Promise.all(Array.from({ length: 20 }, make))
  const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
  assert.deepEqual(statuses, [...Array<number>(10).fill(201), ...Array<number>(10).fill(409)])
  const { id } = (await api.listWebhooks({}))[0]!
  await api.changeWebhook({ params: { id }, body: { enabled: false } })
  assert.deepEqual(await refusalOf(make()), [409, 'webhook_limit_reached', undefined])
  await ben.createWebhook({ body: { name: 'n', url: 'https://a.example/' } })
  await api.removeWebhook({ params: { id } })
  assert.equal((await make()).status, 201)
})

test('webhooks are their maker’s: another member’s, and another household’s, are not there', async () => {
  const { hook, ben, loaded } = await givenHome(product)
  const { id } = await hook()
  assert.deepEqual(await ben.listWebhooks({}), [])
  const paths: [string, string, object?][] = [
    ['PATCH', '', {}],
    ['DELETE', ''],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', `/deliveries/evt_test_${NOBODY}/redeliver`],
    ['POST', '/replay', { since: '2026-01-01T00:00:00Z' }],
  ]
  for (const [method, path, body] of paths) {
    for (const key of [loaded.keys['ben']!.api_key, given.key]) {
      assert.deepEqual(
        await refusalOf(ask(method, `/webhooks/${id}${path}`, { key, body })),
        [404, 'resource_not_found', 'id'],
        `${method} ${path}`,
      )
    }
  }
})

test('a webhook is tested once in sixty seconds, whoever asks at once; a refused test counts for nothing', async () => {
  const { hook, api, key, loaded, show } = await givenHome(product)
  const one = await hook()
  const trial = () => ask('POST', `/webhooks/${one.id}/test`, { key })
  const both = await Promise.all([trial(), trial()])
  assert.deepEqual(
    both.map(({ status }) => status).sort((a, b) => a - b),
    [202, 429],
  )
  const [queued] = both.filter(({ status }) => status === 202)
  assert.match(String(queued!.body['event_id']), /^evt_test_[0-9a-f-]{36}$/)
  runtime.advance({ seconds: 59, milliseconds: 1 })
  const refused = await trial()
  assert.deepEqual(
    [refused.body.error.code, refused.headers.get('retry-after')],
    ['webhook_test_limit_exceeded', '1'],
  )
  await deliver()
  const [got] = receivers.take(one.url)
  assert.deepEqual(JSON.parse(got!.body), {
    eventId: queued!.body['event_id'],
    name: 'webhook.test',
    timestamp: queued!.body['queued_at'],
    data: { set_aside_account_id: loaded.household_id, webhook: { id: one.id, name: 'Mine' } },
  })
  runtime.advance({ seconds: 1 })
  assert.equal((await trial()).status, 202)
  await api.changeWebhook({ params: { id: one.id }, body: { enabled: false } })
  runtime.advance({ seconds: 61 })
  assert.deepEqual(await refusalOf(trial()), [409, 'webhook_paused', undefined])
  assert.equal((await show(one.id)).pending_deliveries, 0)
  await api.changeWebhook({ params: { id: one.id }, body: { enabled: true } })
  assert.equal((await trial()).status, 202)
})

test('deliveries are listed with their attempts, by status and event, page by page', async () => {
  const { hook, record, api } = await givenHome(product)
  const one = await hook()
  receivers.answer(one.url, ({ body }) =>
    body.includes('Bad') ? { status: 422, body: 'no such thing' } : 500,
  )
  const ids: string[] = []
  for (const concept of ['Bad', 'Good', 'Good']) {
    runtime.advance({ seconds: 1 })
    ids.push(`evt_transaction_${await record({ concept })}`)
  }
  const list = async (query: object) =>
    (await api.listDeliveries({ params: { id: one.id }, query })).map(({ event_id }) => event_id)
  assert.deepEqual(await list({ status: 'pending' }), ids.toReversed())
  await deliver()
  assert.deepEqual(await list({ status: 'retrying' }), [ids[2], ids[1]])
  assert.deepEqual(await list({ status: 'failed' }), [ids[0]])
  assert.deepEqual(await list({ event_id: ids[1] }), [ids[1]])
  assert.deepEqual(await list({ limit: 1, before: ids[2] }), [ids[1]])
  await assert.rejects(list({ event_id: 'evt_unheard_of' }), /event_id|Send the id/)
  assert.deepEqual(await list({ event_id: `evt_transaction_${NOBODY}` }), [])
  const [failed] = await api.listDeliveries({ params: { id: one.id }, query: { status: 'failed' } })
  const moment = runtime.now().toString({ smallestUnit: 'millisecond' })
  assert.deepEqual(failed!.log, [
    {
      at: moment,
      duration_ms: 0,
      http_status: 422,
      failure: null,
      error: 'Your server answered 422. That is final for this event.',
      answer: 'no such thing',
      counted: true,
    },
  ])
  assert.equal(JSON.parse(failed!.body).eventId, ids[0])
})

test('an event is delivered again under its id, with eight new attempts; a paused webhook is told nothing', async () => {
  const { hook, record, api, key } = await givenHome(product)
  const one = await hook()
  receivers.answer(one.url, 404)
  const event_id = `evt_transaction_${await record()}`
  await deliver()
  receivers.answer(one.url, 500)
  const [refused] = await api.listDeliveries({ params: { id: one.id }, query: {} })
  await api.redeliverEvent({ params: { id: one.id, delivery_id: refused!.id } })
  await deliver()
  for (const wait of [30, 60, 120, 240, 480, 960, 1920, 3600]) await after(wait)
  const got = receivers.take(one.url)
  assert.equal(got.length, 9)
  assert.equal(new Set(got.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size, 1)
  const [delivery] = await api.listDeliveries({ params: { id: one.id }, query: {} })
  assert.deepEqual([delivery!.status, delivery!.attempts, delivery!.log.length], ['failed', 8, 9])
  const again = (event: string) =>
    refusalOf(ask('POST', `/webhooks/${one.id}/deliveries/${event}/redeliver`, { key }))
  assert.deepEqual(await again(`evt_transaction_${NOBODY}`), [
    404,
    'resource_not_found',
    'delivery_id',
  ])
  assert.deepEqual(await again('nonsense'), [404, 'resource_not_found', 'delivery_id'])
  await api.changeWebhook({ params: { id: one.id }, body: { enabled: false } })
  assert.deepEqual(await again(event_id), [409, 'webhook_paused', undefined])
})

test('a replay sends what was announced since a moment, under the same ids, and leaves what still waits', async () => {
  const { hook, record, api, key } = await givenHome(product)
  const [paused, other] = [await hook(), await hook()]
  await record()
  await deliver()
  receivers.take()
  await api.changeWebhook({ params: { id: paused.id }, body: { enabled: false } })
  runtime.advance({ seconds: 10 })
  const since = runtime.now().toString()
  const missed = [await record(), await record()].map((id) => `evt_transaction_${id}`)
  await api.changeWebhook({ params: { id: paused.id }, body: { enabled: true } })
  await deliver()
  assert.equal(receivers.take(paused.url).length, 0)
  const sent = receivers.take(other.url)
  receivers.answer(paused.url, 500)
  const waits = `evt_transaction_${await record()}`
  await deliver()
  receivers.take()
  receivers.answer(paused.url, 200)
  assert.deepEqual(await api.replayEvents({ params: { id: paused.id }, body: { since } }), {
    queued: 2,
  })
  await deliver()
  const got = receivers.take(paused.url)
  assert.deepEqual(got.map(({ headers }) => headers['webhook-id']!).toSorted(), missed.toSorted())
  assert.deepEqual(got.map(({ body }) => body).sort(), sent.map(({ body }) => body).sort())
  await after(30)
  assert.deepEqual(
    receivers.take(paused.url).map(({ headers }) => headers['webhook-id']),
    [waits],
  )
  await api.changeWebhook({ params: { id: paused.id }, body: { enabled: false } })
  assert.deepEqual(
    await refusalOf(ask('POST', `/webhooks/${paused.id}/replay`, { key, body: { since } })),
    [409, 'webhook_paused', undefined],
  )
})

test('the application manages the same webhooks behind a session', async () => {
  const { loaded, hook, api } = await givenHome(product)
  const member = await product.member(loaded.household_id, loaded.members['ada']!)
  const { id } = await hook()
  const { status, body } = await member.request<{ id: string }[]>('GET', '/webhooks')
  assert.deepEqual([status, body.map((one) => one.id)], [200, [id]])
  assert.equal((await member.request('POST', `/webhooks/${id}/test`)).status, 202)
  assert.equal((await member.request('DELETE', `/webhooks/${id}`)).status, 200)
  assert.deepEqual(await api.listWebhooks({}), [])
})

test('tidying calls cancelled what a pause has cancelled, forgets after thirty days, and repairs a lane nobody would look at', async () => {
  const { hook, record, api, deliveries } = await givenHome(product)
  const one = await hook()
  const id = await record()
  await api.changeWebhook({ params: { id: one.id }, body: { enabled: false } })
  await tidyDeliveries(runtime)
  const stored = () =>
    db
      .selectFrom('webhook_deliveries')
      .select(['state', 'event_id'])
      .where('webhook_id', '=', one.id)
      .execute()
  assert.deepEqual(await stored(), [{ state: 'cancelled', event_id: id }])
  await api.changeWebhook({ params: { id: one.id }, body: { enabled: true } })
  await record()
  await db
    .updateTable('webhook_lanes')
    .set({ next_due_at: null })
    .where('webhook_id', '=', one.id)
    .execute()
  assert.equal(await deliver(), 0)
  runtime.logged.length = 0
  assert.equal(await tidyDeliveries(runtime), 1)
  assert.match(runtime.logged.join(''), /lost_wake_up/)
  assert.equal(await deliver(), 1)
  assert.equal(await tidyDeliveries(runtime), 0)
  runtime.advance({ hours: 24 * 29 })
  assert.equal((await deliveries(one.id)).length, 2)
  runtime.advance({ hours: 25 })
  await tidyDeliveries(runtime)
  assert.deepEqual(await stored(), [])
})
