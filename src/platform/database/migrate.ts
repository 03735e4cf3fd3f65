import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database } from './database.ts'
import { isDistributed } from './is-distributed.ts'
import { splitStatements } from './split-statements.ts'

export type Migration = { readonly name: string; readonly sql: string }

const folder = join(import.meta.dirname, '../../../db/migrations')

/** Advisory lock held while migrating, so that processes that start together migrate once. An arbitrary constant. */
export const MIGRATION_LOCK = 0x6561726d

/** The migrations of this checkout, in order. A released one is never edited, because databases have run it already. */
export function readMigrations(): readonly Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }))
}

/** The database was made by another version of Earmark, so this one leaves it alone. */
export class OtherVersion extends Error {
  override name = 'OtherVersion'
}

/** Counts the migrations that a database has run, and those that `migrate` would run. An empty database has run none. */
export async function countMigrations(
  db: Database,
): Promise<{ readonly applied: number; readonly pending: number }> {
  const { rows } = await sql<{ made: boolean }>`
    select to_regclass('schema_migrations') is not null as made`.execute(db)
  const migrations = readMigrations()
  if (!rows[0]!.made) return { applied: 0, pending: migrations.length }
  const applied = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  const names = new Set(applied.rows.map(({ name }) => name))
  return {
    applied: names.size,
    pending: migrations.filter(({ name }) => !names.has(name)).length,
  }
}

/** The digest by which a database remembers the text of a migration. */
export function digestOf({ sql: text }: Migration): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Brings the database up to date in one transaction, and returns the names of the migrations that it ran.
 * Throws if the database has run a migration that this version does not have, or another text of one that it has.
 */
export async function migrate(db: Database, now: Temporal.Instant): Promise<readonly string[]> {
  return db.transaction().execute((tx) => migrateWithin(tx, { now, migrations: readMigrations() }))
}

type Migrating = { readonly now: Temporal.Instant; readonly migrations: readonly Migration[] }

/** Runs migrations as `migrate` does, within a transaction of the caller. */
export async function migrateWithin(
  tx: Database,
  { now, migrations }: Migrating,
): Promise<readonly string[]> {
  // Another process may migrate for longer than the limits that hold for a row's lock.
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
  const isOnSeveral = await isDistributed(tx)
  if (isOnSeveral) await beginDistributed(tx)
  await sql`create table if not exists schema_migrations
      (name text primary key, digest bytea not null, applied_at timestamptz not null)`.execute(tx)
  const { rows } = await sql<{ name: string; digest: Buffer }>`
      select name, digest from schema_migrations order by name`.execute(tx)
  const applied = new Map(rows.map((row) => [row.name, row.digest]))
  refuseOtherVersions(migrations, [...applied.keys()])
  const ran: string[] = []
  for (const migration of migrations) {
    const digest = digestOf(migration)
    const known = applied.get(migration.name)
    if (known?.equals(digest)) continue
    if (known) throw new Error(`migration ${migration.name} was edited after it had run`)
    for (const text of isOnSeveral ? splitStatements(migration.sql) : [migration.sql]) {
      await sql.raw(text).execute(tx)
    }
    await sql`insert into schema_migrations (name, digest, applied_at)
        values (${migration.name}, ${digest}, ${now})`.execute(tx)
    ran.push(migration.name)
  }
  return ran
}

/** Lets one transaction define tables and triggers on several machines, after reading and changing their rows. */
export async function beginDistributed(tx: Database): Promise<void> {
  await sql`set local citus.multi_shard_modify_mode = sequential`.execute(tx)
  // Our triggers read and change rows of their own household only, which are on the same machine.
  await sql`set local citus.enable_unsafe_triggers = on`.execute(tx)
}

/** Compares the migrations of this version with those that the database has run. Only looks. */
export async function compareMigrations(
  db: Database,
): Promise<{ readonly missing: readonly string[]; readonly foreign: readonly string[] }> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('schema_migrations') is not null as exists`.execute(db)
  const { rows } = found[0]!.exists
    ? await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
    : { rows: [] }
  const applied = rows.map(({ name }) => name)
  const ours = readMigrations().map(({ name }) => name)
  return {
    missing: ours.filter((name) => !applied.includes(name)),
    foreign: applied.filter((name) => !ours.includes(name)),
  }
}

/** Refuses a database of a newer version, or of one from before the first release, whose migrations were merged. */
function refuseOtherVersions(migrations: readonly Migration[], applied: readonly string[]): void {
  const ours = new Set(migrations.map((migration) => migration.name))
  const foreign = applied.find((name) => !ours.has(name))
  if (foreign !== undefined) {
    throw new OtherVersion(
      `The database was made by another version of Earmark (it has run the migration ${foreign}): ` +
        'export its households with that version (`earmark export`), ' +
        'and load them into a new database with this one (`earmark load`).',
    )
  }
}
