import { sql } from 'kysely'
import { openDatabase } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Done, recordRun } from './runs.ts'

type Noting = Pick<Runtime, 'now' | 'newId'> & { readonly databaseUrl: string }

/** Notes a backup of the command line, so that its age counts. A database of a former version has no place for it. */
export async function noteCommandBackup(
  { databaseUrl, ...base }: Noting,
  done: Done & { readonly at: Temporal.Instant },
): Promise<void> {
  const db = openDatabase({ url: databaseUrl, connectionsMax: 1 })
  try {
    const { rows } = await sql<{ known: boolean }>`
      select to_regclass('backup_runs') is not null as known`.execute(db)
    if (rows[0]!.known) await recordRun({ ...base, db }, 'command', done)
  } finally {
    await db.destroy()
  }
}
