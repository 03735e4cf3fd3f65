import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMigrations } from './migrate.ts'
import { splitStatements } from './split-statements.ts'

test('a statement ends at a semicolon outside quotes, comments and bodies of functions', () => {
  const statements = [
    `create function f() returns int language plpgsql as $$ begin return 1; end $$`,
    `create function g() returns int begin atomic select case when true then 1 end; select 2; end`,
    `insert into "odd;name" values ('it''s; one')`,
    `-- not; here\nalter table t /* nor; here */ add column c text`,
  ]
  assert.deepEqual(splitStatements(`${statements.join(';')};\n-- the end;\n`), statements)
})

test('each statement of the migrations begins as one', () => {
  for (const { name, sql } of readMigrations()) {
    for (const statement of splitStatements(sql)) {
      const bare = statement.replaceAll(/^\s*--[^\n]*\n/gm, '').trim()
      assert.match(
        bare,
        /^(?:create|alter|drop|insert|update|delete|select|with|comment|do)\b/i,
        name,
      )
    }
  }
})
