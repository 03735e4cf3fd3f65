import { sql } from 'kysely'
import { deleteByHousehold } from '#/platform/database/delete-by-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** How long notices are kept once they are no longer true. */
const KEPT_DAYS = 90
const BATCH = 1000

/** Deletes a batch of old notices with their deliveries, and returns their number. */
export async function pruneNotices({ db, now }: Runtime): Promise<number> {
  return deleteByHousehold(
    db,
    sql`select household_id, id as key from notices
      where at < ${now().subtract({ hours: KEPT_DAYS * 24 })} and (not lasts or ended_at is not null)
      limit ${BATCH}`,
    (householdId, keys) =>
      sql`delete from notices where household_id = ${householdId} and id = any(${keys})`,
  )
}
