import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** The time of the newest data that a finished and verified backup of this instance contains; null: no backup yet. */
export async function lastBackupAt({ db }: Pick<Runtime, 'db'>): Promise<Temporal.Instant | null> {
  const { rows } = await sql<{ at: Temporal.Instant | null }>`
    select max(began_at) as at from backup_runs where status = 'done'`.execute(db)
  return rows[0]!.at
}
