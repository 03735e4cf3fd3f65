import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeHousehold } from '#/households/change.ts'
import { removeMember } from '#/households/remove-member.ts'
import { revokeKey } from '#/keys/revoke.ts'
import { inTransaction } from '#/database/database.ts'
import { assertSigned, givenHome, givenWebhooks } from '../../test/receivers.ts'
import { announceTransactions } from './announce.ts'

const given = await givenWebhooks()
const { api, after, deliver, deliveries, db, hook, product, receivers, record, show, world } = given
const { household_id } = given.loaded
const none = () => assert.deepEqual(receivers.take(), [])

/** A webhook and one event that it is to get. */
async function queued(url?: string) {
  const made = await hook(url)
  const id = await record()
  return { ...made, transaction: id, last: async () => (await deliveries(made.id))[0]! }
}

async function remove(...hooks: readonly { id: string }[]): Promise<void> {
  for (const { id } of hooks) await api.removeWebhook({ params: { id } })
  receivers.take()
}

test('any 2xx acknowledges: one attempt, signed as two libraries and the raw bytes say', async () => {
  for (const status of [200, 201, 202, 204, 299]) {
    const one = await queued()
    receivers.answer(one.url, status)
    assert.equal(await deliver(), 1)
    const [got] = receivers.take()
    assertSigned(got!, one)
    const { status: state, attempts, http_status, next_attempt_at } = await one.last()
    assert.deepEqual(
      [state, attempts, http_status, next_attempt_at],
      ['delivered', 1, status, null],
    )
    await after(86_400)
    none()
    await remove(one)
  }
})

test('redirects, refusals and unheard-of statuses are final: one request, and it is said why', async () => {
  const statuses = [
    300, 301, 302, 304, 307, 308, 400, 401, 403, 404, 405, 409, 411, 413, 415, 422, 426, 451, 600,
    999,
  ]
  for (const status of statuses) {
    const one = await queued()
    receivers.answer(one.url, status)
    assert.equal(await deliver(), 1)
    const { status: state, reason, attempts } = await one.last()
    assert.deepEqual([state, attempts], ['failed', 1], String(status))
    assert.match(reason!, new RegExp(String(status)))
    await after(86_400)
    assert.equal(receivers.take(one.url).length, 1, String(status))
    assert.deepEqual(
      [(await show(one.id)).enabled, (await show(one.id)).delivery_status],
      [true, 'failed'],
    )
    await remove(one)
  }
})

test('a destination that is not public fails the event for good and leaves the webhook enabled', async () => {
  const one = await queued()
  receivers.answer(one.url, 'refused_address')
  await deliver()
  await after(86_400)
  assert.equal(receivers.take().length, 1)
  const { status, reason, http_status } = await one.last()
  assert.deepEqual([status, http_status], ['failed', null])
  assert.match(reason!, /public/)
  assert.equal((await show(one.id)).enabled, true)
  await remove(one)
})

test('408, 429, 5xx, time-outs and failures of the network are tried 30 seconds after they were known', async () => {
  for (const reply of [
    408,
    429,
    500,
    501,
    502,
    503,
    504,
    599,
    'timeout',
    'connect',
    'dns',
    'tls',
    'bad_response',
  ] as const) {
    const one = await queued()
    receivers.answer(one.url, () => {
      // An attempt takes its time; the next is counted from its end.
      world.advance({ seconds: 7 })
      return reply
    })
    await deliver()
    assert.equal((await show(one.id)).delivery_status, 'retrying')
    assert.equal(await after(29), 0, `${reply} was tried too soon`)
    receivers.answer(one.url, 204)
    assert.equal(await after(1), 1, `${reply} was not tried again`)
    const { status, attempts, log } = await one.last()
    assert.deepEqual([status, attempts, log.length], ['delivered', 2, 2])
    assert.equal(log[0]!.duration_ms, 7000)
    assert.equal(log[0]!.http_status, typeof reply === 'number' ? reply : null)
    assert.ok(log[0]!.error)
    await remove(one)
  }
})

