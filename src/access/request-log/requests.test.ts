import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenAccount, outcome, PASSWORD, type Who } from '../../../test/support/given-account.ts'
import { startBrowser } from '../../../test/support/browser.ts'
import { startProduct } from '../../../test/support/product.ts'
import { createReceivers } from '../../../test/fakes/receivers.ts'
import { START } from '../../../test/support/runtime.ts'
import { createJournal, type RequestRecord, type Use } from './journal.ts'
import { pruneRequests } from './prune.ts'

const CANARY = 'cAnArY0123456789'

const { outbound: destinations } = createReceivers(() => Temporal.Instant.from(START))
const product = await startProduct({ destinations })
const { runtime, db, journal } = product
const ada = await givenAccount(product)

type Key = {
  id: string
  api_key: string
  prefix: string
  requests_today: number
  revoked_at: string | null
  expires_at: string
  last_used: { agent: string; address: string } | null
}
const makeKey = (name: string) =>
  ada.request<Key>('POST', '/keys', {
    body: { name, scopes: ['data.read', 'data.write'], expires_at: '2026-07-01T00:00:00Z' },
  })
const listKeys = async () => (await ada.request<Key[]>('GET', '/keys')).body
const listed = async (query: Record<string, string | number> = {}) =>
  (
    await ada.request<{
      kept: boolean
      requests: { id: string; method: string; path: string; status: number; code: string | null }[]
    }>('GET', '/requests', { query })
  ).body
const shown = async (id: string) =>
  (
    await ada.request<{
      body: string | null
      answer: string | null
      headers: Record<string, string>
      query: string
      limits: object
    }>('GET', `/requests/${id}`)
  ).body

test('a key created in the application works, is shown once, and shows its usage', async () => {
  const { status, body: key } = await makeKey('Script')
  assert.equal(status, 201)
  assert.ok(key.api_key.startsWith(key.prefix))
  const headers = { 'user-agent': 'script/1' }
  assert.equal((await product.request('GET', '/me', { key: key.api_key, headers })).status, 200)
  await product.request('GET', '/nothing', { key: key.api_key, headers })
  await journal.flush()
  const [known] = await listKeys()
  assert.deepEqual([known!.requests_today, known!.last_used?.agent], [2, 'script/1'])
  assert.equal('api_key' in known!, false)
  runtime.advance({ hours: 12 })
  assert.equal((await listKeys())[0]!.requests_today, 0)
  await product.request('GET', '/me', { key: key.api_key, headers: { 'user-agent': 'script/2' } })
  await journal.flush()
  const [later] = await listKeys()
  assert.deepEqual([later!.requests_today, later!.last_used?.agent], [1, 'script/2'])
})

test('a rolled key keeps working for the chosen time', async () => {
  await ada.request('POST', '/sudo', { body: { password: PASSWORD } })
  const works = async (key: Key) =>
    (await product.request('GET', '/me', { key: key.api_key })).status === 200
  const { body: old } = await makeKey('Rolled')
  const roll = (key: Key, overlap_hours: number) =>
    ada.request<Key>('POST', `/keys/${key.id}/roll`, { body: { overlap_hours } })
  const { body: second } = await roll(old, 24)
  assert.ok((await works(old)) && (await works(second)))
  runtime.advance({ hours: 23, minutes: 59 })
  assert.ok(await works(old))
  runtime.advance({ minutes: 1 })
  assert.ok(!(await works(old)) && (await works(second)))
  await ada.request('POST', '/sudo', { body: { password: PASSWORD } })
  const { body: third } = await roll(second, 0)
  assert.ok(!(await works(second)) && (await works(third)))
  assert.deepEqual(outcome(await roll(second, 0)), [404, 'resource_not_found'])
  assert.deepEqual(outcome(await roll(third, 12)), [400, 'invalid_parameter'])
  assert.equal((await ada.request<Key>('DELETE', `/keys/${third.id}`)).status, 200)
  assert.ok(!(await works(third)))
})

