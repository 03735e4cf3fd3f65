import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stateOf } from './support/database-state.ts'
import { startScene } from './support/openapi-samples.ts'
import type { Answer, RequestOptions } from './support/product.ts'

// The order of checks when several errors apply: each test sends one request that violates two neighbouring steps.

const scene = await startScene()
const { db, runtime, rw, ro, guest, loaded } = scene
const NOBODY = '0190a000-0000-7000-8000-00000000dead'
const UNKNOWN_KEY = `em_live_${'a'.repeat(56)}`
const cookie = 'earmark_session=abc'

/** Each request has a minute of its own, so that only the tests of the limits meet them. */
async function ask(method: string, path: string, options?: RequestOptions): Promise<string> {
  runtime.advance({ minutes: 1 })
  return codeOf(await scene.request(method, path, options))
}

const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code}`

type Standing = 'active' | 'trial_ended' | 'lapsed' | 'closed'

async function withHousehold(
  set: { plan?: 'free'; standing?: Standing },
  work: () => Promise<void>,
) {
  const update = (values: { plan: 'free' | 'premium'; standing: Standing }) =>
    db
      .updateTable('households')
      .set(values)
      .where('household_id', '=', loaded.household_id)
      .execute()
  await update({ plan: 'premium', standing: 'active', ...set })
  await work()
  await update({ plan: 'premium', standing: 'active' })
}

async function exhaust(set: { key?: number; household?: number }) {
  const minute = runtime.now().round({ smallestUnit: 'minute', roundingMode: 'floor' })
  const hour = runtime.now().round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const ours = loaded.household_id
  await db
    .updateTable('key_windows')
    .set({ minute, used: set.key ?? 0 })
    .where('household_id', '=', ours)
    .execute()
  await db
    .updateTable('household_windows')
    .set({ hour, used: set.household ?? 0 })
    .where('household_id', '=', ours)
    .execute()
}

test('a missing key before a session cookie', async () => {
  assert.equal(await ask('GET', '/me', { headers: { cookie } }), '401 missing_api_key')
})

test('a session cookie is refused before a malformed key', async () => {
  for (const key of [UNKNOWN_KEY, 'nonsense']) {
    const code = await ask('GET', '/me', { key, headers: { cookie } })
    assert.equal(code, '401 invalid_credential_context')
  }
})

test('a dead key before the empty budgets of its household', async () => {
  const { id, api_key: key } = loaded.keys['guest']!
  const revoke = (revoked_at: Temporal.Instant | null) =>
    db.updateTable('api_keys').set({ revoked_at }).where('id', '=', id).execute()
  await revoke(runtime.now())
  await exhaust({ key: 60, household: 1500 })
  assert.equal(codeOf(await scene.request('GET', '/me', { key })), '401 invalid_api_key')
  await revoke(null)
  await exhaust({})
})

test('an empty budget is refused before a closed account, and consumes nothing', async () => {
  await withHousehold({ standing: 'closed' }, async () => {
    await exhaust({ key: 60, household: 500 })
    const minute = await scene.request('GET', '/me', { key: rw })
    assert.equal(codeOf(minute), '429 rate_limit_exceeded')
    await exhaust({ key: 60, household: 1500 })
    const hour = await scene.request('GET', '/me', { key: rw })
    assert.equal(codeOf(hour), '429 account_rate_limit_exceeded')
    assert.equal(hour.headers.get('x-ratelimit-remaining-hour'), '0')
    const { used } = await db
      .selectFrom('household_windows')
      .select('used')
      .where('household_id', '=', loaded.household_id)
      .executeTakeFirstOrThrow()
    assert.equal(used, 1500)
  })
  await exhaust({})
})

test('a closed account before its plan', async () => {
  await withHousehold({ standing: 'closed', plan: 'free' }, async () => {
    assert.equal(await ask('GET', '/me', { key: rw }), '410 account_closed')
  })
})

test('a lapsed subscription before the plan', async () => {
  await withHousehold({ standing: 'lapsed', plan: 'free' }, async () => {
    assert.equal(await ask('GET', '/me', { key: rw }), '402 subscription_required')
  })
})

test('the household before the route', async () => {
  for (const [set, code] of [
    [{ standing: 'closed' }, '410 account_closed'],
    [{ standing: 'lapsed' }, '402 subscription_required'],
    [{ plan: 'free' }, '403 plan_upgrade_required'],
  ] as const) {
    await withHousehold(set, async () => {
      assert.equal(await ask('GET', '/nowhere', { key: rw }), code)
    })
  }
})

test('the route before the scope', async () => {
  assert.equal(await ask('POST', '/nowhere', { key: ro }), '404 endpoint_not_found')
  assert.equal(await ask('DELETE', '/transactions', { key: ro }), '404 endpoint_not_found')
})

test('the scope before the end of the trial', async () => {
  await withHousehold({ standing: 'trial_ended' }, async () => {
    const body = {}
    assert.equal(await ask('POST', '/transactions', { key: ro, body }), '403 insufficient_scope')
  })
})

test('the end of the trial before validation', async () => {
  await withHousehold({ standing: 'trial_ended' }, async () => {
    for (const rawBody of ['{}', '{']) {
      const code = await ask('POST', '/transactions', { key: rw, rawBody })
      assert.equal(code, '423 account_read_only')
    }
  })
})

test('validation before the look-up', async () => {
  const path = `/transactions/${NOBODY}`
  const invalid = '400 invalid_parameter'
  assert.equal(await ask('PATCH', path, { key: rw, body: { amount: 'x' } }), invalid)
  assert.equal(await ask('GET', path, { key: rw, query: 'a=1' }), invalid)
  const headers = { 'idempotency-key': 'short' }
  assert.equal(await ask('PATCH', path, { key: rw, body: {}, headers }), invalid)
})

test('the look-up before the ownership', async () => {
  const path = `/aggregator/items/${NOBODY}/accounts`
  const body = { account_ids: [] }
  assert.equal(await ask('PUT', path, { key: guest, body }), '404 resource_not_found')
  const theirs = `/aggregator/items/${scene.itemId}/accounts`
  assert.equal(await ask('PUT', theirs, { key: guest, body }), '403 not_connection_owner')
})

async function takeKey(text: string) {
  const headers = { 'idempotency-key': text }
  const account_id = loaded.accounts['checking']
  const body = { account_id, amount: 1, concept: 'First', booked_at: '2026-01-04' }
  assert.equal(await ask('POST', '/transactions', { key: rw, headers, body }), '200 undefined')
  return headers
}

test('the look-up and the ownership before the Idempotency-Key', async () => {
  const headers = await takeKey('taken-already')
  const missing = { key: rw, headers, body: { notes: null } }
  assert.equal(await ask('PATCH', `/transactions/${NOBODY}`, missing), '404 resource_not_found')
  const subscription = `/accounts/${scene.connectedId}/subscription`
  const foreign = { key: guest, headers, body: { subscribed: false } }
  assert.equal(await ask('PUT', subscription, foreign), '403 not_connection_owner')
})

test('look-up and ownership come before the Idempotency-Key of a provider request', async () => {
  const headers = await takeKey('taken-long-since')
  const discover = (id: string, key: string) =>
    ask('POST', `/aggregator/items/${id}/discover`, { key, headers })
  assert.equal(await discover(NOBODY, rw), '404 resource_not_found')
  assert.equal(await discover(scene.itemId, guest), '403 not_connection_owner')
  const state = await stateOf(db)
  assert.equal(await discover(scene.itemId, rw), '409 idempotency_key_reused')
  assert.equal(await stateOf(db), state, 'the provider was asked')
})

test('the look-up comes before an Idempotency-Key that is kept for good', async () => {
  const headers = await takeKey('kept-for-ever')
  const lost = { account_id: NOBODY, amount: 1, concept: 'Second', booked_at: '2026-01-04' }
  const record = { key: rw, headers, body: lost }
  assert.equal(await ask('POST', '/transactions', record), '404 resource_not_found')
  const { rent, trip } = loaded.expenses
  const body = { from_expense_id: rent, to_expense_id: trip, amount: 1 }
  const moved = { key: rw, headers: { 'idempotency-key': 'moved-for-ever' }, body }
  const path = '/expense-transfers'
  assert.equal(await ask('POST', path, moved), '200 undefined')
  const elsewhere = { ...moved, body: { ...body, from_expense_id: NOBODY } }
  assert.equal(await ask('POST', path, elsewhere), '404 resource_not_found')
})

test('the Idempotency-Key before the state', async () => {
  const headers = await takeKey('taken-already-too')
  const { rent, trip } = loaded.expenses
  const body = { from_expense_id: rent, to_expense_id: trip, amount: 1_000_000 }
  const broke = { key: rw, body }
  const path = '/expense-transfers'
  assert.equal(await ask('POST', path, broke), '409 insufficient_expense_balance')
  assert.equal(await ask('POST', path, { ...broke, headers }), '409 idempotency_key_reused')
})
