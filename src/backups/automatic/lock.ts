import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'

/** An arbitrary constant: the advisory lock of the one process that writes an automatic backup. */
const LOCK = 0x65616262

/**
 * Does the work unless another process does it; null: it does. The lock belongs to a connection, so that the database
 * frees it when the process ends, however that happens.
 */
export function withBackupLock<T>(db: Database, work: () => Promise<T>): Promise<T | null> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(${LOCK}) as taken`.execute(connection)
    if (!rows[0]!.taken) return null
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
}

/** Does the work as soon as no other process writes a backup. It waits without limit. */
export function afterOtherBackups<T>(db: Database, work: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`set lock_timeout = 0`.execute(connection)
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
}
