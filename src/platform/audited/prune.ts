import { sql } from 'kysely'
import { deleteByHousehold } from '#/platform/database/delete-by-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Retention of the audit log in days: two years. */
const KEPT_DAYS = 730
const BATCH = 1000

/** Deletes old entries of the audit log, at most one batch. Returns the number deleted. */
export async function pruneAuditLog({ db, now }: Pick<Runtime, 'db' | 'now'>): Promise<number> {
  return deleteByHousehold(
    db,
    sql`select household_id, id as key from audit_entries
      where at < ${now().subtract({ hours: KEPT_DAYS * 24 })} order by at limit ${BATCH}`,
    (householdId, keys) =>
      sql`delete from audit_entries where household_id = ${householdId} and id = any(${keys})`,
  )
}
