import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { loadDocument } from '#/documents/load.ts'
import { readToken } from '#/access/keys/token.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { openAnother } from '../../../test/support/other-processes.ts'
import { ada } from '../../../test/support/product.ts'
import { createTestRuntime } from '../../../test/support/runtime.ts'
import { createAdmission } from './admit.ts'

// The admission of a database that keeps households on several machines. Its functions run on any PostgreSQL.

const { db } = await createTestDatabase()
const runtime = createTestRuntime(db)
const now = () => Temporal.Instant.from('2026-01-05T12:00:30Z')
const ADDRESS = '192.0.2.1'

async function key(
  allowedFrom?: string,
): Promise<{ token: string; id: string; household: string }> {
  const { household_id: household, keys } = await loadDocument(runtime, ada)
  const { id, api_key: token } = keys['rw']!
  if (allowedFrom !== undefined) {
    await db
      .updateTable('api_keys')
      .set({ allowed_from: [allowedFrom] })
      .where('household_id', '=', household)
      .where('id', '=', id)
      .execute()
  }
  return { token, id, household }
}

const ask = (token: string, origin: string | null = null) => ({
  token: readToken(token),
  address: ADDRESS,
  origin,
})

/** A cluster has no statement for several households. */
const onOne = { skip: process.env['EARMARK_TEST_POSTGRES'] === 'citus' && 'needs one machine' }

test('keys of several households are each admitted exactly 60 times a minute', async () => {
  const pools = [db, await openAnother(db)]
  const admissions = pools.map((pool) => createAdmission(pool, now, { isDistributed: true }))
  const keys = [await key(), await key()]
  const asked = Array.from({ length: 160 }, (_, index) => keys[index % 2]!.token)
  const answers = await Promise.all(
    asked.map((token, index) => admissions[(index >> 1) % 2]!(ask(token))),
  )
  for (const [index, { household }] of keys.entries()) {
    const own = answers.filter((_, at) => at % 2 === index)
    assert.ok(own.every(({ caller }) => caller?.householdId === household))
    assert.equal(own.filter(({ exceeded }) => exceeded === null).length, 60)
  }
})

test('an answer says the same as that of one statement for all', onOne, async () => {
  const [one, other] = [await key(), await key()]
  const single = await createAdmission(db, now)(ask(one.token))
  const byHousehold = await createAdmission(db, now, { isDistributed: true })(ask(other.token))
  assert.deepEqual({ ...byHousehold, caller: null }, { ...single, caller: null })
  assert.ok(single.caller && byHousehold.caller)
  assert.deepEqual(Object.keys(byHousehold.caller), Object.keys(single.caller))
})

test('requests without a valid key count against their address', async () => {
  const admit = createAdmission(db, now, { isDistributed: true })
  const { token } = await key()
  const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  const answers = await Promise.all([admit(ask(wrong)), admit({ token: null, address: ADDRESS })])
  assert.deepEqual(
    answers.map(({ caller }) => caller),
    [null, null],
  )
  const left = answers.map(({ limits }) => limits.minuteRemaining)
  assert.equal(Math.abs(left[0]! - left[1]!), 1)
})

test('a key from elsewhere than its allowed addresses is named and not admitted', async () => {
  const admit = createAdmission(db, now, { isDistributed: true })
  const { token, id, household } = await key('198.51.100.0/24')
  const { caller, outside } = await admit(ask(token, '203.0.113.7'))
  assert.equal(caller, null)
  assert.deepEqual(outside, { householdId: household, keyId: id })
  assert.equal((await admit(ask(token, '198.51.100.7'))).caller?.householdId, household)
})

test('a household that cannot be asked fails its own requests alone', onOne, async () => {
  const admit = createAdmission(db, now, { isDistributed: true })
  const [away, present] = [await key(), await key()]
  await sql`create function be_away() returns trigger language plpgsql as
    $$ begin raise exception 'away' using errcode = '08006'; end $$`.execute(db)
  await sql
    .raw(
      `create trigger away before insert or update on household_windows for each row
      when (new.household_id = '${away.household}') execute function be_away()`,
    )
    .execute(db)
  const asked = [away.token, present.token, away.token].map((token) => admit(ask(token)))
  const nobody = admit({ token: null, address: ADDRESS })
  const [first, second, third] = await Promise.allSettled(asked)
  await sql`drop function be_away cascade`.execute(db)
  assert.deepEqual([first!.status, third!.status], ['rejected', 'rejected'])
  assert.ok(second!.status === 'fulfilled')
  assert.equal(second!.value.caller?.householdId, present.household)
  assert.equal((await nobody).caller, null)
})
