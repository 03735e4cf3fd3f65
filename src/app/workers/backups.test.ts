import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { wait } from '#/platform/runtime/clock.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { isAlive } from '#/platform/runtime/is-alive.ts'
import { hold, until, urlOf } from '../../../test/support/other-processes.ts'
import { startProduct } from '../../../test/support/product.ts'
import { backUpSeparately } from './backups.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'earmark-backup-process-'))
after(() => rmSync(dataFolder, { recursive: true }))
const folder = join(dataFolder, 'backups')
const product = await startProduct({ backups: { folder } })
const { db, runtime } = product
await sql`update schema_migrations set applied_at = ${runtime.now()}`.execute(db)

/** Backs up as a server does, in a separate process. */
async function backingUp(signal: AbortSignal) {
  const databaseUrl = await urlOf(db)
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    EARMARK_DATA: dataFolder,
    EARMARK_BACKUP_FOLDER: folder,
    EARMARK_BACKUP_UNSEALED: '1',
    EARMARK_NOW: runtime.now().toString(),
  })
  const host = { name: hostname(), pid: process.pid, isAlive }
  return backUpSeparately({ ...runtime, host, wait }, { config, databaseUrl }, signal)
}

const never = new AbortController().signal
const statuses = async () => {
  const { rows } = await sql<{ status: string; fault: string | null }>`
    select status, fault from backup_runs order by asked_at, id`.execute(db)
  return rows.map(({ status, fault }) => fault ?? status)
}

test('a process that is killed while it writes loses no earlier backup, and another one follows', async () => {
  assert.equal(await backingUp(never), 0)
  runtime.advance({ hours: 24 })
  assert.equal(await backingUp(never), 1)
  const [first] = readdirSync(folder).filter((name) => name.endsWith('.backup'))
  runtime.advance({ hours: 24 })
  // The backup waits for the table in its middle, and keeps the database connection that it waits with.
  const blocker = await hold(db, (tx) =>
    sql`lock table persons in access exclusive mode`.execute(tx),
  )
  after(blocker.letGo)
  const killed = assert.rejects(backingUp(never), /SIGKILL/)
  await until('a file is begun', () =>
    readdirSync(folder).some((name) => name.endsWith('.unfinished')),
  )
  const line = runtime.logged.findLast((text) => text.includes('backups.process'))!
  process.kill((JSON.parse(line) as { pid: number }).pid, 'SIGKILL')
  // PostgreSQL notices that its client is gone once the lock is free.
  await blocker.letGo()
  await killed
  await until('its lock is free', async () => {
    const { rows } = await sql<{ held: boolean }>`
      select exists (select 1 from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())) as held`.execute(
      db,
    )
    return !rows[0]!.held
  })
  assert.ok(readdirSync(folder).includes(first!))
  assert.equal((await statuses()).includes('done'), true)
  // A server that starts, or the next look, finds the attempt interrupted.
  runtime.advance({ minutes: 31 })
  assert.equal(await backingUp(never), 1)
  assert.deepEqual((await statuses()).toSorted(), ['done', 'done', 'interrupted'])
  const files = readdirSync(folder)
  assert.equal(files.filter((name) => name.endsWith('.backup')).length, 2)
  assert.ok(files.every((name) => !name.endsWith('.unfinished')))
})

test('a server that stops ends the process at once', async () => {
  runtime.advance({ hours: 24 })
  const stopping = new AbortController()
  const running = backingUp(stopping.signal)
  stopping.abort()
  assert.equal(await running, 1)
})
