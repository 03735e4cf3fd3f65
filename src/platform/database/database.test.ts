import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { createTestDatabase } from '../../../test/support/database.ts'
import { openAnother } from '../../../test/support/other-processes.ts'
import { afterCommit, type Database, inTransaction, isDatabaseGone, sqlState } from './database.ts'
import { plannedEachTime, sentWithNext } from './prepared-pool.ts'

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

test('an integer beyond JavaScript’s exact integers is an error', async () => {
  await assert.rejects(one(sql`9007199254740992::bigint`), RangeError)
  await assert.rejects(one(sql`-9007199254740993::bigint`), RangeError)
})

test('a moment survives the way through the database', async () => {
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

test('a transaction with a failed statement is not committed, even if the error is ignored', async () => {
  const careless = inTransaction(db, async (tx) => {
    await sql`insert into things values ('careless')`.execute(tx)
    await sql`select 1 / 0`.execute(tx).catch(() => {})
  })
  await assert.rejects(careless)
  assert.equal(await one(sql`(select count(*) from things where name = 'careless')`), 0)
})

test('an empty transaction, and one after a failed one on its connection, work', async () => {
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

test('a statement that is sent with `commit` is stored by it, or fails it', async () => {
  const name = (text: string) => sql`${sentWithNext} insert into things values (${text})`
  await sql`delete from things`.execute(db)
  await inTransaction(db, async (tx) => {
    await name('early').execute(tx)
    await name('early').execute(tx)
  })
  assert.equal(await one(sql`(select count(*) from things where name = 'early')`), 2)
  const failing = inTransaction(db, async (tx) => {
    await name('before').execute(tx)
    await name('between').execute(tx)
    await sql`${sentWithNext} select ${1}::int / 0`.execute(tx)
  })
  await assert.rejects(failing, (error) => sqlState(error) === '22012')
  const late = inTransaction(db, async (tx) => {
    await name('late').execute(tx)
    await name('later').execute(tx)
    throw new Error('changed my mind')
  })
  await assert.rejects(late, /changed my mind/)
  assert.equal(await one(sql`(select count(*) from things where name <> 'early')`), 0)
})

test('an aborted transaction runs up to three times, and one with another failure once', async () => {
  for (const [state, attempts] of [
    ['40001', 3],
    ['40P01', 3],
    ['CIINF', 3],
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

test('temporary errors of the database are distinguished from others', () => {
  const raised = (code: string, message = '') =>
    Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })
  const failed = (code: string) => Object.assign(new Error('connect'), { code })
  for (const error of [
    ...['08006', '57P01', '57P02', '57P03', '53300', '55P03'].map((code) => raised(code)),
    // A worker of Citus was lost.
    raised('XX000', 'server closed the connection unexpectedly\n\tThis probably means'),
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].map(failed),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new AggregateError([failed('ECONNREFUSED')]),
  ]) {
    assert.equal(isDatabaseGone(error), true, String(error))
  }
  for (const error of [
    ...['23505', '42P01', '57014', '40001', '22012', 'XX000'].map((code) => raised(code)),
    new Error('no'),
    failed('EACCES'),
    'ECONNREFUSED',
    null,
  ]) {
    assert.equal(isDatabaseGone(error), false, String(error))
  }
})

test('an unanswered statement fails with its connection; the next one gets another', async () => {
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

test('a connection that ends within a transaction fails only that transaction', async () => {
  const broken = await openAnother(db, { connectionsMax: 1 })
  const failing = inTransaction(broken, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]!.pid}, 5000)`.execute(db)
    // The connection ends while no statement runs.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await sql`insert into things values ('after the end')`.execute(tx)
  })
  await assert.rejects(failing, isDatabaseGone)
  await sql`select 1`.execute(broken)
  assert.equal(await one(sql`(select count(*) from things where name = 'after the end')`), 0)
})

test('every statement is reported without its parameters', async () => {
  takeStatements()
  await sql`select ${'secret'}::text`.execute(db)
  assert.deepEqual(takeStatements(), ['select $1::text'])
})

test('statements are prepared once, unless their plan depends on their parameters', async () => {
  const single = await openAnother(db, { connectionsMax: 1 })
  for (const word of ['a', 'b']) {
    await sql`select 'kept' || ${word}`.execute(single)
    await sql`select 'planned' || ${word} ${plannedEachTime}`.execute(single)
  }
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like 'select ''%' and ${true}`.execute(
    single,
  )
  assert.deepEqual(rows, [{ statement: `select 'kept' || $1` }])
})

test('a repeated statement reads the same columns, and fails once they have changed', async () => {
  const single = await openAnother(db, { connectionsMax: 1 })
  await sql`create table shapes as select 1::bigint as size, '2026-01-05Z'::timestamptz as at, null::text as none`.execute(
    db,
  )
  const read = async (isWanted: boolean) => {
    return (await sql`select * from shapes where ${isWanted}::boolean`.execute(single)).rows
  }
  const first = await read(true)
  assert.deepEqual(first, [
    { size: 1, at: Temporal.Instant.from('2026-01-05T00:00:00Z'), none: null },
  ])
  assert.deepEqual(await read(false), [])
  assert.deepEqual(await Promise.all([read(true), read(true)]), [first, first])
  await sql`alter table shapes alter size type text`.execute(db)
  await assert.rejects(read(true), /cached plan must not change result type/)
})

test('follow-ups run after the commit, never after a rollback, at once without a transaction', async () => {
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
