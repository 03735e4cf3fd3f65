import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenHome, givenWebhooks } from '../../../test/fakes/receivers.ts'
import { givenWebhookRequests } from '../../../test/support/given-webhook-requests.ts'

const given = await givenWebhooks()
const { product, runtime, db } = given
const { ask, refusalOf } = givenWebhookRequests(product, given.key)

test('only the first answer contains the secret: no list, replay, row or log does', async () => {
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

test('names, addresses and headers are checked', async () => {
  const { key } = await givenHome(product)
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
  // A name that does not resolve is accepted, and so is any cookie.
  const { status } = await ask('POST', '/webhooks', {
    key,
    body: { name: 'n', url: 'https://unknown.example/', headers: { Cookie: 'a=b' } },
  })
  assert.equal(status, 201)
})

test('a member has at most ten webhooks, even when twenty are created at once', async () => {
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
