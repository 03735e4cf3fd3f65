import { sql } from 'kysely'
import { deleteByHousehold } from '#/platform/database/delete-by-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Days for which ended invitations are kept. */
const KEPT_DAYS = 90
const BATCH = 1000

/** Deletes invitations that ended long ago, up to a batch. Returns the number of deleted rows. */
export async function pruneInvitations({ db, now }: Pick<Runtime, 'db' | 'now'>): Promise<number> {
  return deleteByHousehold(
    db,
    sql`select household_id, id as key from invitations
      where expires_at < ${now().subtract({ hours: KEPT_DAYS * 24 })} order by expires_at limit ${BATCH}`,
    (householdId, keys) =>
      sql`delete from invitations where household_id = ${householdId} and id = any(${keys})`,
  )
}
