import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { isAcrossHouseholds } from './support/across-households.ts'
import { createTestDatabase } from './support/database.ts'
import { findOpenTables, householdTables } from './support/one-household.ts'
import { watchStatements } from './support/product-statements.ts'

// Each statement of the product names its household by a parameter. Every test database watches the statements that are sent
// to it (`support/product-statements.ts`); these tests hold the reader of statements.

const open: readonly (readonly [string, readonly string[]])[] = [
  ['select * from accounts a where a.household_id = $1::uuid and a.id = $2', []],
  ['select * from "accounts" where "household_id" = $1', []],
  ['select * from accounts a where a.household_id = $1 or a.hidden', ['accounts a']],
  ['select * from accounts a where (a.household_id = $1 and a.id = $2) and a.hidden', []],
  ['select * from accounts a where not (a.household_id = $1)', ['accounts a']],
  ['select * from accounts where household_id = any($1)', ['accounts']],
  ['select 1 from accounts where id is distinct from $1 and household_id = $2', []],
  [
    'select * from accounts a join members m on m.household_id = a.household_id where a.household_id = $1',
    ['members m'],
  ],
  [
    'select (select max(t.amount) from transactions t where t.account_id = a.id) from accounts a where a.household_id = $1',
    ['transactions t'],
  ],
  ['select 1 from accounts a, members m where a.household_id = $1', ['members m']],
  [
    'with t as (select id from transactions where household_id = $1) select * from t union select id from accounts',
    ['accounts'],
  ],
  ['select * from accounts a where a.household_id = $1 for no key update skip locked', []],
  ['update accounts a set name = $1 from members m where a.household_id = $2', ['members m']],
  ['delete from accounts a using members m where m.household_id = $1', ['accounts a']],
  ['insert into accounts (id, household_id) values ($1, $2)', []],
  [
    'insert into accounts (household_id, id) select $1::uuid, g.id from json_to_recordset($2) g',
    [],
  ],
  [
    'insert into accounts (household_id, id) select g.household_id, g.id from json_to_recordset($1) g',
    ['accounts: inserted'],
  ],
  ['insert into accounts select * from given', ['accounts: no columns']],
  ['select * from sessions s where s.digest = $1', []],
  [
    'with a as (update accounts set name = $1 where $2 and household_id = $3) update members set name = $1 where household_id = $3',
    ['decided by parameters'],
  ],
  [
    'with a as (update accounts set name = $1 where (select $2) and household_id = $3) update members set name = $1 where household_id = $3',
    [],
  ],
  ['select exists (select from accounts where household_id = $1) as any', ['no columns']],
  ['select exists (select 1 from accounts where household_id = $1) as any', []],
]

for (const [text, tables] of open) {
  test(`the reader finds the tables without a household: ${text.slice(0, 60)}`, () => {
    assert.deepEqual(findOpenTables(text), tables)
  })
}

test('the tables of households are those whose primary key begins with it', () => {
  assert.ok(householdTables.has('transactions') && householdTables.has('households'))
  assert.ok(!householdTables.has('sessions') && !householdTables.has('key_lookup'))
})

test('a statement of a test itself is not held against the product', async () => {
  const { db } = await createTestDatabase()
  const watch = watchStatements()
  await sql`select household_id, name from accounts`.execute(db)
  watch.note('select name from accounts')
  assert.doesNotThrow(watch.check)
})

test('a statement across households is named by what it is for', () => {
  assert.equal(isAcrossHouseholds('select household_id, id as key from imports limit $1'), true)
  assert.equal(isAcrossHouseholds('select name from accounts where id = $1'), false)
  assert.equal(isAcrossHouseholds('update accounts set name = $1'), false)
})
