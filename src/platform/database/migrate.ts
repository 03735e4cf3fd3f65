import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database } from './database.ts'

export type Migration = { readonly name: string; readonly sql: string }

const folder = join(import.meta.dirname, '../../../db/migrations')

/** Held while migrating, so that processes that start together migrate once. An arbitrary constant. */
const LOCK = 0x6561726d

/** The migrations of this checkout, in order. Plain SQL: what has run somewhere is never edited. */
export function readMigrations(): readonly Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }))
}

/**
 * Brings the database up to date in one transaction and returns the names of the migrations that ran now.
 * Throws when the database was made by a newer Earmark, or by an edited migration.
 */
export async function migrate(db: Database, now: Temporal.Instant): Promise<readonly string[]> {
  const migrations = readMigrations()
  return db.transaction().execute(async (tx) => {
    // Another process may migrate for longer than anybody waits for a row.
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    await sql`create table if not exists schema_migrations
      (name text primary key, digest bytea not null, applied_at timestamptz not null)`.execute(tx)
    const { rows } = await sql<{ name: string; digest: Buffer }>`
      select name, digest from schema_migrations order by name`.execute(tx)
    const applied = new Map(rows.map((row) => [row.name, row.digest]))
    refuseStrangers(migrations, [...applied.keys()])
    const ran: string[] = []
    for (const migration of migrations) {
      const digest = createHash('sha256').update(migration.sql).digest()
      const known = applied.get(migration.name)
      if (known?.equals(digest)) continue
      if (known) throw new Error(`migration ${migration.name} was edited after it had run`)
      await sql.raw(migration.sql).execute(tx)
      await sql`insert into schema_migrations (name, digest, applied_at)
        values (${migration.name}, ${digest}, ${now})`.execute(tx)
      ran.push(migration.name)
    }
    return ran
  })
}

function refuseStrangers(migrations: readonly Migration[], applied: readonly string[]): void {
  const ours = new Set(migrations.map((migration) => migration.name))
  const strange = applied.find((name) => !ours.has(name))
  if (strange !== undefined) {
    throw new Error(
      `the database was made by a newer Earmark: it has ${strange}, this one does not`,
    )
  }
}
