import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBell } from '#/platform/runtime/bell.ts'
import { closeGate } from '../../../test/support/gate.ts'
import {
  afterEach,
  openAnother,
  until,
  waitingForLocks,
} from '../../../test/support/other-processes.ts'
import { givenWebhooks } from '../../../test/fakes/receivers.ts'
import { announceTransactions } from './announce.ts'
import { tidyDeliveries } from './tidy.ts'

const given = await givenWebhooks()
const {
  api,
  after,
  db,
  deliver,
  deliverer,
  deliveries,
  hook,
  queued,
  receivers,
  record,
  recordMany,
  remove,
  show,
  runtime,
} = given
const { household_id } = given.loaded
const none = () => assert.deepEqual(receivers.take(), [])

test('pausing cancels waiting deliveries, and resuming delivers only later events', async () => {
  const one = await hook()
  receivers.answer(one.url, 500)
  for (let n = 0; n < 3; n += 1) await record()
  await deliver()
  assert.equal(receivers.take().length, 3)
  const paused = await api.changeWebhook({ params: { id: one.id }, body: { enabled: false } })
  assert.deepEqual(
    [paused.enabled, paused.paused_reason, paused.pending_deliveries],
    [false, 'user', 0],
  )
  const shown = async () =>
    (await deliveries(one.id)).map(({ status, reason, attempts }) => [status, reason, attempts])
  // The reason is the pause, not the failure of the last attempt, which is in the log.
  const cancelled = Array.from({ length: 3 }, () => ['cancelled', 'The webhook was paused.', 1])
  assert.deepEqual(await shown(), cancelled)
  await tidyDeliveries(runtime)
  assert.deepEqual(await shown(), cancelled)
  await record()
  await after(7200)
  none()
  receivers.answer(one.url, 200)
  await api.changeWebhook({ params: { id: one.id }, body: { enabled: true } })
  await after(7200)
  none()
  const id = await record()
  await deliver()
  assert.deepEqual(
    receivers.take().map(({ headers }) => headers['webhook-id']),
    [`evt_transaction_${id}`],
  )
  await remove(one)
})

for (const [reply, state] of [
  [500, 'cancelled'],
  [200, 'delivered'],
] as const) {
  test(`a request under way during a pause that gets ${reply} ends as ${state}`, async () => {
    const one = await queued()
    receivers.answer(one.url, async () => {
      await api.changeWebhook({ params: { id: one.id }, body: { enabled: false } })
      return reply
    })
    await deliver()
    await after(86_400)
    assert.equal(receivers.take().length, 1)
    assert.equal((await one.last()).status, state)
    assert.equal((await show(one.id)).enabled, false)
    await remove(one)
  })
}

test('after the answer to a pause or removal no other process starts a delivery', async (t) => {
  const waits: number[] = []
  t.mock.method(runtime, 'wait', async (milliseconds: number) => {
    waits.push(milliseconds)
    runtime.advance({ milliseconds })
  })
  for (const [pid, act] of [
    [2, (id: string) => api.changeWebhook({ params: { id }, body: { enabled: false } })],
    [2, (id: string) => api.removeWebhook({ params: { id } })],
    [1, (id: string) => api.removeWebhook({ params: { id } })],
  ] as const) {
    const one = await hook()
    for (let n = 0; n < 12; n += 1) await record()
    waits.length = 0
    let [cancelled, late] = [false, 0]
    let cancelling: Promise<void> | null = null
    receivers.answer(one.url, async () => {
      if (cancelled) late += 1
      // After the third request all the others are fetched ahead.
      if (receivers.got.length >= 3) {
        cancelling ??= act(one.id).then(() => void (cancelled = true))
        await cancelling
      }
      return 200
    })
    const wait = () => Promise.resolve()
    const process = { host: { name: 'test', pid, isAlive: () => true }, wait }
    const elsewhere = { db: await openAnother(db), bell: createBell() }
    await deliverer({ ...process, ...(pid === 1 ? {} : elsewhere) }).deliverDue()
    assert.ok(cancelled)
    assert.equal(late, 0)
    assert.deepEqual(waits, pid === 1 ? [] : [150], 'only another process is waited for')
    receivers.take()
    if ((await api.listWebhooks({})).length > 0) await remove(one)
  }
})

