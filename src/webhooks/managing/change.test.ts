import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenHome, givenWebhooks } from '../../../test/fakes/receivers.ts'
import { givenWebhookRequests } from '../../../test/support/given-webhook-requests.ts'

const given = await givenWebhooks()
const { product } = given
const { ask, refusalOf } = givenWebhookRequests(product, given.key)
const NOBODY = '0190a000-0000-7000-8000-00000000dead'

test('URL, secret and name of a webhook never change', async () => {
  const { key, hook } = await givenHome(product)
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

test('headers stay when left out, are cleared by {}, and replaced by an object', async () => {
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

test('webhooks of another member or household are not found', async () => {
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
