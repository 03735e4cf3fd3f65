import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'

/** An arbitrary constant: the advisory lock of the one process that writes an automatic backup. */
const LOCK = 0x65616262

/**
 * Does the work unless another process does it; null: it does. The lock belongs to a transaction that does nothing else, so
 * that the database frees it when the process ends, however that happens, and a pooler cannot lend its connection.
 */
export function withBackupLock<T>(db: Database, work: () => Promise<T>): Promise<T | null> {
  return holding(db, async (tx) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${LOCK}) as taken`.execute(tx)
    return rows[0]!.taken ? work() : null
  })
}

/** Does the work as soon as no other process writes a backup. It waits without limit. */
export function afterOtherBackups<T>(db: Database, work: () => Promise<T>): Promise<T> {
  return holding(db, async (tx) => {
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    return work()
  })
}

/** A transaction that may be idle for as long as a backup takes. It sees nothing, so it keeps no old rows alive. */
function holding<T>(db: Database, take: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    return take(tx)
  })
}