for (const act of ['pause', 'pause and resume', 'remove'] as const) {
  test(`after the answer to ${act}, no delivery that was fetched before starts`, async () => {
    const hooks = await Promise.all([1, 2, 3, 4].map((n) => hook(`https://full.example/${n}`)))
    const [one, ...others] = hooks
    const gate = closeGate(receivers, hooks)
    await recordMany(30)
    const working = deliver()
    // The host's limit is reached; each webhook has fetched more.
    await until('32 are under way', () => gate.inFlight(() => true) === 32)
    const begun = () => receivers.got.filter(({ url }) => url === one!.url).length
    const before = begun()
    const params = { id: one!.id }
    if (act === 'remove') await api.removeWebhook({ params })
    else await api.changeWebhook({ params, body: { enabled: false } })
    if (act === 'pause and resume') await api.changeWebhook({ params, body: { enabled: true } })
    gate.open()
    await working
    await after(7200)
    assert.equal(begun(), before, act)
    assert.equal(receivers.got.length - before, 3 * 30, act)
    await remove(...(act === 'remove' ? others : hooks))
  })
}

test('a delivery that is being fetched while its webhook is paused does not start', async () => {
  const one = await queued()
  let paused = false
  const db_ = afterEach(await openAnother(db), async (text) => {
    if (paused || !/l\.most/.test(text)) return
    paused = true
    await api.changeWebhook({ params: { id: one.id }, body: { enabled: false } })
  })
  assert.equal(await deliverer({ db: db_ }).deliverDue(), 0)
  assert.ok(paused)
  none()
  await remove(one)
})

for (const queue of ['idle', 'due'] as const) {
  test(`an event for a queue that is ${queue}, committed during the pause, is cancelled`, async () => {
    const other = await openAnother(db)
    const one = await hook()
    const id = await record()
    await deliver()
    receivers.take()
    await db.deleteFrom('webhook_deliveries').where('webhook_id', '=', one.id).execute()
    await db.deleteFrom('webhook_events').where('id', '=', id).execute()
    const next_due_at = queue === 'idle' ? null : runtime.now()
    const queues = db.updateTable('webhook_lanes').where('webhook_id', '=', one.id)
    await queues.set({ next_due_at }).execute()
    const announcing = await other.startTransaction().execute()
    const caller = { householdId: household_id }
    await announceTransactions({ ...runtime, db: announcing, caller, hasWebhooks: true }, [id])
    const pausing = api.changeWebhook({ params: { id: one.id }, body: { enabled: false } })
    // Waking an idle queue locks its row; a queue that is due already needs no lock.
    if (queue === 'idle')
      await until('the pause waits', async () => (await waitingForLocks(db)) > 0)
    else await pausing
    await announcing.commit().execute()
    await pausing
    assert.equal(await deliver(), 0, queue)
    await api.changeWebhook({ params: { id: one.id }, body: { enabled: true } })
    await after(7200)
    none()
    assert.deepEqual(
      (await deliveries(one.id)).map(({ status }) => status),
      ['cancelled'],
      queue,
    )
    await remove(one)
  })
}

test('an event that is recorded during a pause is sent before its answer, or never', async () => {
  const stop = new AbortController()
  const wait = () => new Promise<void>((resolve) => void setImmediate(resolve))
  const running = deliverer({ wait }).run(stop.signal)
  for (let round = 0; round < 15; round += 1) {
    const one = await hook()
    const params = { id: one.id }
    let answered = false
    const late: string[] = []
    receivers.answer(one.url, ({ headers }) => {
      if (answered) late.push(headers['webhook-id']!)
      return 200
    })
    const pause = async () => {
      await api.changeWebhook({ params, body: { enabled: false } })
      answered = true
    }
    await Promise.all([record(), pause(), record()])
    await api.changeWebhook({ params, body: { enabled: true } })
    const next = `evt_transaction_${await record()}`
    await until('the next event is sent', () => late.includes(next))
    assert.deepEqual(late, [next])
    await remove(one)
  }
  stop.abort()
  await running
})

test('removing a webhook during two requests deletes its deliveries and sends no more', async () => {
  const one = await hook()
  const other = await hook()
  await recordMany(30)
  runtime.logged.length = 0
  let removing: Promise<unknown> | null = null
  receivers.answer(one.url, async () => {
    await (removing ??= api.removeWebhook({ params: { id: one.id } }))
    return 500
  })
  await deliver()
  await after(86_400)
  assert.equal(receivers.take(one.url).length, 2)
  assert.equal(receivers.take(other.url).length, 30)
  const left = await db
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('webhook_id', '=', one.id)
    .execute()
  assert.deepEqual(left, [])
  assert.deepEqual(
    runtime.logged.filter((line) => line.includes('"error"')),
    [],
  )
  await remove(other)
})
