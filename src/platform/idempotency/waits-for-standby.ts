import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'

/**
 * True if a statement of this role that began at least so many seconds ago waits for the synchronous standby to confirm its
 * commit. Healthy commits wait too, but for milliseconds.
 */
export async function waitsForStandby(db: Database, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select 1 from pg_stat_activity a
      join pg_stat_activity own on own.pid = pg_backend_pid() and own.datname = a.datname and own.usename = a.usename
      where a.wait_event = 'SyncRep' and a.query_start < own.query_start - ${seconds} * interval '1 second') as waits`.execute(
    db,
  )
  return rows[0]!.waits
}
