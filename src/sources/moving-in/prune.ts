import { sql } from 'kysely'
import { deleteByHousehold } from '#/platform/database/delete-by-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Days for which failed and cancelled moves are kept. */
const VOID_DAYS = 90
const BATCH = 500

/** Deletes failed and cancelled moves, of which nothing was stored. Returns how many, at most a batch. */
export async function pruneMoves({ db, now }: Pick<Runtime, 'db' | 'now'>): Promise<number> {
  return deleteByHousehold(
    db,
    sql`select household_id, id as key from moves
      where finished_at < ${now().subtract({ hours: VOID_DAYS * 24 })} and status in ('failed', 'cancelled')
      limit ${BATCH}`,
    (householdId, keys) =>
      sql`delete from moves where household_id = ${householdId} and id = any(${keys})`,
  )
}
