import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { administer } from '../../../test/support/database.ts'
import { hold, runElsewhere, until } from '../../../test/support/other-processes.ts'
import { openDatabase } from './database.ts'
import { migrate, readMigrations } from './migrate.ts'

const server = new URL(process.env['EARMARK_TEST_DATABASE']!)
const now = Temporal.Instant.from('2026-01-05T12:00:00Z')
const names = readMigrations().map(({ name }) => name)

/** Creates an empty database, which is dropped after the tests of this file, and returns its address. */
async function emptyDatabase(): Promise<URL> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} owner earmark`)
  after(() => administer(`drop database ${name} with (force)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url
}

function open({ href }: URL) {
  const db = openDatabase({ url: href, connectionsMax: 2 })
  after(() => db.destroy())
  return db
}

test('an empty database is brought up to date, once', async () => {
  const db = open(await emptyDatabase())
  assert.deepEqual(await migrate(db, now), names)
  assert.deepEqual(await migrate(db, now.add({ hours: 1 })), [])
  const rows = await db.selectFrom('schema_migrations').selectAll().orderBy('name').execute()
  assert.deepEqual(
    rows.map(({ name }) => name),
    names,
  )
  assert.ok(rows.every(({ applied_at }) => applied_at.equals(now)))
})

test('only one of two processes that start together migrates an empty database', async () => {
  const { href: url } = await emptyDatabase()
  const code = `
    import { openDatabase } from '#/platform/database/database.ts'
    import { migrate } from '#/platform/database/migrate.ts'
    const db = openDatabase({ url: JSON.parse(process.env.GIVEN).url, connectionsMax: 1 })
    const ran = await migrate(db, Temporal.Instant.from('2026-01-05T12:00:00Z'))
    await db.destroy()
    console.log(JSON.stringify(ran))`
  const ran = await Promise.all([
    runElsewhere<string[]>(code, { url }),
    runElsewhere<string[]>(code, { url }),
  ])
  assert.deepEqual(
    ran.toSorted((a, b) => b.length - a.length),
    [names, []],
  )
})

test('a process waits without limit for another one that migrates', async () => {
  const url = await emptyDatabase()
  const other = open(url)
  await migrate(other, now)
  const lock = await hold(other, (tx) =>
    sql`select pg_advisory_xact_lock(${0x6561726d})`.execute(tx),
  )
  // Limits like those of a pool, but shorter.
  const impatient = new URL(url)
  impatient.searchParams.set(
    'options',
    '-c lock_timeout=50 -c statement_timeout=50 -c timezone=UTC',
  )
  const db = open(impatient)
  const migrated = migrate(db, now)
  let outcome: string | null = null
  const settled = migrated
    .then(
      () => 'migrated',
      (error: unknown) => String(error),
    )
    .then((text) => (outcome = text))
  try {
    await until('the wait exceeds the limit for a row', async () => {
      const { rows } = await sql<{ waited: boolean }>`
        select clock_timestamp() - query_start > interval '300 milliseconds' as waited
        from pg_stat_activity where query ~ 'pg_advisory_xact_lock' and wait_event_type = 'Lock'`.execute(
        other,
      )
      return outcome !== null || rows[0]?.waited === true
    })
  } finally {
    await lock.letGo()
  }
  assert.equal(await settled, 'migrated')
})

test('a migration that was edited after it ran is refused by name', async () => {
  const db = open(await emptyDatabase())
  await migrate(db, now)
  const edited = names[1]!
  await db
    .updateTable('schema_migrations')
    .set({ digest: Buffer.alloc(32) })
    .where('name', '=', edited)
    .execute()
  await assert.rejects(migrate(db, now), {
    message: `migration ${edited} was edited after it had run`,
  })
})

/** The refusal of a database that has run this migration. */
const refusal = (name: string) => ({
  message:
    `The database was made by another version of Earmark (it has run the migration ${name}): ` +
    'export its households with that version (`earmark export`), ' +
    'and load them into a new database with this one (`earmark load`).',
})

test('a database of a newer version is refused and left unchanged', async () => {
  const db = open(await emptyDatabase())
  await migrate(db, now)
  const newer = { name: '9999-future.sql', digest: Buffer.alloc(32), applied_at: now }
  await db.insertInto('schema_migrations').values(newer).execute()
  await assert.rejects(migrate(db, now), refusal('9999-future.sql'))
  const { rows } = await sql<{ count: number }>`select count(*) from schema_migrations`.execute(db)
  assert.equal(rows[0]!.count, names.length + 1)
})

test('a database from before the first release is refused and left unchanged', async () => {
  const db = open(await emptyDatabase())
  await sql`create table schema_migrations
    (name text primary key, digest bytea not null, applied_at timestamptz not null)`.execute(db)
  // Names of that time.
  const earlier = ['0001-households.sql', '0002-connections.sql', '0060-retention.sql']
  const digest = Buffer.alloc(32)
  await db
    .insertInto('schema_migrations')
    .values(earlier.map((name) => ({ name, digest, applied_at: now })))
    .execute()
  await assert.rejects(migrate(db, now), refusal('0001-households.sql'))
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    db,
  )
  assert.deepEqual(rows, [{ name: 'schema_migrations' }])
})

test('a migration that fails undoes those before it', async () => {
  const db = open(await emptyDatabase())
  // The table of a later migration exists already.
  await sql`create table accounts (id integer)`.execute(db)
  await assert.rejects(migrate(db, now), /relation "accounts" already exists/)
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    db,
  )
  assert.deepEqual(rows, [{ name: 'accounts' }])
})