test('requests are kept for developers', async (t) => {
  await ada.request('POST', '/sudo', { body: { password: PASSWORD } })
  const { body: key } = await makeKey('Logged')
  const ask = (method: string, path: string, more: object = {}) => {
    runtime.advance({ milliseconds: 1 })
    return product.request(method, path, { key: key.api_key, ...more })
  }
  const account = (
    await ada.request<{ id: string }>('POST', '/accounts', {
      body: { name: 'Cash', type: 'depository', subtype: 'checking', currency: 'EUR' },
    })
  ).body.id
  const made = await ask('POST', '/transactions', {
    body: { account_id: account, amount: -450, concept: 'Coffee', booked_at: '2026-01-05' },
    headers: { 'x-api-key': CANARY, 'idempotency-key': 'coffee-once' },
  })
  assert.ok(made.status < 300, made.text)
  await ask('GET', '/transactions', { query: { limit: 1 } })
  await ask('GET', '/transactions', { query: { token: CANARY } })
  await journal.flush()
  const { kept, requests } = await listed({ key_id: key.id })
  assert.ok(kept)
  assert.deepEqual(
    requests.map(({ method, path, status, code }) => [method, path, status, code]),
    [
      ['GET', '/v1/transactions', 400, 'invalid_parameter'],
      ['GET', '/v1/transactions', 200, null],
      ['POST', '/v1/transactions', made.status, null],
    ],
  )
  await t.test('a request is kept with its body and answer, without its credentials', async () => {
    const record = await shown(requests[2]!.id)
    assert.equal(JSON.parse(record.body!).concept, 'Coffee')
    assert.deepEqual(JSON.parse(record.answer!), made.body)
    assert.deepEqual(
      [
        record.headers['authorization'],
        record.headers['x-api-key'],
        record.headers['idempotency-key'],
      ],
      ['[redacted]', '[redacted]', 'coffee-once'],
    )
    assert.equal((await shown(requests[0]!.id)).query, 'token=[redacted]')
  })
  await t.test('requests are filtered by outcome, method, code, path and age', async () => {
    const count = async (query: Record<string, string | number>) =>
      (await listed({ key_id: key.id, ...query })).requests.length
    assert.deepEqual(
      [
        await count({ status: 'refused' }),
        await count({ method: 'POST' }),
        await count({ code: 'invalid_parameter' }),
        await count({ path: '/transactions' }),
        await count({ path: '/accounts' }),
        await count({ before: requests[1]!.id }),
      ],
      [1, 1, 1, 3, 0, 1],
    )
  })
  await t.test('errors are counted by their code', async () => {
    const errors = await ada.request<{ code: string; count: number }[]>('GET', '/requests/errors')
    assert.deepEqual(
      errors.body.map((error) => [error.code, error.count]),
      [
        ['invalid_parameter', 1],
        ['endpoint_not_found', 1],
      ],
    )
  })
})

test('no secret reaches the request log or the audit log', async () => {
  await ada.request('POST', '/sudo', { body: { password: PASSWORD } })
  const { body: key } = await makeKey('Secrets')
  const destination = {
    name: 'x',
    url: 'https://receiver.example/',
    headers: { Authorization: CANARY },
  }
  const made = await product.request<{ id: string; secret: string }>('POST', '/webhooks', {
    key: key.api_key,
    body: destination,
  })
  await product.request('POST', '/webhooks', {
    key: key.api_key,
    rawBody: `{"headers":{"x":"${CANARY}"}`,
  })
  await product.request('PATCH', `/webhooks/${made.body.id}`, {
    key: key.api_key,
    body: { headers: { Authorization: CANARY } },
  })
  await product.request('GET', `/webhooks/${key.api_key}`, { key: key.api_key })
  await journal.flush()
  const kept = JSON.stringify([
    await db.selectFrom('request_log').selectAll().execute(),
    await db.selectFrom('key_usage').selectAll().execute(),
  ])
  assert.match(made.body.secret, /^whsec_/)
  const audit = await ada.request<{ action: string; after: object | null }[]>('GET', '/audit')
  assert.ok(!audit.text.includes(CANARY) && !audit.text.includes(made.body.secret))
  const ofWebhooks = audit.body.filter(({ action }) => action.startsWith('webhook.'))
  assert.deepEqual(
    new Set(ofWebhooks.map(({ action }) => action)),
    new Set(['webhook.create', 'webhook.change']),
  )
  for (const secret of [CANARY, key.api_key.slice(20), made.body.secret]) {
    assert.ok(!kept.includes(secret), secret)
  }
})

test('a member reads and ends only their own keys and requests; an owner ends all', async () => {
  await ada.request('POST', '/sudo', { body: { password: PASSWORD } })
  const { body: key } = await makeKey('Of the owner')
  const invited = await ada.request<{ token: string }>('POST', '/invitations', { body: {} })
  const bo = startBrowser(product)
  await bo.request<Who>('POST', '/invitations/accept', {
    body: {
      token: invited.body.token,
      account: { name: 'Bo', email: 'bo@example.com', password: PASSWORD },
    },
  })
  const { requests } = await listed()
  assert.deepEqual((await bo.request('GET', '/requests')).body['requests'], [])
  const foreign = await bo.request('GET', `/requests/${requests[0]!.id}`)
  assert.deepEqual(outcome(foreign), [404, 'resource_not_found'])
  assert.deepEqual((await bo.request<Key[]>('GET', '/keys')).body, [])
  assert.deepEqual(outcome(await bo.request('DELETE', `/keys/${key.id}`)), [
    404,
    'resource_not_found',
  ])
  const { body: theirs } = await bo.request<Key>('POST', '/keys', {
    body: { name: 'Bo’s', scopes: ['data.read'], expires_at: '2026-07-01T00:00:00Z' },
  })
  assert.ok((await listKeys()).some(({ id }) => id === theirs.id))
  assert.equal((await ada.request('DELETE', `/keys/${theirs.id}`)).status, 200)
})

