import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { createTestDatabase } from '../../../test/support/database.ts'
import { openAnother } from '../../../test/support/other-processes.ts'
import { afterCommit, type Database, inTransaction, isDatabaseGone, sqlState } from './database.ts'
import { plannedAnew } from './prepared-pool.ts'

const { db, takeStatements } = await createTestDatabase()

async function one<T>(expression: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await sql<{ value: T }>`select ${expression} as value`.execute(db)
  return rows[0]!.value
}

test('days are text, moments are instants and counts are exact integers', async () => {
  assert.equal(await one(sql`'2026-02-28'::date`), '2026-02-28')
  const moment = await one<Temporal.Instant>(sql`'2026-01-05 13:00:00.123456+01'::timestamptz`)
  assert.equal(moment.toString(), '2026-01-05T12:00:00.123456Z')
  assert.equal(await one(sql`9007199254740991::bigint`), Number.MAX_SAFE_INTEGER)
  assert.equal(await one(sql`count(*)`), 1)
})

test('an integer that JavaScript cannot hold exactly is an error and not another integer', async () => {
  await assert.rejects(one(sql`9007199254740992::bigint`), RangeError)
  await assert.rejects(one(sql`-9007199254740993::bigint`), RangeError)
})

test('a moment arrives in the database as the same moment', async () => {
  const moment = Temporal.Instant.from('2026-03-29T00:59:59.999Z')
  assert.ok(moment.equals(await one<Temporal.Instant>(sql`${moment}::timestamptz`)))
  assert.equal(await one(sql`(${moment}::timestamptz)::text`), '2026-03-29 00:59:59.999+00')
})

test('a transaction is all or nothing', async () => {
  await sql`create table things (name text)`.execute(db)
  const failing = inTransaction(db, async (tx) => {
    await sql`insert into things values ('a')`.execute(tx)
    throw new Error('changed my mind')
  })
  await assert.rejects(failing, /changed my mind/)
  assert.equal(await one(sql`(select count(*) from things)`), 0)
  await inTransaction(db, (tx) => sql`insert into things values ('b')`.execute(tx))
  assert.equal(await one(sql`(select count(*) from things)`), 1)
})

test('a transaction whose statement failed is not committed, even when the failure is overlooked', async () => {
  const careless = inTransaction(db, async (tx) => {
    await sql`insert into things values ('careless')`.execute(tx)
    await sql`select 1 / 0`.execute(tx).catch(() => {})
  })
  await assert.rejects(careless)
  assert.equal(await one(sql`(select count(*) from things where name = 'careless')`), 0)
})

test('a transaction that does nothing, and one that begins after a failed one on its connection, are sound', async () => {
  const single = await openAnother(db, { connectionsMax: 1 })
  await inTransaction(single, () => Promise.resolve())
  await assert.rejects(inTransaction(single, () => Promise.reject(new Error('at once'))))
  await assert.rejects(inTransaction(single, (tx) => sql`select 1 / 0`.execute(tx)))
  await assert.rejects(
    inTransaction(single, async (tx) => {
      await sql`insert into things values ('rolled back')`.execute(tx)
      throw new Error('late')
    }),
  )
  await sql`insert into things values ('alone')`.execute(single)
  const { rows } = await sql`select name from things order by name`.execute(single)
  assert.deepEqual(rows, [{ name: 'alone' }, { name: 'b' }])
})

test('a transaction given up for another is run again, three times at most, and any other failure once', async () => {
  for (const [state, attempts] of [
    ['40001', 3],
    ['40P01', 3],
    ['23505', 1],
    ['55P03', 1],
  ] as const) {
    let ran = 0
    const failing = inTransaction(db, async (tx) => {
      ran += 1
      await sql
        .raw(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`)
        .execute(tx)
    })
    await assert.rejects(failing, (error) => sqlState(error) === state)
    assert.equal(ran, attempts, state)
  }
})

test('what passes by itself is told from what does not', () => {
  const raised = (code: string) => Object.assign(new pg.DatabaseError('', 0, 'error'), { code })
  const failed = (code: string) => Object.assign(new Error('connect'), { code })
  for (const error of [
    ...['08006', '57P01', '57P02', '57P03', '53300', '55P03'].map(raised),
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].map(failed),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new AggregateError([failed('ECONNREFUSED')]),
  ]) {
    assert.equal(isDatabaseGone(error), true, String(error))
  }
  for (const error of [
    ...['23505', '42P01', '57014', '40001', '22012'].map(raised),
    new Error('no'),
    failed('EACCES'),
    'ECONNREFUSED',
    null,
  ]) {
    assert.equal(isDatabaseGone(error), false, String(error))
  }
})

test('a statement that stays unanswered is given up with its connection, and the next one has another', async () => {
  const impatient = await openAnother(db, { connectionsMax: 1, patienceSeconds: 0.3 })
  const pidOf = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(impatient)
    return rows[0]!.pid
  }
  const first = await pidOf()
  await assert.rejects(sql`select pg_sleep(30)`.execute(impatient), isDatabaseGone)
  assert.notEqual(await pidOf(), first)
  const held = inTransaction(impatient, (tx) => sql`select pg_sleep(30)`.execute(tx))
  await assert.rejects(held, isDatabaseGone)
  assert.equal(typeof (await pidOf()), 'number')
})

test('a connection that ends between two statements of a transaction fails that transaction and nothing else', async () => {
  const broken = await openAnother(db, { connectionsMax: 1 })
  const failing = inTransaction(broken, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]!.pid}, 5000)`.execute(db)
    // The news arrives while nobody asks.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await sql`insert into things values ('after the end')`.execute(tx)
  })
  await assert.rejects(failing, isDatabaseGone)
  await sql`select 1`.execute(broken)
  assert.equal(await one(sql`(select count(*) from things where name = 'after the end')`), 0)
})

test('every statement is reported, parameters apart', async () => {
  takeStatements()
  await sql`select ${'secret'}::text`.execute(db)
  assert.deepEqual(takeStatements(), ['select $1::text'])
})

test('statements are prepared once, but those whose plan depends on their parameters are planned anew', async () => {
  const single = await openAnother(db, { connectionsMax: 1 })
  for (const word of ['a', 'b']) {
    await sql`select 'kept' || ${word}`.execute(single)
    await sql`select 'planned' || ${word} ${plannedAnew}`.execute(single)
  }
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like 'select ''%' and ${true}`.execute(
    single,
  )
  assert.deepEqual(rows, [{ statement: `select 'kept' || $1` }])
})

test('what follows a commit waits for it, is forgotten with a transaction that is not, and is done at once where there is none', async () => {
  const done: string[] = []
  const follow = (on: Database, what: string) => afterCommit(on, () => void done.push(what))
  await inTransaction(db, async (tx) => {
    follow(tx, 'committed')
    assert.deepEqual(done, [])
  })
  const failing = inTransaction(db, (tx) => {
    follow(tx, 'rolled back')
    return Promise.reject(new Error('no'))
  })
  await assert.rejects(failing)
  follow(db, 'outside')
  assert.deepEqual(done, ['committed', 'outside'])
})
