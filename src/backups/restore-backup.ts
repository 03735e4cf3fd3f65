import pg from 'pg'
import { digestOf, migrateWithin, readMigrations } from '#/platform/database/migrate.ts'
import { connectSingle, type SingleConnection } from '#/platform/database/single-connection.ts'
import { BackupFault, type BackupHeader, type Restored, type RestoreTarget } from './backup.ts'
import { type Stripped, stripTables } from './bare-tables.ts'
import { clearEmptyTarget } from './empty-target.ts'
import type { Manifest } from './manifest.ts'
import { readBackup, type Taker } from './read-backup.ts'
import { settleRestored } from './settle-restored.ts'
import { copyStatement, quoted } from './snapshot.ts'

/**
 * Restores a backup into an instance without people and households, in one transaction: a file that is damaged, wrong or
 * newer changes nothing. `askPassphrase` is called once, if it is sealed. Throws a `BackupFault`.
 */
export async function restoreBackup(
  file: AsyncIterable<Uint8Array>,
  target: RestoreTarget,
  askPassphrase: () => Promise<string>,
): Promise<Restored> {
  const one = await connectSingle(target.databaseUrl)
  try {
    await one.begin('')
    await clearEmptyTarget(one)
    const loading = createLoading(one, target)
    const summary = await readBackup(file, askPassphrase, loading)
    const { migrated, secrets } = await loading.finish()
    await settleRestored(one)
    await one.run('analyze')
    await commit(one, target.keepSecrets(secrets))
    return { ...summary, migrated, skipped: loading.skipped }
  } finally {
    await one.close()
  }
}

/** Loads a backup into the schema of its time, and brings that up to date at the end. */
function createLoading(one: SingleConnection, { now, version }: RestoreTarget) {
  let stripped: Stripped | null = null
  let secrets: readonly string[] = []
  let tables = new Set<string>()
  const skipped: string[] = []
  const taker: Taker = {
    begin: async (manifest, header) => {
      secrets = manifest.secrets
      const migrations = migrationsOf(manifest, { header, version })
      await migrateWithin(one.db, { now, migrations })
      const known = await one.rows(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      )
      tables = new Set(known.map((row) => row['name']!))
      const filled = manifest.tables.filter(({ name }) => tables.has(name))
      stripped = await stripTables(one, filled)
      // Migrations may have stored rows; those of the backup take their place.
      await one.run(`truncate ${filled.map(({ name }) => quoted(name)).join(', ')}`)
    },
    takeRows: async (table, rows) => {
      if (tables.has(table.name))
        return one.copyIn(copyStatement(table, 'from stdin (freeze)'), rows)
      skipped.push(table.name)
      return countRows(rows)
    },
  }
  return {
    ...taker,
    skipped,
    finish: async () => {
      await stripped!.putBack()
      const migrated = await migrateWithin(one.db, { now, migrations: readMigrations() })
      return { migrated, secrets }
    },
  }
}

type Versions = { readonly header: BackupHeader; readonly version: string }

/** Returns the migrations that the backup's database had run. Throws if this Earmark does not have them. */
function migrationsOf({ migrations }: Manifest, { header, version }: Versions) {
  const ours = readMigrations()
  const wanted = migrations.map(({ name, digest }) => {
    const found = ours.find((migration) => migration.name === name)
    if (found === undefined) {
      throw new BackupFault(
        'newer',
        `Earmark ${header.version} made this backup, and its database is newer than this Earmark ${version} (it has run the ` +
          `migration ${name}). Use Earmark ${header.version} or newer. Nothing was changed.`,
      )
    }
    if (digestOf(found).toString('hex') === digest) return found
    throw new BackupFault(
      'other_schema',
      `The backup is of another build of Earmark: its migration ${name} has another text than here. Restore it with the Earmark ` +
        `that made it (${header.version}). Nothing was changed.`,
    )
  })
  // A database runs all migrations in their order.
  if (wanted.every((migration, index) => migration === ours[index])) return wanted
  throw new BackupFault(
    'other_schema',
    `The backup is of another build of Earmark: it lacks the migration ${ours[wanted.length - 1]?.name}. Nothing was changed.`,
  )
}

async function commit(one: SingleConnection, kept: { readonly undo: () => void }): Promise<void> {
  try {
    await one.run('commit')
  } catch (error) {
    // Otherwise the connection broke, and the transaction may be committed; then its secrets are needed.
    if (error instanceof pg.DatabaseError) kept.undo()
    throw error
  }
}

async function countRows(rows: AsyncIterable<Buffer>): Promise<number> {
  let count = 0
  for await (const bytes of rows) for (const byte of bytes) if (byte === 0x0a) count += 1
  return count
}
