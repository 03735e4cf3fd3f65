import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenHome, givenWebhooks } from '../../../test/fakes/receivers.ts'
import { tidyDeliveries } from './tidy.ts'

const given = await givenWebhooks()
const { deliver, product, runtime, db } = given

const stored = (webhookId: string) =>
  db
    .selectFrom('webhook_deliveries')
    .select(['state', 'event_id'])
    .where('webhook_id', '=', webhookId)
    .execute()

test('tidying marks the deliveries that a pause has cancelled', async () => {
  const { hook, record, api } = await givenHome(product)
  const one = await hook()
  const id = await record()
  await api.changeWebhook({ params: { id: one.id }, body: { enabled: false } })
  await tidyDeliveries(runtime)
  assert.deepEqual(await stored(one.id), [{ state: 'cancelled', event_id: id }])
})

test('tidying makes an overlooked queue due again, and logs it', async () => {
  const { hook, record } = await givenHome(product)
  const one = await hook()
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
})

test('tidying deletes deliveries after thirty days', async () => {
  const { hook, record, deliveries } = await givenHome(product)
  const one = await hook()
  await record()
  await record()
  await deliver()
  await tidyDeliveries(runtime)
  runtime.advance({ hours: 24 * 29 })
  await tidyDeliveries(runtime)
  assert.equal((await deliveries(one.id)).length, 2)
  runtime.advance({ hours: 25 })
  await tidyDeliveries(runtime)
  assert.deepEqual(await stored(one.id), [])
})
