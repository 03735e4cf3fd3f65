import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '#/platform/database/database.ts'
import { loadDocument } from '#/documents/load.ts'
import { isRunning, makeFolder, readPid } from '../support/cluster-trial.ts'
import { budget } from '../support/given.ts'
import { assertBooks } from '../support/ledger.ts'
import { hold, until } from '../support/other-processes.ts'
import { ada } from '../support/product.ts'
import { databaseOf, type ServerProcess, startServer } from '../support/server-process.ts'
import { createTestRuntime } from '../support/runtime.ts'

// The product as an operator runs it, with a PostgreSQL of its own. Either is killed while requests run.

const folder = makeFolder({ after })
const CANARY = 'a-master-secret-that-nobody-may-read'
const KEYS = 20

let started = 0
const servers: ServerProcess[] = []

/** Each start has an hour of its own, so that no test finds the budget that another has used. */
async function serve(): Promise<ServerProcess> {
  started += 1
  const now = `2026-01-05T${String(started).padStart(2, '0')}:00:00Z`
  const server = await startServer(folder, { EARMARK_NOW: now, EARMARK_SECRET: CANARY })
  servers.push(server)
  return server
}

let server = await serve()
const db = openDatabase({ url: databaseOf(folder), connectionsMax: 3 })
after(() => db.destroy())
const home = await loadDocument(createTestRuntime(db, { start: '2026-01-05T01:00:00Z' }), {
  ...ada,
  ...budget,
  keys: Array.from({ length: KEYS }, (_, index) => ({
    ref: `k${index}`,
    member: 'ada',
    scopes: ['data.read', 'data.write'] as ['data.read', 'data.write'],
  })),
})
const keys = Object.values(home.keys).map((key) => key.api_key)

type Answered = { readonly status: number; readonly headers: Headers; readonly body: Body }
type Body = { readonly id: string; readonly error: { code: string; request_id: string } }

let asked = 0

type Sent = { readonly body: object; readonly once: string }

async function ask(
  method: string,
  path: string,
  { body, once }: Partial<Sent> = {},
): Promise<Answered> {
  asked += 1
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${keys[asked % KEYS]}`,
      'content-type': 'application/json',
      ...(once !== undefined && { 'idempotency-key': once }),
    },
    ...(body && { body: JSON.stringify(body) }),
    // A request that takes longer than this hangs.
    signal: AbortSignal.timeout(10_000),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Body,
  }
}

const purchase = (amount: number) => ({
  account_id: home.accounts['visa'],
  amount,
  concept: 'Groceries',
  booked_at: '2026-01-05',
  expense_goal_id: home.expenses['groceries'],
})

const record = (body: object, once: string) => ask('POST', '/transactions', { body, once })

/** A refusal for the time being, with everything that every answer has. */
function checkUnavailable({ status, headers, body }: Answered): void {
  assert.equal(status, 503, JSON.stringify(body))
  assert.equal(body.error.code, 'service_unavailable')
  assert.equal(body.error.request_id, headers.get('x-request-id'))
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  for (const name of [
    'limit',
    'remaining',
    'reset',
    'limit-hour',
    'remaining-hour',
    'reset-hour',
  ]) {
    assert.match(headers.get(`x-ratelimit-${name}`) ?? '', /^\d+$/, name)
  }
}

/** Writes under keys of their own until each has been answered with 200, through all that happens meanwhile. */
async function writeThrough(prefix: string, count: number): Promise<number> {
  let refused = 0
  const write = async (index: number) => {
    const once = `${prefix}-${index}`
    for (const patience = performance.now() + 30_000; ;) {
      const answer = await record(purchase(-1 - index), once)
      if (answer.status === 200) return
      if (answer.status !== 409) {
        checkUnavailable(answer)
        refused += 1
      }
      assert.ok(performance.now() < patience, `${once} was never stored`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  await Promise.all(Array.from({ length: count }, (_, index) => write(index)))
  return refused
}

async function storedUnder(prefix: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from transactions where idempotency_key like ${`${prefix}-%`}`.execute(db)
  return rows[0]!.count
}

const postmaster = () => readPid(folder)!

test('PostgreSQL killed under load: requests get 503, and the service comes back', async () => {
  const writing = writeThrough('killed', 40)
  process.kill(postmaster(), 'SIGKILL')
  const refused = await writing
  assert.ok(refused > 0, 'nothing happened while PostgreSQL was away')
  assert.equal(await storedUnder('killed'), 40)
  await assertBooks(db, home.household_id)
  assert.equal((await ask('GET', '/accounts/summary')).status, 200)
  assert.ok(isRunning(server.pid))
})

test('readiness says whether the database answers; liveness does not ask it', async () => {
  const origin = server.url.replace('/v1', '')
  const statusOf = async (path: string) => (await fetch(origin + path)).status
  assert.deepEqual([await statusOf('/healthz'), await statusOf('/readyz')], [200, 200])
  process.kill(postmaster(), 'SIGKILL')
  await until('not ready', async () => (await statusOf('/readyz')) === 503)
  assert.equal(await statusOf('/healthz'), 200)
  await until('ready again', async () => (await statusOf('/readyz')) === 200)
})

