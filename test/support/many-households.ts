import { type RawBuilder, sql } from 'kysely'
import { type Database, inTransaction } from '#/platform/database/database.ts'

/** Tables of which each household gets a copy of the rows that one household has. */
const copied = [
  'households',
  'members',
  'accounts',
  'api_keys',
  'key_usage',
  'connections',
  'provider_accounts',
  'webhooks',
  'webhook_lanes',
  'webhook_health',
  'webhook_events',
  'webhook_deliveries',
  'request_log',
  'audit_entries',
  'invitations',
  'wallet_devices',
]

/**
 * Tables that get a row for each household, or for each person. Here is what their checks ask for, and what keeps work from
 * being due; all other columns get a value of their type, or null.
 */
const filled: Readonly<Record<string, Readonly<Record<string, RawBuilder<unknown>>>>> = {
  address_windows: {},
  calendar_feeds: { kinds: sql`'{bills}'`, months_ahead: sql`1` },
  idempotency_keys: {},
  imports: { account_id: sql`c.id`, status: sql`'done'` },
  instance_events: {},
  known_browsers: {},
  mails: { kind: sql`'reset'`, state: sql`'sent'`, ended_at: sql`c.now` },
  moves: { app: sql`'ynab'`, status: sql`'done'`, finished_at: sql`c.now` },
  notice_deliveries: { state: sql`'sent'`, ended_at: sql`c.now` },
  notice_watches: { look_at: sql`c.later` },
  notices: {},
  oidc_logins: { purpose: sql`'sign_in'`, expires_at: sql`c.later` },
  oidc_logouts: {},
  one_time_links: { purpose: sql`'setup'`, expires_at: sql`c.later` },
  passkey_challenges: { purpose: sql`'sign_in'`, expires_at: sql`c.later` },
  person_events: {},
  person_idempotency_keys: {},
  persons: { email: sql`c.id || '@example.com'` },
  provider_requests: { purpose: sql`'schedule'` },
  sessions: { expires_at: sql`c.later`, through: sql`'password'` },
  sign_in_attempts: {},
  sync_runs: { purpose: sql`'schedule'`, status: sql`'ok'`, finished_at: sql`c.now` },
  wallet_lookup: {},
}

/** Values of columns without a rule, by their type. Those that may be null are null. */
const valueOfType: Readonly<Record<string, RawBuilder<unknown>>> = {
  bigint: sql`0`,
  boolean: sql`false`,
  bytea: sql`sha256(c.id::text::bytea)`,
  integer: sql`0`,
  jsonb: sql`'{}'`,
  smallint: sql`0`,
  text: sql`c.id::text`,
  'text[]': sql`'{}'`,
  'timestamp with time zone': sql`c.now`,
  uuid: sql`c.id`,
}

type Given = { readonly household: string; readonly count: number; readonly now: Temporal.Instant }

/**
 * Adds so many households, and as many people. `admin` is the superuser: rows need no check of their references then, and no
 * triggers.
 */
export async function addHouseholds(
  admin: Database,
  { household, count, now }: Given,
): Promise<void> {
  await inTransaction(admin, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`create temporary table copies on commit drop as
      select gen_random_uuid() as id, ${sql.lit(now.toString())}::timestamptz as now,
        ${sql.lit(now.add({ hours: 24 }).toString())}::timestamptz as later
      from generate_series(1, ${sql.lit(count)})`.execute(tx)
    for (const table of copied) await copyRows(tx, table, household)
    for (const [table, given] of Object.entries(filled)) await fillTable(tx, table, given)
  })
  await sql`vacuum analyze`.execute(admin)
}

async function copyRows(tx: Database, table: string, household: string): Promise<void> {
  const columns = (await columnsOf(tx, table)).map(({ name }) => name)
  const values = columns.map((name) => sql.ref(name === 'household_id' ? 'c.id' : `t.${name}`))
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from ${sql.table(table)} t cross join copies c
    where t.household_id = ${sql.lit(household)}`.execute(tx)
}

async function fillTable(
  tx: Database,
  table: string,
  given: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<void> {
  const columns = (await columnsOf(tx, table)).filter(
    ({ name, optional }) => !optional || given[name],
  )
  const values = columns.map(({ name, type }) => given[name] ?? valueOfType[type]!)
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    select ${sql.join(values)} from copies c`.execute(tx)
}

type Column = { readonly name: string; readonly type: string; readonly optional: boolean }

async function columnsOf(tx: Database, table: string): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, format_type(atttypid, null) as type, not attnotnull as optional from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(tx)
  return rows
}
