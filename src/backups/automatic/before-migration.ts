import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import type { BackupPlace } from '#/platform/runtime/runtime.ts'
import { describeFault } from './fault.ts'
import { freeName, prepareFolder, removeUnfinished } from './folder.ts'
import type { Origin } from './take-due.ts'
import { writeFile } from './write-file.ts'

export type Saved = {
  /** The whole path. */
  readonly path: string
  readonly file: string
  readonly at: Temporal.Instant
  readonly bytes: number
  readonly sealed: boolean
}

type Saving = {
  readonly backups: BackupPlace
  readonly origin: Origin
  readonly now: () => Temporal.Instant
}

/** Checks whether somebody would miss something if a migration destroyed it. */
export async function holdsData(db: Database): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select 1 from households) or exists (select 1 from persons) as any`.execute(db)
  return rows[0]!.any
}

/**
 * Backs up a database that is about to be migrated, as its own version of Earmark restores it. Throws if that fails: then
 * nothing is to be migrated. Call only while holding the lock of backups.
 */
export async function backUpBeforeMigration(
  db: Database,
  { backups, origin, now }: Saving,
): Promise<Saved> {
  const folder = backups.folder!
  try {
    await prepareFolder(folder, await knownInstance(db))
    await removeUnfinished(folder)
    const at = now()
    const file = await freeName(folder, 'before_migration', at)
    const sealing =
      backups.passphrase === null ? 'unsealed' : ({ passphrase: backups.passphrase } as const)
    const source = { ...origin, now: at }
    const { bytes, sealed } = await writeFile({
      source,
      sealing,
      folder,
      name: file,
      place: backups,
    })
    return { path: join(folder, file), file, at, bytes, sealed }
  } catch (cause) {
    throw new Error(
      `Earmark did not begin to migrate the database, because the backup before it failed: ${describeFault(cause).message} ` +
        'Nothing was changed: the former version can be started again. To migrate without a backup, set EARMARK_BACKUP_BEFORE_MIGRATION=0.',
      { cause },
    )
  }
}

/** Reads the instance's id; null if its version had none yet, or if it has made no backup. */
async function knownInstance(db: Database): Promise<string | null> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('instance') is not null as known`.execute(db)
  if (!rows[0]!.known) return null
  const found = await sql<{ id: string }>`select id from instance`.execute(db)
  return found.rows[0]?.id ?? null
}
