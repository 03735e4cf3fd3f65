import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../../../test/support/given.ts'
import { startProduct } from '../../../test/support/product.ts'
import { managementRoutes } from './app-api.ts'
import { keyRoutes } from './key-api.ts'
import { publicRoutes } from './public-api.ts'
import { sessionRoutes } from './session-routes.ts'

const product = await startProduct({ start: '2026-03-01T10:00:00Z' })
const loaded = await product.household(budget)
const [rw, ro] = [loaded.keys['rw']!.api_key, loaded.keys['ro']!.api_key]
const someId = '01890000-0000-7000-8000-000000000000'

type Asked = { readonly key?: string; readonly body?: unknown; readonly headers?: object }

async function ask(method: string, path: string, { headers, ...asked }: Asked = {}) {
  product.runtime.advance({ seconds: 15 })
  return product.request(method, path, {
    base: '/app/api',
    ...asked,
    headers: { ...headers },
  })
}

const outcome = async (...asked: Parameters<typeof ask>) => {
  const { status, body } = await ask(...asked)
  return [status, body.error?.code]
}

test('these endpoints of the application, and no others, are open to keys', () => {
  const open = Object.groupBy(
    managementRoutes.map(([endpoint]) => endpoint).filter(({ forKeys }) => forKeys),
    ({ tag }) => tag,
  )
  const counts = Object.entries(open).map(([tag, some]) => [tag, some?.length])
  assert.deepEqual(Object.fromEntries(counts), {
    Accounts: 9,
    Assignments: 6,
    Cards: 4,
    Categories: 14,
    Connections: 3,
    Expenses: 18,
    Forecast: 3,
    'Free to spend': 1,
    'Funding schedules': 6,
    Home: 2,
    Imports: 9,
    Insights: 4,
    Proposals: 3,
    Sync: 5,
    Transactions: 18,
  })
  for (const endpoint of Object.values(open).flat()) {
    const { right, sudo, standing, logged, confidential, firstAnswerOnly } = endpoint!
    const sensitive = [right, sudo, standing, logged, confidential, firstAnswerOnly]
    assert.deepEqual(new Set(sensitive), new Set([undefined]), endpoint!.path)
  }
})

test('a key reads and writes what every member may, in its member’s name and its own windows', async () => {
  const before = await product.request('GET', '/me', { key: rw })
  const left = Number(before.headers.get('x-ratelimit-remaining-hour'))
  const made = await ask('POST', '/expense-groups', {
    key: rw,
    body: { name: 'Travel' },
    headers: { 'idempotency-key': 'group-0001' },
  })
  assert.equal(made.status, 200, made.text)
  const again = await ask('POST', '/expense-groups', {
    key: rw,
    body: { name: 'Travel' },
    headers: { 'idempotency-key': 'group-0001' },
  })
  assert.equal(again.text, made.text)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(Number(again.headers.get('x-ratelimit-remaining-hour')), left - 2)
  const [entry] = await product.db
    .selectFrom('audit_entries')
    .select(['member_id', 'through'])
    .where('subject_id', '=', String(made.body['id']))
    .execute()
  assert.deepEqual(entry, { member_id: loaded.members['ada'], through: 'api' })
  await product.journal.flush()
  const logged = await product.db
    .selectFrom('request_log')
    .select(['path', 'status'])
    .where('method', '=', 'POST')
    .execute()
  assert.deepEqual(
    logged.map(({ path, status }) => [path, status]),
    [
      ['/app/api/expense-groups', 200],
      ['/app/api/expense-groups', 200],
    ],
  )
  assert.equal((await ask('GET', '/forecast?months=1', { key: ro })).status, 200)
})

test('a key is refused by name where it may do nothing, and does nothing', async () => {
  const closed = keyRoutes().filter(([{ forKeys }]) => !forKeys)
  assert.equal(closed.length, managementRoutes.length + sessionRoutes.length - 105)
  for (const [{ method, path }] of closed) {
    const asked = path.replaceAll(/\{\w+\}/g, someId)
    const { status, body } = await ask(method, asked, {
      key: rw,
      ...(method !== 'GET' && { body: {} }),
    })
    assert.deepEqual([status, body.error.code], [403, 'insufficient_scope'], `${method} ${path}`)
    assert.match(body.error.message, /sign in to the application/)
  }
  assert.deepEqual(await outcome('POST', '/expense-groups', { key: ro, body: { name: 'x' } }), [
    403,
    'insufficient_scope',
  ])
  // The public API has a place of its own.
  for (const [{ method, path }] of publicRoutes) {
    if (keyRoutes().some(([known]) => known.method === method && known.path === path)) continue
    const asked = path.replaceAll(/\{\w+\}/g, someId)
    assert.deepEqual(await outcome(method, asked, { key: rw }), [404, 'endpoint_not_found'], path)
  }
})

test('a key beside a session is refused, and other credentials of proxies are left alone', async () => {
  const { cookie } = await product.member(loaded.household_id, loaded.members['ada']!)
  const read = (authorization: string, more: object = {}) =>
    outcome('GET', '/expenses', { headers: { authorization, ...more } })
  assert.deepEqual(await read(`Bearer ${rw}`, { cookie }), [401, 'invalid_credential_context'])
  assert.deepEqual(await read('Bearer em_live_x', { cookie }), [401, 'invalid_credential_context'])
  assert.deepEqual(await read('Bearer eyJhbGciOi.a.b', { cookie }), [200, undefined])
  assert.deepEqual(await read('Basic YTpi', { cookie }), [200, undefined])
  assert.deepEqual(await read('Bearer eyJhbGciOi.a.b'), [401, 'invalid_api_key'])
  assert.deepEqual(await read(`Bearer ${rw.slice(0, -1)}x`), [401, 'invalid_api_key'])
  assert.deepEqual(await read('Basic YTpi'), [401, 'session_required'])
})

test('a page of another origin gets no leave to send a key', async () => {
  const preflight = await ask('OPTIONS', '/expense-groups', {
    headers: {
      origin: 'https://evil.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  })
  assert.notEqual(preflight.status, 200)
  const answer = await ask('GET', '/forecast', {
    key: ro,
    headers: { origin: 'https://evil.test' },
  })
  for (const { headers } of [preflight, answer]) {
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control-')),
      [],
    )
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
  }
})

test('a household that may not use the API may not use this way around it', async () => {
  const stand = (standing: 'closed' | 'lapsed' | 'trial_ended' | 'active', plan = 'premium') =>
    product.db
      .updateTable('households')
      .set({ standing, plan: plan as 'premium' })
      .where('household_id', '=', loaded.household_id)
      .execute()
  const read = () => outcome('GET', '/proposals', { key: rw })
  await stand('lapsed')
  assert.deepEqual(await read(), [402, 'subscription_required'])
  await stand('closed')
  assert.deepEqual(await read(), [410, 'account_closed'])
  await stand('active', 'free')
  assert.deepEqual(await read(), [403, 'plan_upgrade_required'])
  await stand('trial_ended')
  assert.deepEqual(await read(), [200, undefined])
  assert.deepEqual(await outcome('POST', '/expense-groups', { key: rw, body: { name: 'x' } }), [
    423,
    'account_read_only',
  ])
})