test('an event that always fails is sent exactly eight times, at 0, 30, 90, 210, 450, 930, 1890 and 3810 seconds', async () => {
  const one = await queued()
  receivers.answer(one.url, { status: 503, body: 'Retry-After does not matter' })
  const begun = world.now()
  for (const wait of [0, 30, 60, 120, 240, 480, 960, 1920]) {
    if (wait > 0) assert.equal(await after(wait - 1), 0)
    assert.equal(await after(wait > 0 ? 1 : 0), 1)
  }
  await after(86_400)
  const got = receivers.take()
  assert.deepEqual(
    got.map(({ at }) => begun.until(at).total('seconds')),
    [0, 30, 90, 210, 450, 930, 1890, 3810],
  )
  // The same event, byte for byte, signed afresh each time.
  assert.equal(new Set(got.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(new Set(got.map(({ body }) => body)).size, 1)
  assert.equal(new Set(got.map(({ headers }) => headers['webhook-timestamp'])).size, 8)
  for (const one_ of got) assertSigned(one_, one)
  const { status, attempts, log, reason } = await one.last()
  assert.deepEqual([status, attempts, log.length], ['failed', 8, 8])
  assert.match(reason!, /8 times/)
  assert.equal(log[0]!.answer, 'Retry-After does not matter')
  assert.equal((await show(one.id)).delivery_status, 'failed')
  receivers.answer(one.url, 200)
  await record()
  await deliver()
  assert.equal((await show(one.id)).delivery_status, 'delivered')
  await remove(one)
})

test('the eighth attempt may still succeed', async () => {
  const one = await queued()
  receivers.answer(one.url, 500)
  await deliver()
  for (const wait of [30, 60, 120, 240, 480, 960]) await after(wait)
  receivers.answer(one.url, 200)
  await after(1920)
  assert.deepEqual([(await one.last()).status, (await one.last()).attempts], ['delivered', 8])
  await remove(one)
})

test('410 pauses the webhook, cancels what waits for it, and nothing more is sent', async () => {
  const one = await queued()
  receivers.answer(one.url, 500)
  await record()
  await deliver()
  receivers.take()
  receivers.answer(one.url, 410)
  await record()
  await deliver()
  assert.equal(receivers.take().length, 1)
  const webhook = await show(one.id)
  assert.deepEqual(
    [webhook.enabled, webhook.paused_reason, webhook.pending_deliveries],
    [false, 'destination_gone', 0],
  )
  await after(7200)
  await record()
  await deliver()
  none()
  assert.deepEqual((await deliveries(one.id)).map(({ status }) => status).sort(), [
    'cancelled',
    'cancelled',
    'failed',
  ])
  receivers.answer(one.url, 200)
  await api.changeWebhook({ params: { id: one.id }, body: { enabled: true } })
  await after(7200)
  none()
  await record()
  await deliver()
  assert.equal(receivers.take().length, 1)
  await remove(one)
})

test('410 to a test pauses too, and a late 410 does not pause what was repaired meanwhile', async () => {
  const one = await hook()
  receivers.answer(one.url, 410)
  await api.testWebhook({ params: { id: one.id } })
  await deliver()
  assert.equal((await show(one.id)).paused_reason, 'destination_gone')
  await api.changeWebhook({ params: { id: one.id }, body: { enabled: true } })
  receivers.answer(one.url, async () => {
    await api.changeWebhook({ params: { id: one.id }, body: { enabled: false } })
    await api.changeWebhook({ params: { id: one.id }, body: { enabled: true } })
    return 410
  })
  await record()
  await deliver()
  assert.equal((await show(one.id)).enabled, true)
  await remove(one)
})

test('every enabled webhook of every member gets one event: the envelope and exactly twelve fields', async () => {
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
  const moment = world.now().toString({ smallestUnit: 'millisecond' })
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

test('the same request five times at once, and again later, is one event; bulk items are one each; loading is none', async () => {
  const one = await hook()
  const body = {
    account_id: given.loaded.accounts['checking'],
    amount: -100,
    concept: 'Once',
    booked_at: '2026-01-05',
  }
  const headers = { 'idempotency-key': 'the-same-request' }
  const post = (path: string, sent: object) =>
    product.request('POST', path, { key: given.key, body: sent, headers })
  await Promise.all(Array.from({ length: 5 }, () => post('/transactions', body)))
  await post('/transactions', body)
  await deliver()
  assert.equal(receivers.take().length, 1)
  const items = [body, { ...body, account_id: 'x' }, { ...body, concept: 'Two' }]
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
  await product.household()
  await deliver()
  none()
  await remove(one)
})

test('changes and assignments are no events, nor is what is rolled back', async () => {
  const one = await queued()
  await deliver()
  receivers.take()
  const path = `/transactions/${one.transaction}`
  await product.request('PATCH', path, { key: given.key, body: { amount: -999 } })
  await product.request('POST', `${path}/expense`, {
    key: given.key,
    body: { expense_goal_id: null },
  })
  const id = await record({ account_id: given.loaded.accounts['savings'] })
  await deliver()
  receivers.take()
  const caller = { householdId: household_id }
  await assert.rejects(
    inTransaction(db, async (tx) => {
      await tx.deleteFrom('webhook_events').where('id', '=', id).execute()
      await announceTransactions({ ...world, db: tx, caller, hasWebhooks: true }, [id])
      throw new Error('rolled back')
    }),
  )
  // Announced again it would be a second event; the id is the transaction's own, so it is none.
  await inTransaction(db, (tx) =>
    announceTransactions({ ...world, db: tx, caller, hasWebhooks: true }, [id, one.transaction]),
  )
  await after(600)
  none()
  await remove(one)
})

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
  assert.deepEqual(
    (await deliveries(one.id)).map(({ status }) => status),
    ['cancelled', 'cancelled', 'cancelled'],
  )
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

test('removing a webhook with much waiting and something under way leaves nothing, and nothing more is sent', async () => {
  const one = await hook()
  const other = await hook()
  for (let n = 0; n < 30; n += 1) await record()
  let removed = false
  receivers.answer(one.url, async () => {
    if (!removed) await api.removeWebhook({ params: { id: one.id } })
    removed = true
    return 500
  })
  await deliver()
  const sent = receivers.take(one.url).length
  assert.ok(sent <= 2, `${sent} were under way`)
  await after(86_400)
  assert.equal(receivers.take(one.url).length, 0)
  assert.equal(receivers.take(other.url).length, 30)
  const left = await db
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('webhook_id', '=', one.id)
    .execute()
  assert.deepEqual(left, [])
  await remove(other)
})

test('what may not be told when its time comes is cancelled: a member who left, a lapsed account, an account not followed', async () => {
  const account = given.loaded.accounts['checking']!
  const setAccount = (set: { subscribed?: boolean; hidden?: boolean }) =>
    db.updateTable('accounts').set(set).where('id', '=', account).execute()
  const lapse = (standing: 'lapsed' | 'trial_ended' | 'closed' | 'active' | 'trialing') =>
    changeHousehold(world, household_id, { standing })
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
  await revokeKey(world, { keyId: given.loaded.keys['ben']!.id })
  await record()
  await deliver()
  assert.equal(receivers.take(one.url).length, 1)
  await record()
  await removeMember(world, household_id, given.loaded.members['ben']!)
  await record()
  await deliver()
  await after(7200)
  none()
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
    JSON.stringify([await deliveries(one.id), world.logged]),
    /cAnArY|whsec_[A-Za-z0-9]/,
  )
  await remove(one)
})

test('what a destination answers is kept short and clean, and its secret stays out of the log', async () => {
  const one = await queued()
  receivers.answer(one.url, { status: 400, body: `a\u0000b\u001b[31m${'é'.repeat(3000)}` })
  await deliver()
  const { answer } = (await one.last()).log[0]!
  assert.ok(answer!.startsWith('ab[31mé') && answer!.length < 1030 && !answer!.includes('\ufffd'))
  await remove(one)
})

test('what was due while nobody worked goes out at once, and the next delay counts from then', async () => {
  const one = await queued()
  receivers.answer(one.url, 500)
  await after(7200)
  assert.equal(await after(29), 0)
  assert.equal(await after(1), 1)
  await remove(one)
})

test('a secret that cannot be opened is no attempt, is looked at again, and fails in the end', async () => {
  const one = await queued()
  await db
    .updateTable('webhooks')
    .set({ secret: Buffer.from('broken') })
    .where('id', '=', one.id)
    .execute()
  await deliver()
  for (let n = 0; n < 25; n += 1) await after(60)
  none()
  const { status, attempts, reason } = await one.last()
  assert.deepEqual([status, attempts], ['failed', 0])
  assert.match(reason!, /our side/)
  await remove(one)
})

test('a household without webhooks pays no statement for them, and one with a webhook two', async () => {
  const home = await givenHome(product)
  const statements = async () => {
    product.takeStatements()
    await home.record()
    const own = product.takeStatements().filter((text) => !/^update "households"/.test(text))
    return { all: own.length, webhooks: own.filter((text) => /webhook/.test(text)).length }
  }
  const without = await statements()
  assert.equal(without.webhooks, 0)
  await home.hook()
  assert.deepEqual(await statements(), { all: without.all + 2, webhooks: 2 })
})
