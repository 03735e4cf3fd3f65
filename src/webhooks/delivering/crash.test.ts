import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#/platform/database/database.ts'
import { createBell } from '#/platform/runtime/bell.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { createApp } from '#/app/http/app.ts'
import { createAdmission } from '#/access/limits/admit.ts'
import type { Outbound } from '#/platform/outbound/outbound.ts'
import { afterEach, until, openAnother } from '../../../test/support/other-processes.ts'
import { assertSigned, givenWebhooks } from '../../../test/fakes/receivers.ts'
import { attempt, openDestination } from './attempt.ts'
import { fetchDue } from './fetch-due.ts'
import { claimQueues, findDueQueues, releaseDeadQueues } from './queues.ts'
import { recordResults } from './record-results.ts'

// Each test kills a process at one point, and checks what the next process does.

const given = await givenWebhooks()
const { db, deliver, deliverer, deliveries, product, queued, receivers, remove, show, runtime } =
  given
const LEASE = 60

const statements = {
  fetch: /l\.most/,
  record: /with counted as/,
  release: /for update of l skip locked/,
  giveBack: /set lease_until = null, lease_owner = null, next_due_at/,
}

/** Starts a deliverer with its own connection and bell, which can be killed like a process. */
async function mortal(change: Partial<Runtime> = {}) {
  let dead = false
  let before: RegExp | null = null
  const own = await openAnother(db, {
    onStatement: (text) => {
      dead ||= before?.test(text) === true
      if (dead) throw new Error('died')
    },
  })
  const worker = deliverer({ ...change, db: own, bell: createBell() })
  return {
    /** Delivers in the background. */
    work: () => void worker.deliverDue().catch(() => {}),
    kill: () => {
      dead = true
    },
    /** Delivers until a statement matches, and dies before sending it. */
    dieBefore: async (statement: RegExp) => {
      before = statement
      await assert.rejects(worker.deliverDue(), /died/)
    },
  }
}

async function dieBefore(statement: RegExp): Promise<void> {
  const process = await mortal()
  await process.dieBefore(statement)
}

/** Delivers in another process, after the lease of the dead one has ended. */
async function laterDeliver(): Promise<number> {
  assert.equal(await deliver(), 0, 'the dead one still holds the queue')
  runtime.advance({ seconds: LEASE })
  return deliver()
}

test('death between claim and fetch: delivered once, after the lease', async () => {
  const one = await queued()
  await dieBefore(statements.fetch)
  assert.equal(await laterDeliver(), 1)
  assert.equal(receivers.take().length, 1)
  await remove(one)
})

test('death between fetch and connection: delivered once', async () => {
  const one = await queued()
  let reached = false
  const request: Outbound['request'] = () => {
    reached = true
    return new Promise(() => {})
  }
  const process = await mortal({ destinations: { ...receivers.outbound, request } })
  process.work()
  await until('it is about to connect', () => reached)
  process.kill()
  assert.equal(await laterDeliver(), 1)
  assert.equal(receivers.take().length, 1)
  await remove(one)
})

test('death during a request: it may arrive twice under one id, and counts once', async () => {
  const one = await queued()
  receivers.answer(one.url, () => new Promise(() => {}))
  const process = await mortal()
  process.work()
  await until('it was sent', () => receivers.got.length === 1)
  process.kill()
  receivers.answer(one.url, 200)
  assert.equal(await laterDeliver(), 1)
  const got = receivers.take()
  assert.equal(new Set(got.map(({ headers }) => headers['webhook-id'])).size, 1)
  for (const each of got) assertSigned(each, one)
  assert.deepEqual([(await one.last()).status, (await one.last()).attempts], ['delivered', 1])
  await remove(one)
})

test('death before a success is stored: it is sent again', async () => {
  const one = await queued()
  await dieBefore(statements.record)
  assert.equal(await laterDeliver(), 1)
  assert.equal(receivers.take().length, 2)
  assert.deepEqual([(await one.last()).status, (await one.last()).attempts], ['delivered', 1])
  await remove(one)
})

