import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { CallFailure } from './failure.ts'
import { setCurrentHousehold } from './household.ts'
import { answeredAt, answerOrKept, isFromBefore, isKept } from './kept.ts'
import { isOldShown } from './noted.ts'

const queryKey = ['GET /home']

function given(before?: string) {
  setCurrentHousehold('h')
  const client = new QueryClient()
  if (before !== undefined) client.setQueryData(queryKey, before, { updatedAt: 1000 })
  const asked = Promise.withResolvers<string>()
  const shown = answerOrKept({ client, queryKey }, asked.promise)
  return { client, asked, shown }
}

test('only the first page without filters is kept of a list', () => {
  const query = { page: 1, limit: 100, search: undefined }
  assert.ok(isKept(['GET /transaction-rows', { query }]))
  assert.ok(!isKept(['GET /transaction-rows', { query: { ...query, page: 2 } }]))
  assert.ok(!isKept(['GET /transaction-rows', { query: { ...query, search: 'tea' } }]))
  assert.ok(!isKept(['GET /keys']))
})

test('without an answer the last one is shown with its own time', async () => {
  const { client, asked, shown } = given('before')
  asked.reject(new CallFailure('unreachable'))
  assert.equal(await shown, 'before')
  client.setQueryData(queryKey, 'before')
  assert.deepEqual([isFromBefore(queryKey), answeredAt(client, queryKey)], [true, 1000])
})

test('a refusal is not covered up by the last answer', async () => {
  const { asked, shown } = given('before')
  asked.reject(new CallFailure('session_required', { status: 401 }))
  await assert.rejects(shown, /session_required/)
})

test('without any last answer the failure is reported', async () => {
  const { asked, shown } = given()
  asked.reject(new CallFailure('unreachable'))
  await assert.rejects(shown, /unreachable/)
})

test('a late answer replaces the last one, unless another household is shown by then', async () => {
  for (const [household, expected] of [
    ['h', 'now'],
    ['other', 'before'],
  ] as const) {
    mock.timers.enable({ apis: ['setTimeout'] })
    const { client, asked, shown } = given('before')
    mock.timers.tick(5000)
    assert.equal(await shown, 'before')
    setCurrentHousehold(household)
    asked.resolve('now')
    await asked.promise
    await Promise.resolve()
    assert.equal(client.getQueryData(queryKey), expected)
    mock.timers.reset()
  }
})

test('late answers come in any order, and the newest read is the one that is shown', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const { client, asked, shown } = given('before')
  mock.timers.tick(5000)
  assert.equal(await shown, 'before')
  const later = Promise.withResolvers<string>()
  const again = answerOrKept({ client, queryKey }, later.promise)
  mock.timers.tick(5000)
  assert.equal(await again, 'before')
  asked.resolve('first')
  await asked.promise
  assert.equal(client.getQueryData(queryKey), 'first')
  later.resolve('second')
  await later.promise
  assert.equal(client.getQueryData(queryKey), 'second')
  mock.timers.reset()
})

test('while an old answer is shown the screen knows it, until the late one arrives', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const { asked, shown } = given('before')
  mock.timers.tick(5000)
  await shown
  assert.ok(isOldShown())
  asked.resolve('now')
  await asked.promise
  assert.ok(!isOldShown())
  mock.timers.reset()
})

test('a late refusal is not covered up by the last answer either', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const { client, asked, shown } = given('before')
  mock.timers.tick(5000)
  await shown
  const failed = Promise.withResolvers<unknown>()
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error')
      failed.resolve(event.action.error)
  })
  const refusal = new CallFailure('session_required', { status: 401 })
  asked.reject(refusal)
  assert.equal(await failed.promise, refusal)
  mock.timers.reset()
})
