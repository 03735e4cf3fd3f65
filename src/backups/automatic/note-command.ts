import { sql } from 'kysely'
import { recordInstanceEvent } from '#/access/sessions/record-event.ts'
import { type Database, openDatabase } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Done, recordRun } from './runs.ts'

type Noting = Pick<Runtime, 'now' | 'newId'> & { readonly databaseUrl: string }

/**
 * Notes a backup of the command line, so that its age counts, and that somebody has taken everything out. A database of a
 * former version has no place for either.
 */
export function noteCommandBackup(
  { databaseUrl, ...base }: Noting,
  done: Done & { readonly at: Temporal.Instant },
): Promise<void> {
  return withDatabase(databaseUrl, async (db) => {
    const { rows } = await sql<{ runs: boolean; events: boolean }>`
      select to_regclass('backup_runs') is not null as runs,
        to_regclass('instance_events') is not null as events`.execute(db)
    const { runs, events } = rows[0]!
    if (runs) await recordRun({ ...base, db }, 'command', done)
    if (events) await recordInstanceEvent({ ...base, db }, 'backup.create', done.file)
  })
}

/** Notes a restore in the history of the operator's commands. The restored database is up to date. */
export function noteRestore({ databaseUrl, ...base }: Noting, madeAt: string): Promise<void> {
  return withDatabase(databaseUrl, (db) =>
    recordInstanceEvent({ ...base, db }, 'backup.restore', `made at ${madeAt}`),
  )
}

async function withDatabase(url: string, work: (db: Database) => Promise<void>): Promise<void> {
  const db = openDatabase({ url, connectionsMax: 1 })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}