test('death before a failure is stored: it does not use up one of the eight attempts', async () => {
  const two = await queued()
  receivers.answer(two.url, 500)
  await dieBefore(statements.record)
  assert.equal(await laterDeliver(), 1)
  for (const wait of [30, 60, 120, 240, 480, 960, 1920, 3600]) await given.after(wait)
  assert.equal(receivers.take().length, 9)
  assert.deepEqual([(await two.last()).status, (await two.last()).attempts], ['failed', 8])
  await remove(two)
})

test('storing a result twice changes nothing', async () => {
  const one = await queued()
  receivers.answer(one.url, 500)
  const [queue] = await claimQueues(runtime, await findDueQueues(runtime, 10))
  const wanted = { ...queue!, most: 10, after_at: null, after_id: null, busy: [] }
  const [due] = await fetchDue(runtime, [wanted])
  const result = await attempt(runtime, openDestination(runtime, due!), due!)
  await recordResults(runtime, [result])
  const once = await one.last()
  await recordResults(runtime, [result])
  assert.deepEqual(await one.last(), once)
  assert.deepEqual([once.status, once.attempts, once.log.length], ['retrying', 1, 1])
  await remove(one)
})

test('results wait for the disk, so that a killed primary has them', async () => {
  const one = await queued()
  const [queue] = await claimQueues(runtime, await findDueQueues(runtime, 10))
  const wanted = { ...queue!, most: 10, after_at: null, after_id: null, busy: [] }
  const [due] = await fetchDue(runtime, [wanted])
  const result = await attempt(runtime, openDestination(runtime, due!), due!)
  const careless = await openAnother(db, { asynchronousCommit: true })
  await inTransaction(careless, async (tx) => {
    await recordResults({ ...runtime, db: tx }, [result])
    const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(tx)
    assert.deepEqual(rows, [{ synchronous_commit: 'local' }])
  })
  await remove(one)
})

test('results whose commit is not confirmed are stored again, and count once', async () => {
  const one = await queued()
  receivers.answer(one.url, 500)
  const own = await openAnother(db)
  let stored = 0
  const stop = new AbortController()
  const wait = () => new Promise<void>((resolve) => void setImmediate(resolve))
  const cut = afterEach(own, (text) => {
    if (!statements.record.test(text)) return
    stored += 1
    if (stored === 1) throw new Error('cut')
  })
  const running = deliverer({ db: cut, wait }).run(stop.signal)
  await until('it has stored them twice', () => stored === 2)
  stop.abort()
  await running
  const { status, attempts, log } = await one.last()
  assert.deepEqual([status, attempts, log.length], ['retrying', 1, 1])
  assert.equal(receivers.take().length, 1)
  await remove(one)
})

for (const point of ['release', 'giveBack'] as const) {
  test(`death before the statement ${point}: only the next event is sent`, async () => {
    const one = await queued()
    await dieBefore(statements[point])
    await given.record()
    assert.equal(await laterDeliver(), 1)
    assert.equal(receivers.take().length, 2)
    assert.deepEqual(
      (await deliveries(one.id)).map(({ attempts }) => attempts),
      [1, 1],
    )
    await remove(one)
  })
}

test('a 410 fails the event and pauses the webhook in one step', async () => {
  const one = await queued()
  receivers.answer(one.url, 410)
  await dieBefore(statements.record)
  assert.deepEqual([(await one.last()).status, (await show(one.id)).enabled], ['pending', true])
  await laterDeliver()
  assert.deepEqual([(await one.last()).status, (await show(one.id)).enabled], ['failed', false])
  await remove(one)
})