test('PostgreSQL shut down amid writes: each is whole or absent, a repeat makes it whole', async () => {
  const writing = writeThrough('stopped', 40)
  await until('some are stored', async () => (await storedUnder('stopped')) > 3)
  process.kill(postmaster(), 'SIGINT')
  await writing
  assert.equal(await storedUnder('stopped'), 40)
  await assertBooks(db, home.household_id)
})

test('a connection that breaks while a write waits does not end the server', async () => {
  const ends = async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'earmark' and pid <> pg_backend_pid()`.execute(db)
  }
  const writing = writeThrough('severed', 30)
  for (let round = 0; round < 20; round += 1) await ends().catch(() => undefined)
  await writing
  assert.equal(await storedUnder('severed'), 30)
  assert.ok(isRunning(server.pid))
})

test('a hanging PostgreSQL is a 503 within ten seconds, and is used again once it goes on', async () => {
  const origin = server.url.replace('/v1', '')
  await until('PostgreSQL is there', () => readPid(folder) !== null)
  const family = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster())])
    .toString()
    .trim()
    .split(/\s+/)
    .map(Number)
  const all = [postmaster(), ...family]
  for (const pid of all) process.kill(pid, 'SIGSTOP')
  try {
    const answers = await Promise.all([
      ask('GET', '/transactions'),
      record(purchase(-5), 'frozen-1'),
      ask('GET', '/me'),
    ])
    answers.forEach(checkUnavailable)
    checkUnavailable(await ask('GET', '/me'))
    const ready = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(10_000) })
    assert.equal(ready.status, 503)
  } finally {
    for (const pid of all) process.kill(pid, 'SIGCONT')
  }
  await until('it serves again', async () => (await ask('GET', '/me')).status === 200)
  assert.equal((await record(purchase(-5), 'frozen-1')).status, 200)
  assert.equal(await storedUnder('frozen'), 1)
  await assertBooks(db, home.household_id)
})

test('the server killed amid writes keeps what it answered; the rest is whole or absent', async () => {
  const kept: string[] = []
  const writing = Array.from({ length: 40 }, async (_, index) => {
    const once = `crashed-${index}`
    const answer = await record(purchase(-1), once).catch(() => null)
    if (answer?.status === 200) kept.push(answer.body.id)
  })
  await until('some are stored', async () => (await storedUnder('crashed')) > 3)
  server.kill('SIGKILL')
  await Promise.all(writing)
  assert.equal(await server.ended, null)
  server = await serve()
  const { rows } = await sql<{ id: string }>`
    select id from transactions where idempotency_key like 'crashed-%'`.execute(db)
  const stored = new Set(rows.map(({ id }) => id))
  assert.ok(kept.every((id) => stored.has(id)))
  await assertBooks(db, home.household_id)
  for (let index = 0; index < 40; index += 1) {
    const answer = await record(purchase(-1), `crashed-${index}`)
    assert.equal(answer.status, 200)
  }
  assert.equal(await storedUnder('crashed'), 40)
  await assertBooks(db, home.household_id)
})

test('a stopping server finishes running requests, takes none, and stops PostgreSQL', async () => {
  const { port } = new URL(server.url)
  const pid = postmaster()
  // The household's lock keeps a write in flight for as long as the test likes.
  const lock = await hold(db, (tx) =>
    sql`select 1 from households where household_id = ${home.household_id} for update`.execute(tx),
  )
  const inFlight = record(purchase(-7), 'drained-1')
  await until('the write waits', async () => {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db)
    return rows.length > 0
  })
  server.kill('SIGTERM')
  await until('new connections are refused', () => refuses(Number(port)))
  assert.equal(await storedUnder('drained'), 0)
  await lock.letGo()
  assert.equal((await inFlight).status, 200)
  const begun = performance.now()
  assert.equal(await server.ended, 0)
  assert.ok(performance.now() - begun < 5000, 'an idle connection held it up')
  assert.ok(!isRunning(pid), 'PostgreSQL still runs')
  server = await serve()
  assert.equal(await storedUnder('drained'), 1)
})

function refuses(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true))
    socket.once('connect', () => socket.destroy())
  })
}

test('every log line is JSON, requests are found by id, and no secret is anywhere', async () => {
  const answer = await ask('GET', '/me')
  const id = answer.headers.get('x-request-id')!
  await until('it is logged', () => server.logged().includes(id))
  const log = servers.map(({ logged }) => logged()).join('')
  const text = log + servers.map(({ printed }) => printed()).join('')
  const lines = log.split('\n').filter((line) => line !== '')
  assert.ok(lines.length > 100)
  for (const line of lines) assert.doesNotThrow(() => JSON.parse(line), line)
  const events = lines.map((line) => JSON.parse(line))
  const logged = events.find((event) => event.request_id === id)
  assert.deepEqual([logged.path, logged.status], ['/v1/me', 200])
  const failed = events.find((event) => event.status === 503)
  assert.match(failed.request_id, /^req_/)
  for (const secret of [CANARY, databasePassword(), ...keys]) assert.ok(!text.includes(secret))
  for (const key of keys) assert.ok(!text.includes(key.slice('em_live_'.length + 10)))
})

function databasePassword(): string {
  return new URL(databaseOf(folder)).password
}
