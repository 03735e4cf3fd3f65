import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { withBackupLock } from '#/backups/automatic/lock.ts'
import { writeBackup } from '#/backups/write-backup.ts'
import { openProduct } from '#/app/cli/serving/open.ts'
import { serve } from '#/app/cli/serving/serve.ts'
import { loadDocument } from '#/documents/load.ts'
import { describePool, isDatabaseGone, openDatabase } from '#/platform/database/database.ts'
import { SessionFault } from '#/platform/database/require-session.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { blocks } from '../documents/blocks.ts'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { budget } from '../support/given.ts'
import { until } from '../support/other-processes.ts'
import { ada } from '../support/product.ts'
import { createTestRuntime } from '../support/runtime.ts'

// The real PgBouncer with the settings of docs/scaling.md, in which ports, paths and the size of the pool are replaced.

const { db, url: direct } = await createTestDatabase()
const name = new URL(direct).pathname.slice(1)
const folder = mkdtempSync(join(tmpdir(), 'earmark-pgbouncer-'))
const skip =
  spawnSync('pgbouncer', ['-V']).error === undefined
    ? false
    : 'pgbouncer is not installed: apt-get install pgbouncer'

/** PgBouncer refuses to run as root. */
const NOBODY = 65_534
/** Two connections for everybody, so that sessions are shared from the first moment on. */
const SERVERS = 2

async function startPgBouncer(): Promise<string> {
  const { username, password, hostname, port: to } = new URL(direct)
  const port = await freePort()
  const text = blocks
    .find((one) => one.path === 'docs/scaling.md' && one.text.startsWith('[databases]'))!
    .text.replaceAll(/^earmark = .*$/gm, `* = host=${hostname} port=${to}`)
    .replace('6432', String(port))
    .replace('/etc/pgbouncer', folder)
    .replace(/default_pool_size = \d+/, `default_pool_size = ${SERVERS}`)
  writeFileSync(join(folder, 'userlist.txt'), `"${username}" "${password}"\n`)
  writeFileSync(join(folder, 'pgbouncer.ini'), text)
  chmodSync(folder, 0o755)
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  })
  after(() => child.kill('SIGKILL'))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part))
  await until('pgbouncer listens', () => {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${said}`)
    return said.includes('process up')
  })
  return `postgres://${username}:${password}@127.0.0.1:${port}/${name}`
}

const url = skip ? '' : await startPgBouncer()
after(() => rmSync(folder, { recursive: true }))

const config = () =>
  readConfig({ DATABASE_URL: url, EARMARK_DATA: join(folder, 'data'), PORT: '0' })
const open = () => openProduct({ config: config(), connectionsMax: 4, notice: () => {} })

test(
  'through PgBouncer a server refuses sessions without limits, and names the statements',
  { skip },
  async () => {
    const fault = await open().then(
      () => assert.fail('it opens'),
      (error: unknown) => error,
    )
    assert.ok(fault instanceof SessionFault, String(fault))
    const statements = fault.message.split('\n').filter((line) => /^ {2}alter role/.test(line))
    assert.equal(statements.length, 4)
    for (const statement of statements) await sql.raw(statement).execute(db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    // PgBouncer notices by and by that its connections have ended.
    await until('it opens', () =>
      open().then(
        (product) => product.close().then(() => true),
        (error: unknown) => assert.ok(isDatabaseGone(error), String(error)) ?? false,
      ),
    )
  },
)

test(
  'through PgBouncer many at once read and write, in UTC, over two connections',
  { skip },
  async () => {
    const served = await serve(config(), { role: 'all', notice: () => {} })
    try {
      const home = await loadDocument(createTestRuntime(db), { ...ada, ...budget })
      const ask = (method: string, path: string, body?: object) =>
        fetch(`${served.url}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${home.keys['rw']!.api_key}`,
            'content-type': 'application/json',
          },
          ...(body && { body: JSON.stringify(body) }),
        })
      const began = Date.now()
      const payment = { account_id: home.accounts['checking']!, amount: -1, concept: 'x' }
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 2 === 0
            ? ask('POST', '/v1/transactions', { ...payment, booked_at: '2026-01-05' })
            : ask('GET', '/v1/transactions'),
        ),
      )
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
      const listed = (await (await ask('GET', '/v1/transactions?limit=100')).json()) as {
        data: { created_at: string; concept: string }[]
      }
      const made = listed.data.filter(({ concept }) => concept === 'x')
      assert.equal(made.length, 10)
      for (const { created_at: at } of made) {
        assert.ok(Math.abs(Date.parse(at) - began) < 60_000, at)
      }
      assert.equal((await ask('GET', '/readyz')).status, 200)
    } finally {
      await served.stop()
    }
  },
)

test(
  'through PgBouncer a backup is whole, and its lock is freed with its transaction',
  { skip },
  async () => {
    const pool = openDatabase({ url, connectionsMax: 3 })
    try {
      const second = await withBackupLock(pool, () => withBackupLock(pool, async () => 'twice'))
      assert.equal(second, null)
      assert.equal(await withBackupLock(pool, async () => 'once'), 'once')
      const source = {
        databaseUrl: url,
        secrets: ['a secret of sixteen letters'],
        version: '0',
        now: Temporal.Instant.from('2026-01-05T12:00:00Z'),
      } as const
      const writing = writeBackup(source, 'unsealed')
      let step = await writing.next()
      while (!step.done) step = await writing.next()
      assert.equal(step.value.households, 1)
      assert.equal(describePool(pool).max, 3)
    } finally {
      await pool.destroy()
    }
  },
)
