import { join } from 'node:path'
import {
  backUpBeforeMigration,
  holdsData,
  type Saved,
} from '#/backups/automatic/before-migration.ts'
import { listFiles } from '#/backups/automatic/folder.ts'
import { afterOtherBackups } from '#/backups/automatic/lock.ts'
import { recordRun } from '#/backups/automatic/runs.ts'
import { removeOld } from '#/backups/automatic/take-due.ts'
import { type Database, openDatabase } from '#/platform/database/database.ts'
import { distributeAdded } from '#/platform/database/distributing/distribute.ts'
import { countMigrations, migrate, OtherVersion } from '#/platform/database/migrate.ts'
import type { Config } from '#/platform/runtime/config.ts'
import { readRing } from '#/platform/runtime/real.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { readVersion } from '#/platform/runtime/version.ts'

type Migrating = {
  readonly config: Config
  readonly databaseUrl: string
  readonly notice: (event: string, facts?: object) => void
}

/**
 * Migrates the database if needed. One that holds data is backed up first. All migrations are one transaction, so that
 * after a failure or a killed process the former version starts again, and this one begins again.
 */
export async function migrateSafely(runtime: Runtime, migrating: Migrating): Promise<void> {
  // One connection holds the lock of backups while another migrates.
  const db = openDatabase({ url: migrating.databaseUrl, connectionsMax: 2 })
  try {
    const { applied, pending } = await countMigrations(db)
    if (applied === 0 || pending === 0) {
      announce(migrating, await migrate(db, runtime.now()), null)
      await distributeAdded(db)
      return
    }
    await afterOtherBackups(db, async () => {
      const saved = await backUp(runtime, db, migrating)
      const ran = await migrate(db, runtime.now())
      await distributeAdded(db)
      if (saved !== null) {
        await recordRun({ ...runtime, db }, 'before_migration', saved)
        await removeOld(runtime, runtime.backups.folder!)
      }
      announce(migrating, ran, saved)
    })
  } catch (error) {
    if (!(error instanceof OtherVersion)) throw error
    throw new Error(`${error.message}${await wayBack(runtime)}`, { cause: error })
  } finally {
    await db.destroy()
  }
}

async function backUp(
  { backups, now }: Runtime,
  db: Database,
  { config, databaseUrl, notice }: Migrating,
): Promise<Saved | null> {
  // Another process may have migrated it while this one waited.
  const { pending } = await countMigrations(db)
  if (pending === 0 || !(await holdsData(db))) return null
  if (!backups.beforeMigration || backups.folder === null) {
    notice('database.not_backed_up', { reason: REASON })
    return null
  }
  const origin = { databaseUrl, secrets: readRing(config), version: readVersion() }
  return backUpBeforeMigration(db, { backups, origin, now })
}

const REASON =
  'The database is migrated without a backup, because EARMARK_BACKUP_FOLDER names no folder or EARMARK_BACKUP_BEFORE_MIGRATION is 0.'

function announce({ notice }: Migrating, ran: readonly string[], saved: Saved | null): void {
  if (ran.length === 0) return
  notice('database.migrated', {
    migrations: ran,
    ...(saved && {
      backup: saved.path,
      to_go_back: `With the former version of Earmark: ${restoreCommand(saved.path)}`,
    }),
  })
}

/** Makes the command that restores a file beside the present data. */
function restoreCommand(path: string): string {
  return `EARMARK_DATA=./data-before earmark restore ${path}`
}

/** Offers the newest backup before a migration to the former version of Earmark, which cannot read the database any more. */
async function wayBack({ backups }: Pick<Runtime, 'backups'>): Promise<string> {
  if (backups.folder === null) return ''
  const files = await listFiles(backups.folder).catch(() => [])
  const last = files.find(({ kind }) => kind === 'before_migration')
  if (last === undefined) return ''
  return (
    ` Or go back to the state of ${last.at.toString()}, before the upgrade, in another data folder: ` +
    `\`${restoreCommand(join(backups.folder, last.name))}\`.`
  )
}
