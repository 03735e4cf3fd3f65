import { sql } from 'kysely'
import { deleteByHousehold } from '#/platform/database/delete-by-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** The days that a revoked or expired key is kept. */
const KEPT_DAYS = 90
const BATCH = 500

/** Deletes one batch of keys that were revoked or expired long ago, and returns their number. */
export async function pruneKeys({ db, now }: Pick<Runtime, 'db' | 'now'>): Promise<number> {
  const before = now().subtract({ hours: KEPT_DAYS * 24 })
  return deleteByHousehold(
    db,
    sql`select household_id, id as key from api_keys
      where revoked_at < ${before} or expires_at < ${before} limit ${BATCH}`,
    (householdId, keys) => [
      sql`delete from key_lookup where household_id = ${householdId} and key_id = any(${keys})`,
      sql`delete from api_keys where household_id = ${householdId} and id = any(${keys})`,
    ],
  )
}
