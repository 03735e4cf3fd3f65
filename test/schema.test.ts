import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { describeRowTypes, describeSchema } from '#/platform/database/describe-schema.ts'
import { readMigrations } from '#/platform/database/migrate.ts'
import { sealedColumns } from '#/platform/runtime/sealed-columns.ts'
import { createTestDatabase } from './support/database.ts'

const { db } = await createTestDatabase()
const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Tables outside the households by design: the way to them, people, strangers' windows, and our own book-keeping. */
const outside = [
  'address_windows',
  'authenticators',
  'backup_runs',
  'calendar_feed_lookup',
  'ending_items',
  'household_arrivals',
  'household_departures',
  'instance',
  'instance_events',
  'key_lookup',
  'known_browsers',
  'mail_settings',
  'mails',
  'oidc_identities',
  'oidc_logins',
  'oidc_logouts',
  'oidc_sessions',
  'one_time_links',
  'operators',
  'passkey_challenges',
  'passkeys',
  'person_events',
  'person_idempotency_keys',
  'persons',
  'push_keys',
  'recovery_codes',
  'schema_migrations',
  'secret_keys',
  'sessions',
  'sign_in_attempts',
  'wallet_lookup',
  'worker_processes',
]

/** Columns of bytes that open nothing: digests, public keys, and the pieces of an uploaded file. */
const unsealed = [
  'api_keys.digest',
  'calendar_feed_events.digest',
  'calendar_feeds.digest',
  'idempotency_keys.fingerprint',
  'import_pieces.bytes',
  'move_pieces.bytes',
  'invitations.digest',
  'oidc_logins.browser_digest',
  'oidc_logins.state_digest',
  'oidc_logouts.jti_digest',
  'one_time_links.digest',
  'passkeys.public_key',
  'person_idempotency_keys.fingerprint',
  'provider_transactions.content_hash',
  'recovery_codes.digest',
  'schema_migrations.digest',
  'secret_keys.id',
  'sessions.digest',
  'wallet_devices.digest',
]

/** Tables that do not grow with time: people keep their rows, or there is one row for each thing that they keep. */
const bounded = [
  'account_transfers',
  'accounts',
  'authenticators',
  'calendar_feed_lookup',
  'categories',
  'category_rules',
  'connection_institutions',
  'connections',
  'dismissed_proposals',
  'expense_groups',
  'expense_payees',
  'expense_schedules',
  'funding_schedules',
  'household_windows',
  'households',
  'instance',
  'key_lookup',
  'key_usage',
  'key_windows',
  'left_payments',
  'mail_settings',
  'match_suggestions',
  'members',
  'moved_accounts',
  'moved_categories',
  'moved_proposals',
  'oidc_identities',
  'operators',
  'passkeys',
  'payday_waits',
  'persons',
  'push_keys',
  'provider_accounts',
  'recovery_codes',
  'rollup_tails',
  'schema_migrations',
  'secret_keys',
  'wallet_lookup',
  'webhook_health',
  'webhook_lanes',
  'webhooks',
]

const HINT = 'run `npm run db:dump`'

test('db/schema.sql is what the migrations make', async () => {
  assert.equal(read('db/schema.sql'), await describeSchema(db), HINT)
})

test('the row types of the code are those of the database', async () => {
  assert.equal(read('src/platform/database/tables.ts'), await describeRowTypes(db), HINT)
})

test('every table of household data begins with the household', async () => {
  const { rows } = await sql<{ table: string; first: string }>`
    select table_name as table, column_name as first from information_schema.columns
    where table_schema = 'public' and ordinal_position = 1 order by 1`.execute(db)
  assert.ok(rows.length > 20)
  assert.deepEqual(
    rows.filter(({ first }) => first !== 'household_id').map(({ table }) => table),
    outside,
  )
})

test('every primary and unique key of household data begins with the household', async () => {
  const { rows } = await sql<{ table: string; index: string; first: string | null }>`
    select c.relname as table, i.relname as index, a.attname as first
    from pg_index x
    join pg_class c on c.oid = x.indrelid
    join pg_class i on i.oid = x.indexrelid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
    where c.relnamespace = 'public'::regnamespace and x.indisunique`.execute(db)
  assert.deepEqual(
    rows.filter(({ table, first }) => first !== 'household_id' && !outside.includes(table)),
    [],
  )
})

test('every table that grows has a stated time for which it is kept', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`.execute(db)
  const operating = read('docs/operating.md')
  const unstated = rows
    .map(({ name }) => name)
    .filter((name) => !bounded.includes(name) && !operating.includes(`\`${name}\``))
  assert.deepEqual(unstated, [], 'say in docs/operating.md how long it is kept')
})

test('every table has a primary key', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select 1 from pg_index x where x.indrelid = c.oid and x.indisprimary)`.execute(
    db,
  )
  assert.deepEqual(rows, [])
})

test('a reference between household data never leaves the household', async () => {
  const { rows } = await sql<{ name: string }>`
    select k.conrelid::regclass || ' ' || k.conname as name from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and k.conrelid::regclass::text <> all (${outside})
      and not exists (
        select 1 from unnest(k.conkey, k.confkey) pair (own, theirs)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
        join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.theirs
        where a.attname = 'household_id' and b.attname = 'household_id')`.execute(db)
  assert.deepEqual(rows, [])
})

test('a column of bytes is sealed and rotates with the master secret, or opens nothing', () => {
  const found: string[] = []
  for (const [, table, columns] of read('db/schema.sql').matchAll(
    /^create table (\w+) \(\n(.*?)^\);/gms,
  )) {
    for (const [, column] of columns!.matchAll(/^ {2}(\w+) bytea\b/gm))
      found.push(`${table}.${column}`)
  }
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(found.toSorted(), [...sealed, ...unsealed].toSorted())
})

test('nothing in the database has a default but what is computed from its own row', async () => {
  const { rows } = await sql`
    select table_name, column_name, column_default from information_schema.columns
    where table_schema = 'public' and (column_default is not null or is_identity = 'YES')`.execute(
    db,
  )
  assert.deepEqual(rows, [])
})

test('no statement of a migration asks for the time, for chance or for a generated id', () => {
  const asking =
    /\bnow\(|current_(date|time|timestamp)|localtime|clock_timestamp|statement_timestamp|gen_random|uuidv?\d?_?generate|random\(|\bserial\b/i
  for (const { name, sql: text } of readMigrations()) {
    assert.doesNotMatch(text.replaceAll(/--.*$/gm, ''), asking, name)
  }
})

test('money is whole cents and moments have a zone', async () => {
  const { rows } = await sql`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public'
      and data_type in ('numeric', 'real', 'double precision', 'money', 'timestamp without time zone', 'time without time zone')`.execute(
    db,
  )
  assert.deepEqual(rows, [])
})

test('a large table has one index that finds rows by their key', async () => {
  const { rows } = await sql<{ table: string; indexes: string[] }>`
    select indrelid::regclass::text as table, array_agg(indexrelid::regclass::text) as indexes
    from pg_index
    where indrelid in ('transactions'::regclass, 'provider_transactions'::regclass) and indpred is null
    group by indrelid order by 1`.execute(db)
  assert.deepEqual(rows, [
    { table: 'provider_transactions', indexes: ['provider_transactions_pkey'] },
    { table: 'transactions', indexes: ['transactions_pkey'] },
  ])
})
