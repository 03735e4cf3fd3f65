import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { verifyBackup } from '#/backups/verify-backup.ts'
import { type Database, openDatabase } from '#/platform/database/database.ts'
import { describeSchema } from '#/platform/database/describe-schema.ts'
import { migrateWithin, readMigrations } from '#/platform/database/migrate.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { administer } from '../../../../test/support/database.ts'
import { hold, until } from '../../../../test/support/other-processes.ts'
import { openProduct } from './open.ts'

const folder = mkdtempSync(join(tmpdir(), 'earmark-upgrade-'))
after(() => rmSync(folder, { recursive: true }))
const now = Temporal.Instant.from('2026-01-05T12:00:00Z')
/** The migration before the last ones, as a former version had run it. */
const FORMER = readMigrations().filter(({ name }) => name < '0026')

/** A database as a former version has left it, with one household. */
async function givenFormer() {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} owner earmark`)
  after(() => administer(`drop database ${name} with (force)`))
  const url = new URL(process.env['EARMARK_TEST_DATABASE']!)
  url.pathname = `/${name}`
  const db = openDatabase({ url: url.href, connectionsMax: 2 })
  after(() => db.destroy())
  await db.transaction().execute((tx) => migrateWithin(tx, { now, migrations: FORMER }))
  const id = '00000000-0000-7000-8000-000000000001'
  await sql`insert into persons (id, email, name, created_at, updated_at)
    values (${id}, 'ada@example.com', 'Ada', ${now}, ${now})`.execute(db)
  const data = join(folder, name)
  return { db, url: url.href, data, backups: join(data, 'kept') }
}

type Former = Awaited<ReturnType<typeof givenFormer>>

const envOf = ({ url, data, backups }: Former) => ({
  DATABASE_URL: url,
  EARMARK_DATA: data,
  EARMARK_BACKUP_FOLDER: backups,
  EARMARK_BACKUP_UNSEALED: '1',
  EARMARK_NOW: now.toString(),
})

async function open(former: Former, env: Readonly<Record<string, string>> = {}) {
  const notices: { event: string; facts?: object | undefined }[] = []
  const config = readConfig({ ...envOf(former), ...env })
  const notice = (event: string, facts?: object) => void notices.push({ event, facts })
  const product = await openProduct({ config, connectionsMax: 2, notice })
  await product.close()
  return notices
}

async function stateOf(db: Database) {
  const rows = await db.selectFrom('schema_migrations').select('name').orderBy('name').execute()
  const people = await sql<{ email: string }>`select email from persons`.execute(db)
  return {
    migrations: rows.map(({ name }) => name),
    people: people.rows,
    schema: await describeSchema(db),
  }
}

test('a database with data is backed up before it is migrated, once', async () => {
  const former = await givenFormer()
  const notices = await open(former)
  const [file, ...others] = readdirSync(former.backups).filter((name) => name.endsWith('.backup'))
  assert.match(file!, /^earmark-20260105T12\d{4}Z-before-upgrade\.backup$/)
  assert.deepEqual(others, [])
  const read = createReadStream(join(former.backups, file!))
  const summary = await verifyBackup(read, () => assert.fail('it asks for no passphrase'))
  assert.deepEqual(
    [summary.migration, summary.people],
    [FORMER.at(-1)!.name.replace('.sql', ''), 1],
  )
  const said = JSON.stringify(notices.find(({ event }) => event === 'database.migrated'))
  assert.ok(said.includes(`earmark restore ${join(former.backups, file!)}`), said)
  const runs = await former.db
    .selectFrom('backup_runs')
    .select(['kind', 'status', 'file'])
    .execute()
  assert.deepEqual(runs, [{ kind: 'before_migration', status: 'done', file: file! }])
  assert.deepEqual(await open(former), [])
  assert.equal(readdirSync(former.backups).length, 1)
})

test('the person who set the instance up operates it after the upgrade', async () => {
  const former = await givenFormer()
  await open(former)
  const { rows } = await sql<{ email: string }>`
    select email from operators o join persons p on p.id = o.person_id`.execute(former.db)
  assert.deepEqual(rows, [{ email: 'ada@example.com' }])
})

test('a backup that fails stops the upgrade before anything is changed', async () => {
  const former = await givenFormer()
  const before = await stateOf(former.db)
  const blocked = join(folder, 'a-file')
  writeFileSync(blocked, '')
  const env = { EARMARK_BACKUP_FOLDER: blocked }
  await assert.rejects(
    open(former, env),
    /did not begin to migrate .* EARMARK_BACKUP_BEFORE_MIGRATION=0/s,
  )
  assert.deepEqual(await stateOf(former.db), before)
  const notices = await open(former, { ...env, EARMARK_BACKUP_BEFORE_MIGRATION: '0' })
  assert.deepEqual(
    notices.map(({ event }) => event),
    ['database.not_backed_up', 'database.migrated'],
  )
})

test('an empty database is migrated without a backup', async () => {
  const former = await givenFormer()
  await sql`delete from persons`.execute(former.db)
  await open(former)
  assert.equal(existsSync(former.backups), false)
})

test('a database of a newer version names the command that goes back', async () => {
  const former = await givenFormer()
  await open(former)
  const newer = { name: '9999-future.sql', digest: Buffer.alloc(32), applied_at: now }
  await former.db.insertInto('schema_migrations').values(newer).execute()
  await assert.rejects(open(former), (error) => {
    assert.match(String(error), /9999-future\.sql/)
    assert.match(String(error), /EARMARK_DATA=\S+ earmark restore \S+-before-upgrade\.backup`/)
    return true
  })
})

/** Starts `earmark migrate` as an operator does. */
function migrating(former: Former) {
  const program = join(import.meta.dirname, '../../../../bin/earmark.js')
  const { PATH, HOME } = process.env
  const child = spawn(execPath, [program, 'migrate'], {
    env: { PATH, HOME, ...envOf(former) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return { child, ended: once(child, 'exit'), said: () => said }
}

test('an upgrade that is killed in its migration leaves the former version, and runs again', async () => {
  const former = await givenFormer()
  const before = await stateOf(former.db)
  // The migration refers to people, and waits in its middle for somebody who writes them.
  const writer = await hold(former.db, (tx) => sql`update persons set name = 'Bo'`.execute(tx))
  const first = migrating(former)
  after(() => first.child.kill('SIGKILL'))
  after(writer.letGo)
  await until('it waits in the middle of its migration', async () => {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query ~ 'Backups of the whole instance') as waits`.execute(
      former.db,
    )
    return rows[0]!.waits
  })
  first.child.kill('SIGKILL')
  await first.ended
  // PostgreSQL notices that its client is gone once the lock is free.
  await writer.letGo()
  await until('its connections are gone', async () => {
    const { rows } = await sql<{ left: boolean }>`
      select exists (select 1 from pg_stat_activity where datname = current_database()
        and query ~ 'Backups of the whole instance' and state <> 'idle' and pid <> pg_backend_pid()) as left`.execute(
      former.db,
    )
    return !rows[0]!.left
  })
  assert.deepEqual(await stateOf(former.db), before)
  const second = migrating(former)
  assert.deepEqual(await second.ended, [0, null], second.said())
  assert.equal((await stateOf(former.db)).migrations.length, readMigrations().length)
})
