import { sql } from 'kysely'
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
  const { numAffectedRows } = await sql`
    delete from calendar_feeds where (household_id, id) in (
      select household_id, id from calendar_feeds where revoked_at < ${before} limit ${BATCH})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}
