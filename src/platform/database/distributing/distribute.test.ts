import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { loadDocument } from '#/documents/load.ts'
import { type Database, openDatabase } from '#/platform/database/database.ts'
import { isDistributed } from '#/platform/database/is-distributed.ts'
import { migrate, migrateWithin, readMigrations } from '#/platform/database/migrate.ts'
import { joinCluster, withDatabase } from '../../../../test/support/citus.ts'
import { administer, createTestDatabase } from '../../../../test/support/database.ts'
import { budget } from '../../../../test/support/given.ts'
import { assertBooks } from '../../../../test/support/ledger.ts'
import { ada } from '../../../../test/support/product.ts'
import { createTestRuntime } from '../../../../test/support/runtime.ts'
import { distribute, distributeAdded } from './distribute.ts'
import { findObstacles } from './find-obstacles.ts'

const isOnCitus = process.env['EARMARK_TEST_POSTGRES'] === 'citus'
const onCitus = { skip: !isOnCitus && 'needs a Citus cluster' }

test(
  'a PostgreSQL without Citus is refused, and nothing is changed',
  { skip: isOnCitus },
  async () => {
    const { db } = await createTestDatabase()
    const { obstacles, tables, functions } = await distribute(db)
    assert.deepEqual([tables, functions], [[], []])
    assert.deepEqual(
      obstacles.map(({ code }) => code),
      ['no_citus'],
    )
    assert.equal(await isDistributed(db), false)
  },
)

/** A database of every server of the cluster, which is not one cluster yet. The first is the coordinator's. */
async function createBareDatabases(): Promise<{ db: Database; urls: readonly string[] }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name}`)
  const urls = withDatabase(process.env['EARMARK_TEST_ADMIN']!.split(' '), name)
  const db = openDatabase({ url: urls[0]!, connectionsMax: 1 })
  after(async () => {
    await db.destroy()
    await administer(`drop database ${name} with (force)`)
  })
  return { db, urls }
}

const codes = async (db: Database) => (await findObstacles(db)).map(({ code }) => code)

test(
  'what is in the way is found step by step, and households move with their rows',
  onCitus,
  async () => {
    const { db, urls } = await createBareDatabases()
    const runtime = createTestRuntime(db)
    await migrate(db, runtime.now())
    const transactions = Array.from({ length: 30 }, (_, index) => ({
      ref: `t${index}`,
      account: 'checking',
      amount: -100 - index,
      concept: `Shop ${index}`,
      booked_at: '2025-12-24',
      expense: index % 2 === 0 ? 'groceries' : null,
    }))
    const { household_id: id } = await loadDocument(runtime, { ...ada, ...budget, transactions })
    assert.deepEqual(await codes(db), ['no_citus'])
    await joinCluster(urls, async (step) => assert.deepEqual(await codes(db), [step]))
    const inUse = openDatabase({ url: urls[0]!, connectionsMax: 1 })
    await sql`select 1`.execute(inUse)
    assert.deepEqual(await codes(db), ['in_use'])
    await inUse.destroy()

    const first = await distribute(db)
    assert.deepEqual(first.obstacles, [])
    assert.ok(first.tables.length > 60 && first.tables[0] === 'households')
    assert.ok(first.functions.some((name) => name.startsWith('count_changes')))
    assert.equal(await isDistributed(db), true)
    await assertBooks(db, id)
    assert.deepEqual(await distribute(db), { obstacles: [], tables: [], functions: [] })
    assert.deepEqual(await localRows(db), [])
  },
)

test('a table that a migration adds is distributed beside the others', onCitus, async () => {
  const { db } = await createTestDatabase()
  const added = {
    name: '9999-keepsakes.sql',
    sql: `create table keepsakes (household_id uuid not null references households, id uuid not null,
        constraint keepsakes_pkey primary key (household_id, id));
      alter table accounts add column keepsake text constraint accounts_keepsake check (keepsake <> '');
      create view kept as select household_id, keepsake from accounts where keepsake is not null;`,
  }
  const now = Temporal.Instant.from('2026-01-05T12:00:00Z')
  const migrations = [...readMigrations(), added]
  await db.transaction().execute((tx) => migrateWithin(tx, { now, migrations }))
  await distributeAdded(db)
  const { rows } = await sql<{ places: number }>`
    select count(distinct colocation_id)::int as places from citus_tables
    where table_name in ('keepsakes'::regclass, 'households'::regclass)`.execute(db)
  assert.equal(rows[0]!.places, 1)
})

test('statements in triggers have no intermediate results', onCitus, async () => {
  // Citus would name them as those of the statement that fires the trigger, and one would read the other's.
  const { db, url } = await createTestDatabase()
  const { household_id: id, accounts } = await loadDocument(createTestRuntime(db), {
    ...ada,
    ...budget,
    transactions: [],
  })
  const said: string[] = []
  // The triggers run on the machine of the household, whose own session also says what they do.
  for (const worker of workersOf(url)) {
    const client = new pg.Client({ connectionString: worker })
    await client.connect()
    client.on('notice', ({ message }) => said.push(message ?? ''))
    await client.query('begin; set local client_min_messages = debug1')
    // More often than the tail of the rollups has room, and than PostgreSQL plans a statement for its values.
    for (let n = 0; n < 20; n += 1) {
      const values = [id, randomUUID(), accounts['checking'], `Shop ${n}`, `shop ${n}`]
      await client.query(
        `insert into transactions (household_id, id, account_id, amount, currency, concept, booked_at, type, status,
          merchant, provider, edited, revision, created_at, updated_at, history, hidden)
        values ($1, $2, $3, -1, 'EUR', $4, '2026-01-05', 'expense', 'pending', $5, 'manual', '{}', 1, now(), now(), false, false)`,
        values,
      )
    }
    const own = 'household_id = $1'
    await client.query(`update transactions set amount = -2, concept = 'Stall' where ${own}`, [id])
    await client.query(`delete from transactions where ${own}`, [id])
    await client.query(`update accounts set balance = 1 where ${own}`, [id])
    await client.query(`update accounts set hidden = true, subscribed = false where ${own}`, [id])
    await client.query(`update households set include_pending = not include_pending where ${own}`, [
      id,
    ])
    await client.query('rollback')
    await client.end()
  }
  assert.ok(said.length > 0)
  assert.deepEqual(
    said.filter((line) => /subplan/i.test(line)),
    [],
  )
})

/** The addresses of a database on the machines that keep households. */
function workersOf(url: string): readonly string[] {
  const [, ...workers] = process.env['EARMARK_TEST_ADMIN']!.split(' ')
  return withDatabase(workers, new URL(url).pathname.slice(1))
}

/** The tables whose rows are still at the coordinator. */
async function localRows(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`select logicalrelid from pg_catalog.pg_dist_partition
    where partmethod = 'h' and pg_relation_size(logicalrelid) > 0`.execute(db)
  return rows
}
