import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitsApp } from '#/access/limits/app-contract.ts'
import { type Answer, ada, startProduct } from '../../../test/support/product.ts'

// Tests budgets as a client sees them. The tests in `access/limits` prove that they are exact across processes.

const product = await startProduct({ start: '2026-01-05T12:00:00Z' })
const { runtime } = product

/** Sets everybody's clock to a time of the day. */
function moveTo(time: string): void {
  runtime.advance(runtime.now().until(Temporal.Instant.from(`2026-01-05T${time}Z`)))
}

const number = ({ headers }: Answer, name: string) => Number(headers.get(name))
const minuteOf = (answer: Answer) =>
  ['limit', 'remaining', 'reset'].map((name) => number(answer, `x-ratelimit-${name}`))
const hourOf = (answer: Answer) =>
  ['limit', 'remaining', 'reset'].map((name) => number(answer, `x-ratelimit-${name}-hour`))
const seconds = (time: string) =>
  Temporal.Instant.from(`2026-01-05T${time}Z`).epochMilliseconds / 1000

async function home() {
  const loaded = await product.household()
  const key = loaded.keys['rw']!.api_key
  return { ...loaded, key, me: (more = {}) => product.request('GET', '/me', { key, ...more }) }
}

async function empty(window: 'minute' | 'hour', householdId: string): Promise<void> {
  const { db } = product
  const emptied =
    window === 'minute'
      ? db.updateTable('key_windows').set({ used: 60 }).where('household_id', '=', householdId)
      : db
          .updateTable('household_windows')
          .set({ used: 1500 })
          .where('household_id', '=', householdId)
  await emptied.execute()
}

test('every answer to a key reports both windows after the request, with any status', async () => {
  moveTo('12:00:10')
  const { key, me } = await home()
  const first = await me()
  assert.deepEqual(minuteOf(first), [60, 59, seconds('12:01:00')])
  assert.deepEqual(hourOf(first), [1500, 1499, seconds('13:00:00')])
  assert.deepEqual(first.body['rate_limit'], {
    minute_limit: 60,
    minute_remaining: 59,
    hour_limit: 1500,
    hour_remaining: 1499,
  })
  const bad = await product.request('GET', '/transactions', { key, query: 'limit=0' })
  const missing = await product.request('GET', '/nowhere', { key })
  const refused = await product.request('POST', '/transactions', { key, rawBody: '{' })
  assert.deepEqual([bad.status, missing.status, refused.status], [400, 404, 400])
  assert.deepEqual(
    [bad, missing, refused].map((answer) => [minuteOf(answer)[1], hourOf(answer)[1]]),
    [
      [58, 1498],
      [57, 1497],
      [56, 1496],
    ],
  )
})

for (const [window, code, resets] of [
  ['minute', 'rate_limit_exceeded', '12:31:00'],
  ['hour', 'account_rate_limit_exceeded', '13:00:00'],
] as const) {
  test(`after an empty ${window} a request is admitted when Retry-After has passed, not earlier`, async () => {
    moveTo('12:30:17.250')
    const { me, household_id } = await home()
    await me()
    await empty(window, household_id)
    const refused = await me()
    assert.equal(refused.status, 429)
    assert.equal(refused.body.error.code, code)
    const wait = Number(refused.headers.get('retry-after'))
    assert.equal(refused.body.error.retry_after, wait)
    assert.equal(wait, Math.ceil(seconds(resets) - seconds('12:30:17.250')))
    // Retry-After is rounded up to seconds; the window itself is exact to the millisecond.
    moveTo(resets)
    runtime.advance({ milliseconds: -1 })
    assert.equal((await me()).status, 429)
    runtime.advance({ milliseconds: 1 })
    assert.equal((await me()).status, 200)
    await empty(window, household_id)
    const early = await me()
    assert.equal(early.status, 429)
    const waits = Number(early.headers.get('retry-after'))
    // At the beginning of a window the wait is all of it.
    runtime.advance({ milliseconds: waits * 1000 - 1 })
    assert.equal((await me()).status, 429)
    runtime.advance({ milliseconds: 1 })
    assert.equal((await me()).status, 200)
  })
}

test('if both windows are empty the hour is reported, so that one wait suffices', async () => {
  moveTo('15:30:00')
  const { me, household_id } = await home()
  await me()
  await empty('minute', household_id)
  await empty('hour', household_id)
  const refused = await me()
  assert.equal(refused.body.error.code, 'account_rate_limit_exceeded')
  assert.equal(refused.headers.get('retry-after'), '1800')
  assert.deepEqual([minuteOf(refused)[1], hourOf(refused)[1]], [0, 0])
})

