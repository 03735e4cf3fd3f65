import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { run } from '#/app/http/run.ts'
import type { StoredAnswer } from './with-idempotency-key.ts'
import type { Call } from '#/platform/runtime/call.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { ada } from '../../../test/support/product.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { loadDocument } from '#/documents/load.ts'

// A handler that waits for a provider runs outside a transaction: its key is claimed before, and released on failure.

const { db } = await createTestDatabase()
const runtime = createTestRuntime(db)
const { household_id } = await loadDocument(runtime, ada)

const declared = endpoint({
  method: 'POST',
  path: '/discover',
  tag: 'Test',
  summary: 'Asks a provider',
  scope: 'data.write',
  transaction: 'none',
  refusals: ['resource_not_found'],
  response: z.object({ found: z.int() }),
})

let requests = 0

/** Runs the handler for a request with a key. `provider` answers it. */
function discover(
  key: string,
  provider: () => Promise<number>,
  { wait }: Pick<Call, 'wait'> = runtime,
) {
  requests += 1
  const call = {
    ...runtime,
    wait,
    caller: { householdId: household_id },
    requestId: `req_${requests}`,
    idempotencyKey: key,
  } as unknown as Call
  const handle = async () => ({ found: await provider() })
  return run({ endpoint: declared, handle, call, input: {}, path: '/v1/discover' })
}

const codeOf = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

test('a repeat waits two seconds for the provider, then gets idempotency_key_in_progress', async () => {
  const answering = Promise.withResolvers<number>()
  const asked = Promise.withResolvers<void>()
  const first = discover('discover-1', () => {
    asked.resolve()
    return answering.promise
  })
  await asked.promise
  let waited = 0
  const wait = (milliseconds: number) => {
    waited += milliseconds
    return Promise.resolve()
  }
  await assert.rejects(
    discover('discover-1', () => Promise.resolve(2), { wait }),
    codeOf('idempotency_key_in_progress'),
  )
  assert.equal(waited, 2000)
  answering.resolve(1)
  assert.deepEqual(await first, { status: 200, body: '{"found":1}', replayed: false })
  const again = await discover('discover-1', () => assert.fail('the provider was asked twice'))
  assert.deepEqual(again, { status: 200, body: '{"found":1}', replayed: true })
})

test('a refusal or a fault releases the key', async () => {
  await assert.rejects(
    discover('discover-2', () => Promise.reject(new Refusal('resource_not_found'))),
    codeOf('resource_not_found'),
  )
  await assert.rejects(
    discover('discover-2', () => Promise.reject(new Error('the bank hung up'))),
    /the bank hung up/,
  )
  const { body } = await discover('discover-2', () => Promise.resolve(3))
  assert.equal(body, '{"found":3}')
})

test('the key of a request whose process died is free after ten minutes, not earlier', async () => {
  void discover('discover-3', () => new Promise(() => {}))
  runtime.advance({ milliseconds: 0 })
  const begun = () =>
    db.selectFrom('idempotency_keys').select('key').where('key', '=', 'discover-3').execute()
  while ((await begun()).length === 0);
  runtime.advance({ minutes: 10 })
  await assert.rejects(
    discover('discover-3', () => Promise.resolve(4)),
    codeOf('idempotency_key_in_progress'),
  )
  runtime.advance({ milliseconds: 1 })
  assert.equal((await discover('discover-3', () => Promise.resolve(4))).body, '{"found":4}')
})

test('of fifty requests at once, one asks the provider and the others get its answer', async () => {
  const answering = Promise.withResolvers<number>()
  let asked = 0
  const provider = () => {
    asked += 1
    return answering.promise
  }
  // The provider answers once a repeat has looked in vain.
  const wait = async () => {
    answering.resolve(1)
    await Promise.any(running)
  }
  const running: Promise<StoredAnswer>[] = Array.from({ length: 50 }, () =>
    discover('discover-4', provider, { wait }),
  )
  const answers = await Promise.all(running)
  assert.equal(asked, 1)
  const first = { status: 200, body: '{"found":1}' }
  const replays = answers.filter((answer) =>
    isDeepStrictEqual(answer, { ...first, replayed: true }),
  )
  assert.equal(replays.length, 49)
  assert.ok(answers.some((answer) => isDeepStrictEqual(answer, { ...first, replayed: false })))
})

test('a request that was taken for dead does not take its successor’s key when it finishes', async () => {
  const answering = Promise.withResolvers<number>()
  const asked = Promise.withResolvers<void>()
  const first = discover('discover-5', () => {
    asked.resolve()
    return answering.promise
  })
  await asked.promise
  runtime.advance({ minutes: 11 })
  const successor = Promise.withResolvers<number>()
  const begun = Promise.withResolvers<void>()
  const second = discover('discover-5', () => {
    begun.resolve()
    return successor.promise
  })
  await begun.promise
  answering.resolve(1)
  await first
  await assert.rejects(
    discover('discover-5', () => assert.fail('asked again')),
    codeOf('idempotency_key_in_progress'),
  )
  successor.resolve(2)
  await second
  const again = await discover('discover-5', () => assert.fail('asked again'))
  assert.equal(again.body, '{"found":2}')
})
