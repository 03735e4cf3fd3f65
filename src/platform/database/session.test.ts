import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { serve } from '#/app/cli/serving/serve.ts'
import { warnOfConnections } from '#/app/cli/serving/warnings.ts'
import { loadDocument } from '#/documents/load.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { administer, createTestDatabase } from '../../../test/support/database.ts'
import { budget } from '../../../test/support/given.ts'
import { openAnother, until } from '../../../test/support/other-processes.ts'
import { ada } from '../../../test/support/product.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { type Database, isDatabaseGone } from './database.ts'
import { requireSession } from './require-session.ts'

const { db, url } = await createTestDatabase()
const name = new URL(url).pathname.slice(1)

async function settingsOf(on: Database) {
  const { rows } = await sql<Record<string, string>>`
    select current_setting('TimeZone') as zone, current_setting('DateStyle') as style,
      current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('jit') as jit, current_setting('application_name') as application,
      '2026-07-01T12:00:00Z'::timestamptz::text as text, to_char('2026-07-01T12:00:00Z'::timestamptz, 'HH24') as hour`.execute(
    on,
  )
  return rows[0]!
}

const RIGHT = {
  zone: 'UTC',
  style: 'ISO, YMD',
  statement: '1min',
  lock: '15s',
  jit: 'off',
  application: 'earmark',
  text: '2026-07-01 12:00:00+00',
  hour: '12',
}

/** The same database through an address that asks for other settings. */
const asking = `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(
  '-c timezone=America/New_York -c datestyle=German -c statement_timeout=0 -c lock_timeout=0 -c jit=on',
)}`

await administer(`alter database ${name} set timezone = 'Asia/Tokyo'`)
await administer(`alter role earmark in database ${name} set datestyle = 'SQL, DMY'`)
await administer(`alter role earmark in database ${name} set statement_timeout = 0`)

/** The server of an operator whose database has settings of its own. */
const folder = mkdtempSync(join(tmpdir(), 'earmark-session-'))
const config = readConfig({ DATABASE_URL: asking, EARMARK_DATA: folder, PORT: '0' })
const served = await serve(config, { role: 'api', notice: () => {} })
const home = await loadDocument(createTestRuntime(db), { ...ada, ...budget })
after(async () => {
  await served.stop()
  rmSync(folder, { recursive: true })
})

test('settings of an address, a database and a role do not change how instants are written', async () => {
  assert.deepEqual(await settingsOf(await openAnother(db)), RIGHT)
  assert.deepEqual(await settingsOf(await openAnother(db, { url: asking })), RIGHT)
})

async function ask(method: string, path: string, body?: object) {
  const response = await fetch(`${served.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${home.keys['rw']!.api_key}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { status, headers } = response
  return { status, headers, body: (await response.json()) as Record<string, never> }
}

const payment = () => ({
  account_id: home.accounts['checking']!,
  amount: -1,
  concept: 'x',
  booked_at: '2026-01-05',
})

test('instants are those of their moment, though database and address ask for other zones', async () => {
  const before = Date.now()
  const made = await ask('POST', '/v1/transactions', payment())
  assert.equal(made.status, 200)
  const listed = await ask('GET', '/v1/transactions?limit=1')
  const [{ created_at: at }] = listed.body['data'] as unknown as [{ created_at: string }]
  assert.equal(at, made.body['created_at'])
  assert.ok(Math.abs(Date.parse(at) - before) < 60_000, at)
})

test('requests get 503 while the database takes no writes, and succeed again without a restart', async () => {
  assert.equal((await ask('GET', '/readyz')).status, 200)
  await administer(`alter database ${name} set default_transaction_read_only = on`)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  await until('its connections are new', async () => (await ask('GET', '/readyz')).status === 503)
  const refused = await ask('POST', '/v1/transactions', payment())
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
  await administer(`alter database ${name} reset default_transaction_read_only`)
  await until('it is ready', async () => (await ask('GET', '/readyz')).status === 200)
  assert.equal((await ask('POST', '/v1/transactions', payment())).status, 200)
})

test('a write that meets a standby may be tried later, and its connection is discarded', async () => {
  const single = await openAnother(db, { url: `${url}#single`, connectionsMax: 1 })
  const pid = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(single)).rows[0]!.pid
  const first = await pid()
  const writing = single.transaction().execute(async (tx) => {
    await sql`set transaction read only`.execute(tx)
    await sql`delete from persons where email = ${'nobody'}`.execute(tx)
  })
  await assert.rejects(writing, isDatabaseGone)
  assert.notEqual(await pid(), first)
})

test('sessions without time limits are refused, with the statements that set them', async () => {
  await requireSession(db)
  const bare = await openAnother(db, { connectionsMax: 1 })
  await sql`set lock_timeout = 0; set statement_timeout = '2min'`.execute(bare)
  await assert.rejects(requireSession(bare), (error: Error) => {
    assert.match(error.message, /no statement_timeout and no lock_timeout/)
    assert.ok(
      error.message.includes(`alter role earmark in database ${name} set lock_timeout = '15s';`),
    )
    return true
  })
  await sql`set timezone = 'Asia/Tokyo'`.execute(bare)
  await assert.rejects(requireSession(bare), /time zone Asia\/Tokyo/)
})

test('a server is warned if its connections may run out, counting what others have', async () => {
  assert.equal(await warnOfConnections(db, 0), null)
  await administer(`alter database ${name} connection limit 30`)
  const warning = await warnOfConnections(db, 0)
  await administer(`alter database ${name} connection limit -1`)
  assert.equal(warning?.event, 'database.few_connections')
  assert.deepEqual([warning.facts['needed'], warning.facts['most']], [36, 30])
  assert.ok(Number(warning.facts['free']) < 30)
})
