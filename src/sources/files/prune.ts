import { sql } from 'kysely'
import { deleteByHousehold } from '#/platform/database/delete-by-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Days for which an import can be undone; the rows that an undo needs are kept as long. */
export const UNDO_DAYS = 400
/** Days for which failed, cancelled and undone imports are kept. */
const VOID_DAYS = 90
const BATCH = 500

/**
 * Deletes imports that can no longer be undone, and failed, cancelled and undone ones. An account keeps its last import
 * that stated a balance and its last one that named the account in the file, because later imports depend on them.
 * Returns how many were deleted, at most a batch of each.
 */
export async function pruneImports({ db, now }: Pick<Runtime, 'db' | 'now'>): Promise<number> {
  const before = now().subtract({ hours: VOID_DAYS * 24 })
  const remove = (householdId: string, keys: readonly string[]) =>
    sql`delete from imports where household_id = ${householdId} and id = any(${keys})`
  const voids = await deleteByHousehold(
    db,
    sql`select household_id, id as key from imports
      where finished_at < ${before} and status in ('failed', 'cancelled', 'undone') limit ${BATCH}`,
    remove,
  )
  const done = await deleteByHousehold(
    db,
    sql`select i.household_id, i.id as key from imports i
      where i.finished_at < ${now().subtract({ hours: UNDO_DAYS * 24 })} and i.status = 'done'
        and (i.balance_day is null or exists (
          select 1 from imports later
          where later.household_id = i.household_id and later.account_id = i.account_id
            and later.status = 'done'
            and (later.balance_day, later.finished_at, later.id) > (i.balance_day, i.finished_at, i.id)))
        and (i.file_account is null or exists (
          select 1 from imports later
          where later.household_id = i.household_id and later.account_id = i.account_id
            and later.status = 'done' and later.file_account is not null
            and (later.created_at, later.id) > (i.created_at, i.id)))
      limit ${BATCH}`,
    remove,
  )
  return voids + done
}
