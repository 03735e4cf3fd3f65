import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Retention of the audit log in days: two years. */
const KEPT_DAYS = 730
const BATCH = 1000

/** Deletes old entries of the audit log, at most one batch. Returns the number deleted. */
export async function pruneAuditLog({ db, now }: Pick<Runtime, 'db' | 'now'>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from audit_entries where (household_id, id) in (
      select household_id, id from audit_entries
      where at < ${now().subtract({ hours: KEPT_DAYS * 24 })} order by at limit ${BATCH})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}
