import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenHome, givenWebhooks } from '../../../test/fakes/receivers.ts'
import { givenWebhookRequests } from '../../../test/support/given-webhook-requests.ts'

const given = await givenWebhooks()
const { deliver, product, receivers, runtime } = given
const { ask, refusalOf } = givenWebhookRequests(product, given.key)

test('a webhook is tested once in sixty seconds, even by two requests at once', async () => {
  const { hook, key, loaded } = await givenHome(product)
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
})

test('a test that is refused because of a pause does not count', async () => {
  const { hook, api, key, show } = await givenHome(product)
  const one = await hook()
  const trial = () => ask('POST', `/webhooks/${one.id}/test`, { key })
  assert.equal((await trial()).status, 202)
  await deliver()
  receivers.take()
  await api.changeWebhook({ params: { id: one.id }, body: { enabled: false } })
  runtime.advance({ seconds: 61 })
  assert.deepEqual(await refusalOf(trial()), [409, 'webhook_paused', undefined])
  assert.equal((await show(one.id)).pending_deliveries, 0)
  await api.changeWebhook({ params: { id: one.id }, body: { enabled: true } })
  assert.equal((await trial()).status, 202)
})
