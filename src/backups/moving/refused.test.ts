import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenChance } from '#/budget/expenses/rules/given.ts'
import { connectSingle } from '#/platform/database/single-connection.ts'
import { emptyDatabase } from '../../../test/support/backups.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { stateOf } from '../../../test/support/database-state.ts'
import { dyingProcess } from '../../../test/support/dying-connection.ts'
import {
  countStatements,
  givenHome,
  startTwo,
  stateOfHousehold,
} from '../../../test/support/given-move.ts'
import type { MoveFaultCode, MoveOrder } from './household-move.ts'
import { noteSecretKeys } from './note-secret-keys.ts'

const { here, there, orderOf, move } = await startTwo()
const home = await givenHome(here, givenChance(1), 2)
const { from, to } = orderOf(home.id)

/** Asserts that a move is refused with nothing changed in either database. */
async function refused(code: MoveFaultCode, change: Partial<MoveOrder> = {}): Promise<string> {
  const before = [await stateOf(here.db), await stateOf(there.db)]
  let message = ''
  await assert.rejects(
    move(change.householdId ?? home.id, change),
    (error: Error & { code?: string }) => {
      message = error.message
      return assert.equal(error.code, code, message) === undefined
    },
  )
  assert.deepEqual([await stateOf(here.db), await stateOf(there.db)], before)
  return message
}

test('a text that names no database, or one where nobody answers, is refused', async () => {
  await refused('unreachable', { to: 'https://example.com' })
  const nobody = new URL(to)
  nobody.port = '1'
  await refused('unreachable', { to: nobody.href })
  const missing = new URL(to)
  missing.pathname = '/no_such_database'
  const message = await refused('unreachable', { to: missing.href })
  assert.ok(!message.includes(missing.password) || missing.password === '')
})

test('the database that has the household is no destination', async () => {
  await refused('same_database', { to: from })
})

test('a database without Earmark, or with another schema, is refused', async () => {
  const empty = await emptyDatabase()
  await refused('other_schema', { to: empty.url })
  await sql`insert into schema_migrations (name, digest, applied_at) values ('9999-later.sql', decode('00', 'hex'), '2027-01-01')`.execute(
    there.db,
  )
  await refused('other_schema')
  await sql`delete from schema_migrations where name = '9999-later.sql'`.execute(there.db)
})

test('a destination with another master secret, or an unknown one, is refused', async () => {
  await noteSecretKeys(there.runtime, ['another master secret'])
  assert.match(await refused('other_secret'), /has another master secret/)
  await noteSecretKeys(there.runtime, [])
  assert.match(await refused('other_secret'), /No server of the destination has said/)
  await noteSecretKeys(there.runtime, ['the newest of two', 'a master secret of the tests'])
})

test('a secret in a stored answer counts as one of the household', async () => {
  const other = await givenHome(here, givenChance(2), 1)
  const { id } = other
  const { db } = here
  for (const statement of [
    sql`update connections set secret = null where household_id = ${id}`,
    sql`delete from webhook_deliveries where household_id = ${id}`,
    sql`delete from webhooks where household_id = ${id}`,
    sql`delete from notice_ways where household_id = ${id}`,
  ])
    await statement.execute(db)
  await noteSecretKeys(there.runtime, ['another master secret'])
  await refused('other_secret', { householdId: id })
  await sql`delete from idempotency_keys where household_id = ${id} and key = 'the-webhook'`.execute(
    db,
  )
  await move(id)
  await noteSecretKeys(there.runtime, ['a master secret of the tests'])
})

test('a household that does not exist, or is a demo, is refused', async () => {
  await refused('not_movable', { householdId: '0190a000-0000-7000-8000-00000000dead' })
  const demo = await givenHome(here, givenChance(3), 1)
  await sql`update households set demo_since = created_at where household_id = ${demo.id}`.execute(
    here.db,
  )
  await refused('not_movable', { householdId: demo.id })
})

test('a household that the destination has already is refused', async () => {
  const target = await connectSingle(to)
  await target.run(`insert into households (household_id, name, kind, plan, standing, timezone, currency, floor, revision,
    processed_through, created_at, updated_at, week_starts_on, month_starts_on_day, include_pending, account_types, naming_version)
    values ('${home.id}', 'Other', 'personal', 'free', 'active', 'UTC', 'EUR', 0, 0, '2026-01-01', '2026-01-01', '2026-01-01',
      'monday', 1, true, '{}', 1)`)
  await refused('exists')
  await target.run(`delete from households where household_id = '${home.id}'`)
  await target.close()
})

test('only one process at a time moves a household', async () => {
  const gate = await connectSingle(from)
  await gate.begin('')
  await gate.rows(`select pg_advisory_xact_lock(hashtextextended('household move ' || $1, 0))`, [
    home.id,
  ])
  await refused('running')
  await gate.close()
})

test('an account with a member’s address is theirs only if the operator says so', async () => {
  const person = there.runtime.newId()
  const at = there.runtime.now()
  const { person_id: own } = await here.db
    .selectFrom('members')
    .select('person_id')
    .where('household_id', '=', home.id)
    .executeTakeFirstOrThrow()
  const { email } = await here.db
    .selectFrom('persons')
    .select('email')
    .where('id', '=', own!)
    .executeTakeFirstOrThrow()
  const values = {
    id: person,
    name: 'Ada',
    email: email!.toUpperCase(),
    password: null,
    created_at: at,
    updated_at: at,
  }
  await there.db.insertInto('persons').values(values).execute()
  assert.match(await refused('people'), /--link-people/)
  const before = await stateOfHousehold(here.db, home.id)
  const { copied } = await move(home.id, { linkPeople: true })
  assert.deepEqual([copied?.peopleCreated, copied?.peopleLinked], [0, 1])
  const members = await there.db
    .selectFrom('members')
    .select('person_id')
    .where('household_id', '=', home.id)
    .execute()
  assert.deepEqual(members, [{ person_id: person }])
  const changed = /^(members|persons|person_events) /
  const keep = (lines: string[]) => lines.filter((line) => !changed.test(line))
  assert.deepEqual(keep(await stateOfHousehold(there.db, home.id)), keep(before))
})

test('a move that has begun goes on to its database only', async () => {
  const other = await givenHome(here, givenChance(4), 1)
  const { begun } = await countStatements(here, move)
  await assert.rejects(move(other.id, { connect: dyingProcess(begun, 'after').connect }))
  const { url: elsewhere } = await createTestDatabase()
  await refused('unfinished', { householdId: other.id, to: elsewhere })
  await move(other.id)
  assert.notEqual((await stateOfHousehold(there.db, other.id)).length, 0)
})
