import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBell } from '#/platform/runtime/bell.ts'
import { sql } from 'kysely'
import { type Database, inTransaction } from '#/platform/database/database.ts'
import {
  afterEach,
  openAnother,
  until,
  waitingForLocks,
} from '../../../test/support/other-processes.ts'
import { givenHome, givenWebhooks } from '../../../test/fakes/receivers.ts'
import { announceTransactions } from './announce.ts'
import { fetchDue } from './fetch-due.ts'
import { claimQueues, findDueQueues, releaseQueues } from './queues.ts'

const given = await givenWebhooks()
const {
  db,
  deliver,
  deliverer,
  hook,
  product,
  receivers,
  record,
  recordMany,
  remove,
  show,
  runtime,
} = given
const { household_id } = given.loaded

test('several processes at once deliver everything exactly once', async () => {
  const hooks = [await hook(), await hook(), await hook(), await hook(), await hook()]
  await recordMany(200)
  const processes = await Promise.all(
    [1, 2, 3].map(async () => deliverer({ db: await openAnother(db), bell: createBell() })),
  )
  const counts = await Promise.all(processes.map((one) => one.deliverDue()))
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    1000,
  )
  const got = receivers.take().map(({ url, headers }) => `${url} ${headers['webhook-id']}`)
  assert.equal(new Set(got).size, 1000)
  await remove(...hooks)
})

test('the oldest deliveries are fetched first with every join method of PostgreSQL', async () => {
  const one = await hook()
  await recordMany(300)
  await sql`update webhook_deliveries set next_attempt_at = next_attempt_at
    - make_interval(secs => (hashtext(event_id::text) & 1023)) where webhook_id = ${one.id}`.execute(
    db,
  )
  const { rows } = await sql<{ event_id: string }>`
    select event_id from webhook_deliveries where webhook_id = ${one.id}
    order by next_attempt_at, event_id`.execute(db)
  for (const off of ['nestloop', 'hashjoin', 'mergejoin']) {
    const found = await inTransaction(db, async (tx) => {
      await sql.raw(`set local enable_${off} = off`).execute(tx)
      const wanted = { household_id, webhook_id: one.id, most: 250 }
      return fetchDue({ ...runtime, db: tx }, [
        { ...wanted, after_at: null, after_id: null, busy: [] },
      ])
    })
    assert.deepEqual(
      found.map(({ event_id }) => event_id),
      rows.slice(0, 250).map(({ event_id }) => event_id),
      off,
    )
  }
  assert.equal(await deliver(), 300)
  await remove(one)
})

/** Returns an empty queue held by a process, and a transaction to announce. */
async function heldQueue() {
  const one = await hook()
  const id = await record()
  await deliver()
  receivers.take()
  await db.deleteFrom('webhook_deliveries').where('webhook_id', '=', one.id).execute()
  await db.deleteFrom('webhook_events').where('id', '=', id).execute()
  const due = { next_due_at: runtime.now() }
  await db.updateTable('webhook_lanes').set(due).where('webhook_id', '=', one.id).execute()
  const [lease] = await claimQueues(runtime, await findDueQueues(runtime, 1))
  const other = await openAnother(db)
  const caller = { householdId: given.loaded.household_id }
  return {
    ...one,
    lease: lease!,
    announce: (tx: Database) =>
      announceTransactions({ ...runtime, db: tx, caller, hasWebhooks: true }, [id]),
    other,
  }
}

test('a queue is not released while an event is being added to it', async () => {
  const held = await heldQueue()
  const queueing = await held.other.startTransaction().execute()
  await held.announce(queueing)
  assert.deepEqual(await releaseQueues(runtime, [held.lease]), [])
  await queueing.commit().execute()
  assert.equal((await releaseQueues(runtime, [held.lease])).length, 1)
  assert.equal(await deliver(), 1)
  await remove(held)
})

test('an event that is added during a release makes the queue due again', async () => {
  const held = await heldQueue()
  const releasing = await db.startTransaction().execute()
  const queue = releasing.updateTable('webhook_lanes').where('webhook_id', '=', held.id)
  await releasing
    .selectFrom('webhook_lanes')
    .selectAll()
    .where('webhook_id', '=', held.id)
    .forUpdate()
    .execute()
  const queueing = inTransaction(held.other, held.announce)
  await until('it waits for the queue', async () => (await waitingForLocks(db)) > 0)
  await queue.set({ next_due_at: null, lease_until: null, lease_owner: null }).execute()
  await releasing.commit().execute()
  await queueing
  assert.equal(await deliver(), 1)
  await remove(held)
})

test('a queue that is claimed again during its release is not dropped', async () => {
  const one = await hook()
  await record()
  const own = await openAnother(db)
  let [releases, released] = [0, false]
  /** Delays the answer to the first release until the queue is due and claimed again. */
  const transaction = () => ({
    execute: async (work: (tx: Database) => Promise<unknown>) => {
      const result = await own.transaction().execute(work)
      releases += 1
      if (releases > 1) return result
      await record()
      await until('it is claimed again', async () => {
        const queue = db.selectFrom('webhook_lanes').where('webhook_id', '=', one.id)
        return (await queue.selectAll().executeTakeFirstOrThrow()).lease_owner !== null
      })
      setImmediate(() => (released = true))
      return result
    },
  })
  const slow = new Proxy(own, {
    get: (target, name) => {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  receivers.answer(one.url, async () => {
    if (receivers.got.length === 2) {
      await until('the release has come back', () => released)
      await record()
    }
    return 200
  })
  assert.equal(await deliverer({ db: slow }).deliverDue(), 3)
  assert.equal(receivers.take().length, 3)
  await remove(one)
})

test('a long transaction that adds to one queue does not delay the results of others', async () => {
  const slow = await hook()
  const other = await givenHome(product)
  const quick = await other.hook()
  await record()
  await other.record()
  const holder = await db.startTransaction().execute()
  await holder
    .updateTable('webhook_lanes')
    .set({ next_due_at: runtime.now() })
    .where('webhook_id', '=', slow.id)
    .execute()
  const working = deliver()
  await until(
    'the other is done',
    async () => (await other.show(quick.id)).delivery_status === 'delivered',
  )
  await holder.rollback().execute()
  await working
  await deliver()
  assert.equal((await show(slow.id)).delivery_status, 'delivered')
  await remove(slow)
})

test('a fresh event is claimed before others that wait for many households', async () => {
  const one = await hook()
  const others = await Promise.all(Array.from({ length: 18 }, () => givenHome(product)))
  await Promise.all(others.map((home) => home.hook()))
  await Promise.all(others.map((home) => home.record()))
  const claims: string[] = []
  const own = afterEach(db, async (text, { parameters }) => {
    if (!text.includes('set lease_owner')) return
    claims.push(JSON.stringify(parameters))
    if (claims.length === 1) await record()
  })
  await deliverer({ db: own }).deliverDue()
  assert.equal(
    claims.findIndex((asked) => asked.includes(household_id)),
    16,
  )
  assert.equal(receivers.take(one.url).length, 1)
  await remove(one)
})