const use: Omit<Use, 'householdId' | 'keyId'> = {
  zone: 'Europe/Madrid',
  at: runtime.now(),
  address: '10.0.0.1',
  agent: 'test',
}
const record: Omit<RequestRecord, 'memberId'> = {
  requestId: 'req_x',
  milliseconds: 1,
  method: 'GET',
  path: '/v1/me\0',
  query: '',
  status: 200,
  code: null,
  headers: {},
  limits: null,
  body: Buffer.from('"\uD800 \0'),
  answer: null,
}

test('noting a request costs no statement, and memory for at most a thousand', async () => {
  const { body: key } = await makeKey('Counted')
  product.takeStatements()
  await product.request('GET', '/me', { key: key.api_key })
  assert.equal(product.takeStatements().length, 1)
  const [row] = await db.selectFrom('request_log').selectAll().limit(1).execute()
  const own = createJournal(runtime)
  const asked = { ...use, householdId: row!.household_id, keyId: key.id }
  // Keep fifty successful reads per second; the rest of the room is for failures and changes.
  for (let index = 0; index < 1350; index += 1) {
    own.note(asked, index < 150, () => ({
      ...record,
      memberId: row!.member_id,
      requestId: `req_x${index}`,
    }))
  }
  await own.flush()
  const { count } = await db
    .selectFrom('request_log')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('request_id', 'like', 'req_x%')
    .executeTakeFirstOrThrow()
  assert.equal(count, 1000)
  assert.match(runtime.logged.join(''), /"event":"requests.not_kept","count":350/)
  const { requests } = await db
    .selectFrom('key_usage')
    .select('requests')
    .where('key_id', '=', key.id)
    .executeTakeFirstOrThrow()
  assert.ok(requests >= 1350, 'requests that are not kept are counted')
})

test('key usage is written a hundred keys at a time, and completely at the end', async () => {
  const { body: key } = await makeKey('One of a crowd')
  const { rows: crowd } = await sql<{ household_id: string; id: string; member_id: string }>`
    insert into api_keys select (jsonb_populate_record(k, jsonb_build_object('id', gen_random_uuid()))).*
    from api_keys k, generate_series(1, 250) where k.id = ${key.id} returning household_id, id, member_id`.execute(
    db,
  )
  const counted = async () => {
    const ids = crowd.map(({ id }) => id)
    const query = db.selectFrom('key_usage').select('requests').where('key_id', 'in', ids)
    const rows = await query.execute()
    return [rows.length, rows.reduce((sum, { requests }) => sum + requests, 0)]
  }
  const stopping = new AbortController()
  const seen: number[][] = []
  const own = createJournal({
    ...runtime,
    wait: async () => {
      seen.push(await counted())
      if (seen.length === 3) stopping.abort()
    },
  })
  for (const { household_id, id, member_id } of [...crowd, ...crowd]) {
    const asked = { ...use, householdId: household_id, keyId: id }
    own.note(asked, true, () => ({ ...record, memberId: member_id }))
  }
  await own.run(stopping.signal)
  assert.deepEqual(
    [...seen, await counted()],
    [
      [0, 0],
      [100, 200],
      [200, 400],
      [250, 500],
    ],
  )
  // Revoke them all, because the cap on working keys is lower.
  await sql`update api_keys set revoked_at = now() where name = 'One of a crowd'`.execute(db)
})

test('requests are kept for a week, and at most the latest 10,000 of a household', async () => {
  const before = await listed({ limit: 200 })
  assert.ok(before.requests.length > 0)
  await sql`
    insert into request_log (household_id, request_id, member_id, key_id, at, method, path, query, status,
      milliseconds, headers)
    select household_id, 'req_z' || lpad(n::text, 6, '0'), member_id, key_id, ${runtime.now()}, method, path,
      query, status, milliseconds, '{}'
    from (select * from request_log limit 1) r, generate_series(0, 10049) n`.execute(db)
  while ((await pruneRequests(runtime)) > 0);
  const { count } = await db
    .selectFrom('request_log')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(count, 10_000)
  assert.equal((await listed({ limit: 1 })).requests[0]!.id, 'req_z010049')
  runtime.advance({ hours: 7 * 24 + 1 })
  while ((await pruneRequests(runtime)) > 0);
  assert.equal((await listed()).requests.length, 0)
})

test('with the log switched off, only the usage of keys is kept', async () => {
  await ada.request('POST', '/sudo', { body: { password: PASSWORD } })
  const { body: key } = await makeKey('Unlogged')
  await ada.request('PATCH', '/request-log', { body: { kept: false } })
  await product.request('GET', '/me', { key: key.api_key })
  await journal.flush()
  assert.deepEqual(await listed(), { kept: false, requests: [] })
  assert.equal((await listKeys())[0]!.requests_today, 1)
  await ada.request('PATCH', '/request-log', { body: { kept: true } })
  await product.request('GET', '/me', { key: key.api_key })
  await journal.flush()
  assert.equal((await listed()).requests.length, 1)
})
