import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '#/platform/database/database.ts'
import { assertSigned, givenHome, givenWebhooks } from '../../../test/fakes/receivers.ts'
import { announceTransactions } from './announce.ts'

const given = await givenWebhooks()
const { api, after, db, deliver, hook, product, queued, receivers, record, remove, runtime } = given
const { household_id } = given.loaded
const none = () => assert.deepEqual(receivers.take(), [])

test('every enabled webhook of every member gets one event with exactly twelve fields', async () => {
  const [first, second] = [await hook(), await hook(undefined, given.ben)]
  const paused = await hook()
  await api.changeWebhook({ params: { id: paused.id }, body: { enabled: false } })
  const category_id = given.loaded.categories['food']!
  const concept = `${'☕"\u2028'.repeat(50)}end`
  const id = await record({ concept, category_id, notes: 'private' })
  await deliver()
  const got = receivers.take()
  assert.deepEqual(got.map(({ url }) => url).sort(), [first.url, second.url].sort())
  for (const one of got) assertSigned(one, one.url === first.url ? first : second)
  const [a, b] = got
  assert.equal(a!.body, b!.body)
  assert.notEqual(a!.headers['webhook-signature'], b!.headers['webhook-signature'])
  assert.doesNotMatch(a!.body, /private/)
  const moment = runtime.now().toString({ smallestUnit: 'millisecond' })
  assert.deepEqual(JSON.parse(a!.body), {
    eventId: `evt_transaction_${id}`,
    name: 'transaction.created',
    timestamp: moment,
    data: {
      set_aside_account_id: household_id,
      transaction: {
        id,
        account_id: given.loaded.accounts['checking'],
        amount: -450,
        currency: 'EUR',
        concept,
        booked_at: moment.slice(0, 10),
        created_at: moment,
        type: 'expense',
        status: 'booked',
        category_id,
        expense_goal_id: null,
        provider: 'manual',
      },
    },
  })
  await given.ben.removeWebhook({ params: { id: second.id } })
  await remove(first, paused)
})

const manual = {
  account_id: given.loaded.accounts['checking'],
  amount: -100,
  concept: 'Once',
  booked_at: '2026-01-05',
}

test('a request that is sent five times at once, and again later, makes one event', async () => {
  const one = await hook()
  const headers = { 'idempotency-key': 'the-same-request' }
  const post = () =>
    product.request('POST', '/transactions', { key: given.key, body: manual, headers })
  await Promise.all(Array.from({ length: 5 }, post))
  await post()
  await deliver()
  assert.equal(receivers.take().length, 1)
  await remove(one)
})

test('each transaction that a bulk request stores makes one event, a dry run none', async () => {
  const one = await hook()
  const items = [manual, { ...manual, account_id: 'x' }, { ...manual, concept: 'Two' }]
  await product.request('POST', '/transactions/bulk', {
    key: given.key,
    body: { transactions: items },
  })
  await product.request('POST', '/transactions/bulk', {
    key: given.key,
    body: { transactions: items, dry_run: true },
  })
  await deliver()
  assert.equal(receivers.take().length, 2)
  await remove(one)
})

test('loading a household makes no events', async () => {
  const one = await hook()
  await product.household()
  await deliver()
  none()
  await remove(one)
})

test('changes, assignments and deletions of a transaction make no events', async () => {
  const one = await queued()
  await deliver()
  receivers.take()
  const path = `/transactions/${one.transaction}`
  await product.request('PATCH', path, { key: given.key, body: { amount: -999 } })
  await product.request('POST', `${path}/expense`, {
    key: given.key,
    body: { expense_goal_id: null },
  })
  const member = await product.member(household_id, given.loaded.members['ada']!)
  const removed = await member.request('DELETE', `/transactions/${one.transaction}`)
  assert.equal(removed.status, 200)
  await deliver()
  none()
  await remove(one)
})

test('a transaction makes no event when rolled back, and no second one when announced again', async () => {
  const one = await queued()
  const id = await record({ account_id: given.loaded.accounts['savings'] })
  await deliver()
  receivers.take()
  const caller = { householdId: household_id }
  await assert.rejects(
    inTransaction(db, async (tx) => {
      await tx.deleteFrom('webhook_events').where('id', '=', id).execute()
      await announceTransactions({ ...runtime, db: tx, caller, hasWebhooks: true }, [id])
      throw new Error('rolled back')
    }),
  )
  // An event has the id of its transaction, so the same transaction cannot have two.
  await inTransaction(db, (tx) =>
    announceTransactions({ ...runtime, db: tx, caller, hasWebhooks: true }, [id, one.transaction]),
  )
  await after(600)
  none()
  await remove(one)
})

test('announcing costs no statement without webhooks, and two statements with one', async () => {
  const home = await givenHome(product)
  // The first write of a loaded household has an extra statement, which looks for due work.
  await home.record()
  const statements = async () => {
    product.takeStatements()
    // Without webhooks, a plain payment is a single statement, which looks for them itself.
    await home.record({ type: 'transfer' })
    const own = product.takeStatements().filter((text) => !text.includes('update households'))
    return { all: own.length, webhooks: own.filter((text) => /webhook/.test(text)).length }
  }
  const without = await statements()
  assert.equal(without.webhooks, 0)
  await home.hook()
  assert.deepEqual(await statements(), { all: without.all + 2, webhooks: 2 })
})
