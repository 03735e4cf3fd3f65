import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '#/platform/runtime/config.ts'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { account } from '../../../../test/support/given-account.ts'
import { until } from '../../../../test/support/other-processes.ts'
import { serve } from './serve.ts'

// Serves inside this process, on an existing database. For whole processes, signals and outages see
// test/simulations/outage.test.ts.

const { db, url } = await createTestDatabase()
const dataFolder = mkdtempSync(join(tmpdir(), 'earmark-serve-'))
after(() => rmSync(dataFolder, { recursive: true }))

const configOf = (env: Readonly<Record<string, string>> = {}) =>
  readConfig({
    DATABASE_URL: url,
    EARMARK_DATA: dataFolder,
    PORT: '0',
    EARMARK_NOW: '2026-01-05T12:00:00Z',
    ...env,
  })
const start = (env?: Readonly<Record<string, string>>, role: 'all' | 'api' | 'worker' = 'all') =>
  serve(configOf(env), { role, notice: () => {} })

/** Counts the connections to the database, including this test's. */
async function connections(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where datname = current_database()`.execute(db)
  return rows[0]!.count
}

type Received = {
  readonly api_key?: string
  readonly household?: { readonly id: string; readonly name: string }
}

/** A browser at this address, which keeps its cookie. */
function visit(origin: string) {
  let cookie = ''
  return {
    cookie: () => cookie,
    send: async (line: string, body: object, more?: Record<string, string>) => {
      const [method, path] = line.split(' ') as [string, string]
      const headers = { 'content-type': 'application/json', origin, cookie, ...more }
      const answer = await fetch(origin + path, { method, headers, body: JSON.stringify(body) })
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
      return { status: answer.status, body: (await answer.json()) as Received }
    },
  }
}

const tokenOf = (link: string) => new URL(link).hash.slice('#k='.length)

test('the server serves until it is stopped, and leaves no connection behind', async () => {
  const own = await connections()
  const served = await start()
  assert.equal((await fetch(`${served.url}/readyz`)).status, 200)
  assert.equal((await fetch(`${served.url}/v1/me`)).status, 401)
  const known = await db.selectFrom('secret_keys').selectAll().execute()
  assert.equal(known.length, 1, 'the server says which key it has')
  await served.stop()
  await assert.rejects(fetch(`${served.url}/readyz`))
  await until('its connections are gone', async () => (await connections()) <= own)
})

test('the announced link makes the first account; requests of its keys are logged before the end', async () => {
  const served = await start()
  const announced = new Promise<string>((resolve) => served.announceSetup(resolve))
  const origin = served.url
  const { send, cookie } = visit(origin)
  try {
    const link = await announced
    assert.deepEqual(
      [new URL(link).origin, new URL(link).pathname],
      [`http://localhost:${new URL(origin).port}`, '/setup'],
    )
    const made = await send('POST /app/api/setup', {
      ...account,
      token: tokenOf(link),
    })
    assert.equal(made.status, 201)
    const key = await send('POST /app/api/keys', {
      name: 'Script',
      scopes: ['data.read'],
      expires_at: '2026-07-01T00:00:00Z',
    })
    const authorization = `Bearer ${key.body.api_key}`
    assert.equal((await fetch(`${origin}/v1/me`, { headers: { authorization } })).status, 200)
    const refused = await fetch(`${origin}/v1/me`, { headers: { authorization, cookie: cookie() } })
    assert.equal(refused.status, 401)
  } finally {
    await served.stop()
  }
  const kept = await db.selectFrom('request_log').select(['path', 'status']).execute()
  assert.deepEqual(kept, [{ path: '/v1/me', status: 200 }])
})

test('a link is announced again as soon as the last account is deleted', async () => {
  const served = await start()
  const links: string[] = []
  served.announceSetup((link) => links.push(link))
  const { send } = visit(served.url)
  const leave = async ({ id, name }: { id: string; name: string }) => {
    const inIt = { 'x-earmark-household': id }
    assert.equal((await send('DELETE /app/api/household', { name }, inIt)).status, 200)
    assert.equal((await send('DELETE /app/api/profile', { email: account.email })).status, 200)
  }
  try {
    const from = performance.now()
    const { email, password } = account
    const { body } = await send('POST /app/api/sign-in', { email, password })
    assert.deepEqual(links, [])
    await leave(body.household!)
    await until('a link is announced', () => links.length === 1)
    const made = await send('POST /app/api/setup', { ...account, token: tokenOf(links[0]!) })
    await leave(made.body.household!)
    await until('another is', () => links.length === 2)
    // Earlier than at the next check.
    assert.ok(performance.now() - from < 25_000)
  } finally {
    await served.stop()
  }
})

test('a taken port fails the start, and leaves no connection behind', async () => {
  const own = await connections()
  const served = await start()
  const { port } = new URL(served.url)
  try {
    await assert.rejects(start({ PORT: port }), { code: 'EADDRINUSE' })
    assert.equal((await fetch(`${served.url}/readyz`)).status, 200)
  } finally {
    await served.stop()
  }
  await until('all connections are gone', async () => (await connections()) <= own)
})

test('a worker answers health checks and serves no API', async () => {
  const worker = await start({}, 'worker')
  assert.equal((await fetch(`${worker.url}/readyz`)).status, 200)
  assert.equal((await fetch(`${worker.url}/v1/me`)).status, 404)
  await worker.stop()
})

test('two servers share one database and each other’s budgets', async () => {
  const [one, other] = [await start({}, 'api'), await start({}, 'api')]
  try {
    const remaining = async (base: string) => {
      const { headers } = await fetch(`${base}/v1/me`)
      return Number(headers.get('x-ratelimit-remaining'))
    }
    const first = await remaining(one.url)
    assert.deepEqual([await remaining(other.url), await remaining(one.url)], [first - 1, first - 2])
  } finally {
    await Promise.all([one.stop(), other.stop()])
  }
})

test('an unreachable database fails the start in a few seconds', async () => {
  await assert.rejects(start({ DATABASE_URL: 'postgres://earmark@127.0.0.1:9/none' }), {
    code: 'ECONNREFUSED',
  })
})

test('every role answers health checks', async () => {
  for (const role of ['api', 'worker'] as const) {
    const served = await start({}, role)
    assert.equal((await fetch(`${served.url}/readyz`)).status, 200, role)
    await served.stop()
  }
})