test('a pause or removal that dies before its commit has changed nothing', async () => {
  let left: number | null = null
  const fragile = await openAnother(db, {
    connectionsMax: 1,
    onStatement: (text) => {
      if (left === null || text === 'rollback') return
      if (left === 0) throw new Error('died')
      left -= 1
    },
  })
  const admit = createAdmission(db, runtime.now)
  const app = createApp({
    runtime: { ...runtime, db: fragile },
    admit: async (claim) => ({ ...(await admit(claim)), exceeded: null }),
    publicUrl: null,
    origin: 'http://earmark.test',
    isServing: () => true,
  })
  for (const [method, change] of [
    ['PATCH', { body: '{"enabled":false}' }],
    ['DELETE', {}],
  ] as const) {
    const one = await queued()
    const headers = { authorization: `Bearer ${given.key}`, 'content-type': 'application/json' }
    const url = `http://earmark.test/v1/webhooks/${one.id}`
    let survived = 0
    for (; survived < 40; survived += 1) {
      left = survived
      const { status } = await app.fetch(new Request(url, { method, headers, ...change }))
      left = null
      if (status === 200) break
      assert.equal(status, 500)
      const { enabled, pending_deliveries } = await show(one.id)
      assert.deepEqual([enabled, pending_deliveries], [true, 1])
    }
    assert.ok(survived > 4 && survived < 40, String(survived))
    assert.equal(await deliver(), 0)
    const row = db.selectFrom('webhooks').select(['enabled', 'epoch']).where('id', '=', one.id)
    assert.deepEqual(await row.execute(), method === 'DELETE' ? [] : [{ enabled: false, epoch: 1 }])
    if (method === 'DELETE') continue
    assert.equal((await one.last()).status, 'cancelled')
    await remove(one)
  }
})

test('an unreachable database stops sending; no event is lost or sent twice', async () => {
  const hook = await given.hook()
  const count = 40
  for (let n = 0; n < count; n += 1) await given.record()
  let away = false
  const own = await openAnother(db, {
    onStatement: () => {
      if (away) throw new Error('away')
    },
  })
  receivers.answer(hook.url, () => {
    away ||= receivers.got.length === 5
    return 200
  })
  runtime.logged.length = 0
  const stop = new AbortController()
  const wait = () => new Promise<void>((resolve) => void setTimeout(resolve, 2))
  const running = deliverer({ db: own, wait }).run(stop.signal)
  await until('it notices', () => runtime.logged.some((line) => line.includes('deliveries.fault')))
  const meanwhile = receivers.got.length
  assert.ok(meanwhile < count, `${meanwhile} were sent`)
  away = false
  await until('all are delivered', async () =>
    (await deliveries(hook.id)).every(({ status }) => status === 'delivered'),
  )
  stop.abort()
  await running
  assert.equal(receivers.take().length, count)
  await remove(hook)
})

for (const [late, rule] of [
  [500, 'a late failure of a process that lost its lease is only logged'],
  [200, 'a late success of a process that lost its lease counts'],
] as const) {
  test(rule, async () => {
    const one = await queued()
    let answer: (status: number) => void = () => {}
    receivers.answer(one.url, () => new Promise<number>((resolve) => (answer = resolve)))
    const asleep = deliverer({ bell: createBell() }).deliverDue()
    await until('it was sent', () => receivers.got.length === 1)
    // The next process gets the opposite answer.
    receivers.answer(one.url, late === 200 ? 500 : 200)
    assert.equal(await laterDeliver(), 1)
    answer(late)
    await asleep
    const { status, attempts, log } = await one.last()
    assert.deepEqual([status, attempts], ['delivered', 1])
    assert.equal(log.filter(({ counted }) => !counted).length, late === 500 ? 1 : 0)
    await given.after(7200)
    assert.equal(receivers.take().length, 2)
    await remove(one)
  })
}

test('a starting process takes over the queues of its dead predecessor at once', async () => {
  const one = await queued()
  await dieBefore(statements.fetch)
  const living = { ...runtime, host: { name: 'test', pid: 2, isAlive: () => true } }
  await releaseDeadQueues(living)
  assert.equal(await deliver(), 0, 'a living neighbour keeps its queues')
  await releaseDeadQueues({ ...runtime, host: { name: 'elsewhere', pid: 2, isAlive: () => false } })
  assert.equal(await deliver(), 0, 'another machine is not ours to judge')
  await releaseDeadQueues({ ...runtime, host: { name: 'test', pid: 2, isAlive: () => false } })
  assert.equal(await deliver(), 1)
  assert.equal(
    product.runtime.logged.some((line) => line.includes('lost_wake_up')),
    false,
  )
  await remove(one)
})
