import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { beginWrite } from '#/access/households/begin-write.ts'
import { createApp } from '#/app/http/app.ts'
import { listen } from '#/app/http/server.ts'
import { createAdmission } from '#/access/limits/admit.ts'
import { wait } from '#/platform/runtime/clock.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { isAlive } from '#/platform/runtime/is-alive.ts'
import { budget } from '../../../test/support/given.ts'
import { coffees } from '../../../test/support/given-files.ts'
import { hold, until, urlOf } from '../../../test/support/other-processes.ts'
import { startProduct } from '../../../test/support/product.ts'
import { createHeavy, type HeavyOptions } from './heavy.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'earmark-heavy-'))
after(() => rmSync(dataFolder, { recursive: true }))

const product = await startProduct()
const { runtime, db } = product
const databaseUrl = await urlOf(db)
const config = readConfig({
  EARMARK_DATA: dataFolder,
  EARMARK_SECRET: 'a master secret of the tests',
  EARMARK_NOW: runtime.now().toString(),
})

/** Starts a server whose heavy requests other processes answer, and a member who calls it. */
async function serving(options: Partial<HeavyOptions> = {}) {
  const host = { name: 'test', pid: process.pid, isAlive }
  const heavy = createHeavy({ ...runtime, host, wait }, { config, databaseUrl }, options)
  const app = createApp({
    runtime,
    admit: createAdmission(db, runtime.now),
    elsewhere: heavy.elsewhere,
    publicUrl: null,
    origin: 'http://earmark.test',
    isServing: () => true,
  })
  const listening = await listen(app, { port: 0, host: '127.0.0.1', now: runtime.now })
  after(async () => {
    heavy.close()
    await listening.drain(0)
  })
  const member = async () => {
    const loaded = await product.household(budget)
    const here = await product.member(loaded.household_id, loaded.members['ada']!)
    const ask = (method: string, path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${listening.port}/app/api${path}`, {
        method,
        ...init,
        headers: {
          cookie: here.cookie,
          'sec-fetch-site': 'same-origin',
          ...Object.fromEntries(new Headers(init.headers)),
        },
      })
    return { ...loaded, here, ask }
  }
  return { member }
}

/** Lists the processes that were started so far. */
function pids(): number[] {
  return runtime.logged.flatMap((line) => {
    const { event, pid } = JSON.parse(line) as { event: string; pid: number }
    return event === 'heavy.process' ? [pid] : []
  })
}

const apply = ['POST', '/category-rules/apply'] as const
const json = { 'content-type': 'application/json' }

type Ask = (method: string, path: string, init?: RequestInit) => Promise<Response>
const applying = (ask: Ask, init: RequestInit = {}) =>
  ask(...apply, { body: '{}', headers: json, ...init })

test('another process answers a heavy request as this one does, including refusals', async () => {
  const { member } = await serving()
  const { ask, here, expenses, accounts } = await member()
  const strange = '0190a000-0000-7000-8000-00000000dead'
  for (const path of [
    '/forecast?months=12',
    '/forecast?months=1000',
    '/forecast?days=1',
    `/expenses/${Object.values(expenses)[0]}/explanation`,
    `/expenses/${strange}/explanation`,
    '/expenses/x/preview',
    '/category-rules/effect?text=%FF',
    '/proposals',
  ]) {
    const [there, own] = [await ask('GET', path), await here.request('GET', path)]
    const nameless = (text: string) => text.replaceAll(/req_\w+/g, 'req')
    assert.equal(there.status, own.status, path)
    assert.equal(nameless(await there.text()), nameless(own.text), path)
    assert.match(there.headers.get('x-request-id')!, /^req_/)
  }
  const uploaded = await ask(
    'POST',
    `/imports?file_name=a.csv&account_id=${accounts['checking']}`,
    {
      body: coffees,
    },
  )
  assert.equal(uploaded.status, 201)
  const { id, counts } = (await uploaded.json()) as { id: string; counts: { new: number } }
  assert.equal(counts.new, 3)
  const again = await ask('POST', `/imports/${id}/preview`, { body: '{', headers: json })
  assert.equal(again.status, 400)
})

test('a heavy write happens once under its Idempotency-Key', async () => {
  const { member } = await serving()
  const { ask } = await member()
  const once = { body: '{}', headers: { ...json, 'idempotency-key': 'once-and-no-more' } }
  const [first, second] = [await ask(...apply, once), await ask(...apply, once)]
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(await first.text(), await second.text())
})

test('a process starts when one is needed, and ends after a time without work', async () => {
  const before = pids().length
  const { member } = await serving({ idleSeconds: 0.05 })
  const { ask } = await member()
  assert.equal((await ask('GET', '/settings')).status, 200)
  assert.equal(pids().length, before)
  assert.equal((await ask('GET', '/forecast')).status, 200)
  assert.equal(pids().length, before + 1)
  await until('it has ended', () => !isAlive(pids().at(-1)!))
})

/** Sets up a household whose writes wait for a lock, and sends it a write. */
async function stuck(options: Partial<HeavyOptions> = {}) {
  const server = await serving(options)
  const one = await server.member()
  const { letGo } = await hold(db, (tx) => beginWrite({ ...runtime, db: tx }, one.household_id))
  const waits = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]!.count
  }
  return { ...one, server, letGo, waits }
}

test('a process that dies answers its request with 503, and the next request gets another', async () => {
  const { ask, letGo, waits } = await stuck()
  const asked = applying(ask)
  await until('it waits', async () => (await waits()) === 1)
  process.kill(pids().at(-1)!, 'SIGKILL')
  const { status, headers } = await asked
  assert.deepEqual([status, headers.get('retry-after')], [503, '1'])
  await letGo()
  assert.equal((await applying(ask)).status, 200)
})

test('a request that computes too long is stopped, says so, and changes nothing', async () => {
  const { ask, letGo } = await stuck({ computedSeconds: 0 })
  const answer = await applying(ask)
  assert.equal(answer.status, 503)
  assert.match(await answer.text(), /longer to compute than a request may/)
  await letGo()
})

test('a cancelled request is stopped, and the household’s next request is answered', async () => {
  const { ask, letGo, waits } = await stuck({ atOnce: { whole: 1, stream: 1 }, graceSeconds: 0.1 })
  const leaving = new AbortController()
  const asked = assert.rejects(applying(ask, { signal: leaving.signal }))
  await until('it waits', async () => (await waits()) === 1)
  leaving.abort()
  await asked
  assert.equal((await ask('GET', '/forecast')).status, 200)
  await letGo()
})

test('a household’s heavy requests queue behind each other, and others pass', async () => {
  const { ask, server, letGo, waits } = await stuck({ atOnce: { whole: 2, stream: 1 } })
  const other = await server.member()
  const mine = [applying(ask), applying(ask), applying(ask)]
  await until('it waits', async () => (await waits()) === 1)
  assert.equal((await other.ask('GET', '/forecast')).status, 200)
  assert.equal(await waits(), 1)
  await letGo()
  assert.deepEqual(
    (await Promise.all(mine)).map(({ status }) => status),
    [200, 200, 200],
  )
})

/** Sets up a household whose document exceeds the buffers of sockets; counts open snapshots. */
async function exporting() {
  const { member } = await serving()
  const one = await member()
  await sql`insert into audit_entries (household_id, id, at, member_id, through, action, subject_type,
      subject_id, before, after)
    select ${one.household_id}, gen_random_uuid(), ${runtime.now()}, ${one.members['ada']!}, 'app', 'x', 'expense',
      gen_random_uuid(), jsonb_build_object('name', repeat('x', 1000)), null
    from generate_series(1, 40000)`.execute(db)
  const snapshots = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(db)
    return rows.map(({ pid }) => pid)
  }
  return { ...one, snapshots }
}

test('a broken connection ends an export, and releases its database connection', async () => {
  const { ask, snapshots } = await exporting()
  const leaving = new AbortController()
  const answer = await ask('GET', '/export', { signal: leaving.signal })
  assert.equal(answer.status, 200)
  await until('nothing more is taken', async () => (await snapshots()).length === 1)
  leaving.abort()
  await until('it is freed', async () => (await snapshots()).length === 0)
})

test('an export that breaks off does not look complete', async () => {
  const { ask, snapshots } = await exporting()
  const answer = await ask('GET', '/export')
  await until('nothing more is taken', async () => (await snapshots()).length === 1)
  await sql`select pg_terminate_backend(${(await snapshots())[0]})`.execute(db)
  await assert.rejects(answer.text())
})

test('an export that nobody reads does not hold up heavy requests', async () => {
  const { ask } = await exporting()
  const answers = [await ask('GET', '/export'), await ask('GET', '/forecast')]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  await answers[0]!.body!.cancel()
})

test('a file of another process keeps its type and its name', async () => {
  const { ask } = await exporting()
  const answer = await ask('GET', '/list-export?format=xlsx')
  assert.match(answer.headers.get('content-type')!, /spreadsheetml\.sheet$/)
  assert.match(
    answer.headers.get('content-disposition')!,
    /^attachment; filename="earmark-transactions-\d{4}-\d\d-\d\d\.xlsx"$/,
  )
  const start = Buffer.from(await answer.arrayBuffer()).subarray(0, 2)
  assert.equal(start.toString(), 'PK')
})
