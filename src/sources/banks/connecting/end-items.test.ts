import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '#/platform/database/database.ts'
import { eraseHousehold } from '#/people/members/erase-household.ts'
import { ACCESS_TOKEN } from '../../../../test/fakes/fake-plaid.ts'
import { connectedToPlaid } from '../../../../test/support/plaid.ts'
import { endDueItems } from './end-items.ts'

/** A household with a Plaid login that has just been deleted. */
async function givenDeleted() {
  const given = await connectedToPlaid()
  const { product, householdId, loaded, plaid } = given
  const ada = await product.member(householdId, loaded.members['ada']!)
  const { name } = await product.db
    .selectFrom('households')
    .select('name')
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  plaid.asked.length = 0
  const removed = await ada.request('DELETE', '/household', { body: { name } })
  assert.equal(removed.status, 200)
  const asked = () => plaid.asked.map(({ path, body }) => [path, body['access_token']])
  const left = () => product.db.selectFrom('ending_items').selectAll().execute()
  return { ...given, asked, left }
}

test('deleting a household does not wait for Plaid; its login is removed there once', async () => {
  const { product, asked, left, plaid } = await givenDeleted()
  assert.deepEqual(asked(), [])
  assert.equal((await left()).length, 1)
  assert.equal(await endDueItems(product.runtime), 1)
  assert.deepEqual(asked(), [['/item/remove', ACCESS_TOKEN]])
  assert.ok(plaid.state.removed)
  assert.deepEqual(await left(), [])
  assert.equal(await endDueItems(product.runtime), 0)
})

test('removal at Plaid is retried with doubled waits until it succeeds or the login is gone', async () => {
  const { product, asked, left, plaid } = await givenDeleted()
  const { runtime } = product
  const down = { status: 500, type: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' }
  const gone = { status: 400, type: 'INVALID_INPUT', code: 'INVALID_ACCESS_TOKEN' }
  plaid.state.faults.set('/item/remove', [down, down, gone])
  const tries = async () => {
    await Promise.all([endDueItems(runtime), endDueItems(runtime)])
    return asked().length
  }
  assert.equal(await tries(), 1)
  runtime.advance({ minutes: 4 })
  assert.equal(await tries(), 1)
  runtime.advance({ minutes: 1 })
  assert.equal(await tries(), 2)
  runtime.advance({ minutes: 9 })
  assert.equal(await tries(), 2)
  assert.equal((await left()).length, 1)
  runtime.advance({ minutes: 1 })
  assert.equal(await tries(), 3)
  assert.deepEqual(await left(), [])
})

test('removal at Plaid is given up after thirty days, with a warning in the log', async () => {
  const { product, left, plaid } = await givenDeleted()
  const { runtime } = product
  const down = { status: 500, type: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' }
  plaid.state.faults.set('/item/remove', [down, down])
  await endDueItems(runtime)
  runtime.advance({ hours: 31 * 24 })
  await endDueItems(runtime)
  assert.deepEqual(await left(), [])
  assert.ok(runtime.logged.some((line) => line.includes('item.not_ended')))
})

test('a failed deletion of a household removes no login at Plaid', async () => {
  const { product, householdId, plaid } = await connectedToPlaid()
  const { runtime, db } = product
  const failing = inTransaction(db, async (tx) => {
    await eraseHousehold({ ...runtime, db: tx }, householdId)
    throw new Error('the power went')
  })
  await assert.rejects(failing, /the power went/)
  assert.equal(await endDueItems(runtime), 0)
  assert.ok(!plaid.state.removed)
})
