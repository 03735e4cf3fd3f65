import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** How long notices are kept once they are no longer true. */
const KEPT_DAYS = 90
const BATCH = 1000

/** Deletes a batch of old notices with their deliveries, and returns their number. */
export async function pruneNotices({ db, now }: Runtime): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notices n using (
      select household_id, id from notices
      where at < ${now().subtract({ hours: KEPT_DAYS * 24 })} and (not lasts or ended_at is not null)
      limit ${BATCH}) old
    where n.household_id = old.household_id and n.id = old.id`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