test('a request without a valid key is counted against its address, and reports that window', async () => {
  moveTo('16:00:00')
  const nobody = await product.request('GET', '/me')
  assert.equal(nobody.status, 401)
  assert.deepEqual(minuteOf(nobody), [600, 599, seconds('16:01:00')])
  assert.deepEqual(hourOf(nobody), [6000, 5999, seconds('17:00:00')])
  const cookie = { cookie: 'earmark_session=1' }
  const { me } = await home()
  const mixed = await me({ headers: cookie })
  assert.equal(mixed.body.error.code, 'invalid_credential_context')
  assert.equal(minuteOf(mixed)[1], 598)
  const document = await product.app.fetch(new Request('http://earmark.test/v1/openapi.json'))
  assert.equal(document.status, 200)
  assert.equal(document.headers.get('x-ratelimit-remaining'), '597')
  assert.equal(minuteOf(await me())[1], 59)
})

test('an address without budget is refused before its key is judged', async () => {
  moveTo('18:00:05')
  const { me } = await home()
  await product.request('GET', '/me')
  await product.db.updateTable('address_windows').set({ minute_used: 600 }).execute()
  const refused = await product.request('GET', '/me')
  assert.equal(refused.body.error.code, 'rate_limit_exceeded')
  assert.equal(refused.headers.get('retry-after'), '55')
  const open = await product.request('GET', '/openapi.json')
  assert.equal(open.body.error.code, 'rate_limit_exceeded')
  await product.db.updateTable('address_windows').set({ hour_used: 6000 }).execute()
  for (const path of ['/me', '/openapi.json']) {
    const answer = await product.request('GET', path)
    assert.equal(answer.body.error.code, 'account_rate_limit_exceeded')
    assert.equal(answer.headers.get('retry-after'), '3595')
  }
  assert.equal((await me()).status, 200)
})

test('a household without access still gets its windows in every answer, and pays', async () => {
  moveTo('19:00:00')
  const { me, household_id } = await home()
  const change = (set: { plan?: 'free'; standing?: 'lapsed' | 'closed' | 'active' }) =>
    product.db.updateTable('households').set(set).where('household_id', '=', household_id).execute()
  await change({ standing: 'lapsed' })
  const lapsed = await me()
  assert.deepEqual([lapsed.status, minuteOf(lapsed)[1], hourOf(lapsed)[1]], [402, 59, 1499])
  await change({ standing: 'closed' })
  const closed = await me()
  assert.deepEqual([closed.status, minuteOf(closed)[1], hourOf(closed)[1]], [410, 58, 1498])
  await change({ plan: 'free', standing: 'active' })
  const free = await me()
  assert.deepEqual(
    [free.status, minuteOf(free)[1], hourOf(free).slice(0, 2)],
    [403, 57, [500, 497]],
  )
})

test('a refused write is not refunded, and a replay costs one as well', async () => {
  moveTo('20:00:00')
  const document = { ...ada, accounts: [{ ref: 'cash', name: 'Cash', type: 'wallet' as const }] }
  const { keys, accounts } = await product.household(document)
  const record = (amount: number) =>
    product.request('POST', '/transactions', {
      key: keys['rw']!.api_key,
      headers: { 'idempotency-key': 'once-only' },
      body: { account_id: accounts['cash'], amount, concept: 'Tea', booked_at: '2026-01-05' },
    })
  const answers = [await record(-1), await record(-1), await record(-2)]
  assert.deepEqual(
    answers.map((answer) => [answer.status, minuteOf(answer)[1]]),
    [
      [200, 59],
      [200, 58],
      [409, 57],
    ],
  )
})

test('a member sees what the headers say of both windows, at no cost', async () => {
  moveTo('21:00:10')
  const { household_id, members, keys, me } = await home()
  const ada = await product.member(household_id, members['ada']!)
  const look = () => ada.client(limitsApp).showLimits({})
  const answer = [await me(), await me()].at(-1)!
  const { minute, hour } = await look()
  assert.deepEqual(
    minute.keys.map(({ id, remaining }) => [id, remaining]),
    [
      [keys['rw']!.id, minuteOf(answer)[1]],
      [keys['ro']!.id, 60],
    ],
  )
  assert.deepEqual(hour, { limit: 1500, seconds_left: 3590, remaining: hourOf(answer)[1] })
  assert.deepEqual([minute.limit, minute.seconds_left], [60, 50])
  assert.deepEqual(await look(), { minute, hour })
  assert.equal(minuteOf(await me())[1], 57)

  // A window opened by a fast clock goes on; an expired one does not.
  moveTo('21:00:59')
  const ahead = Temporal.Instant.from('2026-01-05T21:01:00Z')
  await product.db.updateTable('key_windows').set({ minute: ahead, used: 60 }).execute()
  assert.equal((await look()).minute.keys[0]!.remaining, 0)
  moveTo('22:02:00')
  const later = await look()
  assert.deepEqual([later.minute.keys[0]!.remaining, later.hour.remaining], [60, 1500])

  await product.db.updateTable('households').set({ plan: 'standard' }).execute()
  assert.equal((await look()).hour.limit, 500)
})

test('a member sees their own working keys only', async () => {
  const { household_id, members, keys } = await home()
  const ada = await product.member(household_id, members['ada']!)
  await ada.request('DELETE', `/keys/${keys['ro']!.id}`)
  const { minute } = await ada.client(limitsApp).showLimits({})
  assert.deepEqual(
    minute.keys.map(({ id }) => id),
    [keys['rw']!.id],
  )
})
