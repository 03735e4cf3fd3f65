import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createAdmission } from '#/access/limits/admit.ts'
import type { Database } from '#/platform/database/database.ts'
import { migrateWithin, readMigrations } from '#/platform/database/migrate.ts'
import { sealUrls } from '#/webhooks/managing/seal-urls.ts'
import { emptyDatabase } from '../../../test/support/backups.ts'
import { givenWebhooks } from '../../../test/fakes/receivers.ts'
import { readToken } from './token.ts'

const given = await givenWebhooks()
const { db, key, product, runtime } = given
const { household_id, keys } = given.loaded
const RESTRICTED = readMigrations().findIndex(({ name }) => name.includes('restricted-keys'))

/** Copies the rows of a table into an earlier version of it. */
async function copyRows(table: string, old: Database): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = ${table} and is_generated = 'NEVER'`.execute(old)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const { rows } = await sql<{ row: string }>`
    select to_json(t)::text as row from ${sql.table(table)} t`.execute(db)
  for (const { row } of rows) {
    await sql`insert into ${sql.table(table)} (${names}) select ${names}
      from json_populate_record(null::${sql.table(table)}, ${row}::json)`.execute(old)
  }
}

test('an upgrade keeps keys and webhooks working, and alerts of no place that was known', async () => {
  const hook = await given.hook('https://old.example/S3cr3tPath')
  await db
    .updateTable('webhooks')
    .set({ url: hook.url, sealed_url: null, host: null })
    .where('id', '=', hook.id)
    .execute()
  await product.request('GET', '/accounts', { key })
  await product.request('GET', '/webhooks', { key })
  await product.journal.flush()
  await sql`update key_usage set address = '203.0.113.5'`.execute(db)
  await sql`update request_log set answer = ${`[{"url": "${hook.url}"}]`}
    where path = '/v1/webhooks'`.execute(db)
  const old = await emptyDatabase()
  const { now } = runtime
  await migrateWithin(old.db, { now: now(), migrations: readMigrations().slice(0, RESTRICTED) })
  for (const table of [
    'persons',
    'households',
    'members',
    'household_windows',
    'api_keys',
    'key_lookup',
    'key_windows',
    'key_usage',
    'request_log',
    'webhooks',
  ]) {
    await copyRows(table, old.db)
  }
  await migrateWithin(old.db, { now: now(), migrations: readMigrations() })
  const { rows: places } = await sql`
    select key_id, network, alerted from key_places`.execute(old.db)
  assert.deepEqual(places, [{ key_id: keys['ada']!.id, network: '203.0.113.5', alerted: false }])
  const { rows: answers } = await sql<{ path: string; kept: boolean }>`
    select path, answer is not null as kept from request_log order by path`.execute(old.db)
  assert.deepEqual(answers, [
    { path: '/v1/accounts', kept: true },
    { path: '/v1/webhooks', kept: false },
    { path: '/v1/webhooks', kept: false },
  ])
  const admit = createAdmission(old.db, now)
  const { caller } = await admit({ token: readToken(key), address: '203.0.113.5' })
  assert.deepEqual([caller?.householdId, caller?.restrictions], [household_id, null])
  assert.equal(await sealUrls({ ...runtime, db: old.db }), 1)
  const { rows: hooks } = await sql<{ url: null; host: string; sealed_url: Buffer }>`
    select url, host, sealed_url from webhooks`.execute(old.db)
  assert.deepEqual([hooks[0]!.url, hooks[0]!.host], [null, 'old.example'])
  assert.equal(runtime.seal.open(hooks[0]!.sealed_url, `webhooks.sealed_url:${hook.id}`), hook.url)
})
