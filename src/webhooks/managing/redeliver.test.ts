import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenHome, givenWebhooks } from '../../../test/fakes/receivers.ts'
import { givenWebhookRequests } from '../../../test/support/given-webhook-requests.ts'

const given = await givenWebhooks()
const { after, deliver, product, receivers, runtime } = given
const { ask, refusalOf } = givenWebhookRequests(product, given.key)
const NOBODY = '0190a000-0000-7000-8000-00000000dead'

test('deliveries are listed with their attempts, by status, event and page', async () => {
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

test('an attempt is shown whole, also one that an earlier version has stored', async () => {
  const { hook, record, api } = await givenHome(product)
  const one = await hook()
  receivers.answer(one.url, { status: 200, body: 'thanks' })
  await record()
  await deliver()
  const shown = async () => {
    const [delivery] = await api.listDeliveries({ params: { id: one.id }, query: {} })
    return delivery!.log
  }
  const whole = {
    at: runtime.now().toString({ smallestUnit: 'millisecond' }),
    duration_ms: 0,
    http_status: 200,
    failure: null,
    error: null,
    answer: 'thanks',
    counted: true,
  }
  assert.deepEqual(await shown(), [whole])
  const refused = { ...whole, http_status: null, error: 'Nobody answered.', answer: null }
  const { failure: _, ...older } = refused
  await product.db
    .updateTable('webhook_deliveries')
    .set({ log: JSON.stringify([older, { ...whole, counted: false }]) })
    .where('webhook_id', '=', one.id)
    .execute()
  assert.deepEqual(await shown(), [refused, { ...whole, counted: false }])
})

test('an event is delivered again under its id, with eight new attempts', async () => {
  const { hook, record, api } = await givenHome(product)
  const one = await hook()
  receivers.answer(one.url, 404)
  await record()
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
})

test('an unknown event, or one of a paused webhook, is not delivered again', async () => {
  const { hook, record, api, key } = await givenHome(product)
  const one = await hook()
  const event_id = `evt_transaction_${await record()}`
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

test('a replay sends missed events under the same ids, and leaves waiting ones', async () => {
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
