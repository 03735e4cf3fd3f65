import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeHousehold } from '#/access/households/change.ts'
import { removeMember } from '#/access/households/remove-member.ts'
import { revokeKey } from '#/access/keys/revoke.ts'
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

test('pausing cancels what waits, and resuming tells only what happens from then on', async () => {
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
  const told = async () =>
    (await deliveries(one.id)).map(({ status, reason, attempts }) => [status, reason, attempts])
  // Why it is not tried any more, and not why its last attempt failed; that is in the log.
  const cancelled = Array.from({ length: 3 }, () => ['cancelled', 'The webhook was paused.', 1])
  assert.deepEqual(await told(), cancelled)
  await tidyDeliveries(runtime)
  assert.deepEqual(await told(), cancelled)
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

test('pausing while a request is under way: a failure is not tried again, a success is shown', async () => {
  for (const [reply, state] of [
    [500, 'cancelled'],
    [200, 'delivered'],
  ] as const) {
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
  }
})

test('a process that holds the lane begins nothing any more once another has answered the pause or the removal', async (t) => {
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
    let [withdrawn, late] = [false, 0]
    let withdraws: Promise<void> | null = null
    receivers.answer(one.url, async () => {
      if (withdrawn) late += 1
      // The third has all the rest fetched ahead.
      if (receivers.got.length >= 3) {
        withdraws ??= act(one.id).then(() => void (withdrawn = true))
        await withdraws
      }
      return 200
    })
    const wait = () => Promise.resolve()
    const process = { host: { name: 'test', pid, isAlive: () => true }, wait }
    const elsewhere = { db: await openAnother(db), bell: createBell() }
    await deliverer({ ...process, ...(pid === 1 ? {} : elsewhere) }).deliverDue()
    assert.ok(withdrawn)
    assert.equal(late, 0)
    assert.deepEqual(waits, pid === 1 ? [] : [150], 'only another process is waited for')
    receivers.take()
    if ((await api.listWebhooks({})).length > 0) await remove(one)
  }
})

test('once a pause, a resume or a removal has been answered, nothing that was fetched before it is begun', async () => {
  for (const act of ['pause', 'pause and resume', 'remove'] as const) {
    const hooks = await Promise.all([1, 2, 3, 4].map((n) => hook(`https://full.example/${n}`)))
    const [one, ...others] = hooks
    const gate = closeGate(receivers, hooks)
    await recordMany(30)
    const working = deliver()
    // As much as one host gets at once; of each webhook more is fetched, and has no room yet.
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
  }
})

test('what is being fetched while its webhook is paused is not begun', async () => {
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

test('what is announced while a webhook is being paused is sent before the pause is answered, or never', async () => {
  const other = await openAnother(db)
  for (const lane of ['idle', 'due'] as const) {
    const one = await hook()
    const id = await record()
    await deliver()
    receivers.take()
    await db.deleteFrom('webhook_deliveries').where('webhook_id', '=', one.id).execute()
    await db.deleteFrom('webhook_events').where('id', '=', id).execute()
    const next_due_at = lane === 'idle' ? null : runtime.now()
    const lanes = db.updateTable('webhook_lanes').where('webhook_id', '=', one.id)
    await lanes.set({ next_due_at }).execute()
    const announcing = await other.startTransaction().execute()
    const caller = { householdId: household_id }
    await announceTransactions({ ...runtime, db: announcing, caller, hasWebhooks: true }, [id])
    const pausing = api.changeWebhook({ params: { id: one.id }, body: { enabled: false } })
    // Who wakes an idle lane holds its row; a lane that is due already holds nobody up.
    if (lane === 'idle') await until('the pause waits', async () => (await waitingForLocks(db)) > 0)
    else await pausing
    await announcing.commit().execute()
    await pausing
    assert.equal(await deliver(), 0, lane)
    await api.changeWebhook({ params: { id: one.id }, body: { enabled: true } })
    await after(7200)
    none()
    assert.deepEqual(
      (await deliveries(one.id)).map(({ status }) => status),
      ['cancelled'],
      lane,
    )
    await remove(one)
  }
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
    const told = `evt_transaction_${await record()}`
    await until('it is told what comes next', () => late.includes(told))
    assert.deepEqual(late, [told])
    await remove(one)
  }
  stop.abort()
  await running
})

test('removing a webhook with much waiting and two under way leaves nothing, and nothing more is sent', async () => {
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

test('what may not be told when its time comes is cancelled: a member who left, a lapsed account, an account not followed', async () => {
  const account = given.loaded.accounts['checking']!
  const setAccount = (set: { subscribed?: boolean; hidden?: boolean }) =>
    db.updateTable('accounts').set(set).where('id', '=', account).execute()
  const lapse = (standing: 'lapsed' | 'trial_ended' | 'closed' | 'active' | 'trialing') =>
    changeHousehold(runtime, household_id, { standing })
  const cases: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['lapsed', () => lapse('lapsed'), () => lapse('active')],
    ['trial ended', () => lapse('trial_ended'), () => lapse('active')],
    ['closed', () => lapse('closed'), () => lapse('active')],
    [
      'not subscribed',
      () => setAccount({ subscribed: false }),
      () => setAccount({ subscribed: true }),
    ],
    [
      'hidden',
      () => setAccount({ subscribed: false, hidden: true }),
      () => setAccount({ subscribed: true, hidden: false }),
    ],
  ]
  for (const [name, forbid, permit] of cases) {
    const one = await queued()
    await forbid()
    assert.equal(await deliver(), 0, name)
    await permit()
    await after(7200)
    none()
    const { status, reason, attempts } = await one.last()
    assert.deepEqual([status, attempts], ['cancelled', 0], name)
    assert.ok(reason)
    // Nor is it queued while it may not be told; a test concerns no bank account.
    if (name === 'not subscribed') {
      await forbid()
      await record()
      await permit()
      await after(60)
      none()
    }
    await remove(one)
  }
  await lapse('trialing')
  const one = await queued()
  assert.equal(await deliver(), 1)
  await lapse('active')
  await remove(one)
})

test('a webhook outlives the key that made it, and not the membership', async () => {
  const one = await hook(undefined, given.ben)
  await revokeKey(runtime, { keyId: given.loaded.keys['ben']!.id })
  await record()
  await deliver()
  assert.equal(receivers.take(one.url).length, 1)
  await record()
  await removeMember(runtime, household_id, given.loaded.members['ben']!)
  await record()
  await deliver()
  await after(7200)
  none()
  // What waited is cancelled, and what came later was not even queued.
  const stored = db.selectFrom('webhook_deliveries').select(['state', 'attempts', 'reason'])
  const rows = await stored.where('webhook_id', '=', one.id).orderBy('state', 'desc').execute()
  const reason = 'Whoever made the webhook is no longer a member.'
  assert.deepEqual(rows, [
    { state: 'delivered', attempts: 1, reason: null },
    { state: 'cancelled', attempts: 0, reason },
  ])
})

test('changed headers go with the next attempt of what waits already, and stand nowhere in clear', async () => {
  const one = await hook()
  const set = (headers: Record<string, string>) =>
    api.changeWebhook({ params: { id: one.id }, body: { headers } })
  await set({ Authorization: 'Bearer cAnArY-one', 'X-Team': 'blue' })
  await record()
  receivers.answer(one.url, 500)
  await deliver()
  await set({ Authorization: 'Bearer cAnArY-two' })
  await after(30)
  await set({})
  await after(60)
  const sent = receivers.take().map(({ headers }) => [headers['Authorization'], headers['X-Team']])
  assert.deepEqual(sent, [
    ['Bearer cAnArY-one', 'blue'],
    ['Bearer cAnArY-two', undefined],
    [undefined, undefined],
  ])
  assert.doesNotMatch(
    JSON.stringify([await deliveries(one.id), runtime.logged]),
    /cAnArY|whsec_[A-Za-z0-9]/,
  )
  await remove(one)
})
