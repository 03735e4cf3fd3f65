import { sql } from 'kysely'
import { deleteByHousehold } from '#/platform/database/delete-by-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Days for which a revoked feed is listed, and its address answers 410 instead of 404. */
export const REVOKED_DAYS = 90
const BATCH = 20

/** Deletes a batch of feeds that were revoked long ago, with their events, and returns their number. */
export async function pruneCalendarFeeds({
  db,
  now,
}: Pick<Runtime, 'db' | 'now'>): Promise<number> {
  const before = now().subtract({ hours: REVOKED_DAYS * 24 })
  return deleteByHousehold(
    db,
    sql`select household_id, id as key from calendar_feeds
      where revoked_at < ${before} limit ${BATCH}`,
    (householdId, keys) => [
      sql`delete from calendar_feed_lookup where household_id = ${householdId} and feed_id = any(${keys})`,
      sql`delete from calendar_feeds where household_id = ${householdId} and id = any(${keys})`,
    ],
  )
}
