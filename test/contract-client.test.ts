import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, createClient } from '#/platform/contract/client.ts'
import { keys } from '#/access/keys/contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { startScene } from './support/openapi-samples.ts'

const scene = await startScene()
const client = scene.client(transactions, scene.rw)
const account_id = scene.loaded.accounts['checking']!
const coffee = { account_id, amount: -450, concept: 'Coffee & cake?', booked_at: '2026-01-04' }

test('params, query, body and Idempotency-Key reach the endpoint', async () => {
  const once = { body: coffee, idempotencyKey: 'client-test-1' }
  const recorded = await client.recordTransaction(once)
  assert.deepEqual(await client.recordTransaction(once), recorded)
  assert.deepEqual(await client.showTransaction({ params: { id: recorded.id } }), recorded)
  const query = { search: 'coffee & cake?', limit: 5, from: undefined }
  const page = await client.listTransactions({ query })
  assert.deepEqual(page.data, [recorded])
})

test('an error is thrown with its object, status, request id and wait', async () => {
  const error = await client
    .showTransaction({ params: { id: scene.other.transactions['t1']! } })
    .catch((thrown: unknown) => thrown)
  assert.ok(error instanceof ApiError)
  assert.equal(error.status, 404)
  assert.equal(error.error?.code, 'resource_not_found')
  assert.equal(error.error?.param, 'id')
  assert.equal(error.requestId, error.error?.request_id)
  assert.equal(error.retryAfterSeconds, null)
})

test('an empty budget tells how long to wait', async () => {
  const { describeKey } = scene.client(keys, scene.ro)
  for (let count = 0; count < 60; count += 1) await describeKey({})
  const error = await describeKey({}).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof ApiError)
  assert.equal(error.error?.code, 'rate_limit_exceeded')
  assert.equal(error.retryAfterSeconds, 60)
})

test('an answer that is not the service’s is an error without an object', async () => {
  const behindProxy = createClient(keys, {
    baseUrl: 'http://proxy.test/v1',
    key: null,
    send: () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
  })
  await assert.rejects(behindProxy.describeKey({}), {
    name: 'ApiError',
    status: 502,
    error: null,
    message: 'HTTP 502',
  })
})
