import { sql } from 'kysely'
import { deleteByHousehold } from '#/platform/database/delete-by-household.ts'
import { eachHousehold } from '#/platform/database/each-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

const KEPT_DAYS = 7
const KEPT_MAX = 10_000
const BATCH = 5000
/** Only households with a request in these hours may have come to have more: the others are not looked at. */
const LOOKED_BACK_HOURS = 1

/** Deletes requests older than a week, and those beyond a household's latest 10,000. Returns the number deleted. */
export async function pruneRequests({ db, now }: Pick<Runtime, 'db' | 'now'>): Promise<number> {
  const before = now().subtract({ hours: KEPT_DAYS * 24 })
  const old = await deleteByHousehold(
    db,
    sql`select household_id, request_id as key from request_log where at < ${before} limit ${BATCH}`,
    (householdId, keys) =>
      sql`delete from request_log where household_id = ${householdId} and request_id = any(${keys})`,
  )
  const { rows: busy } = await sql<{ household_id: string }>`
    select distinct household_id from request_log
    where at >= ${now().subtract({ hours: LOOKED_BACK_HOURS })}`.execute(db)
  const beyond = await eachHousehold(busy, async (householdId) => {
    const { numAffectedRows } = await sql`
      delete from request_log where household_id = ${householdId} and request_id <= (
        select request_id from request_log where household_id = ${householdId}
        order by request_id desc offset ${KEPT_MAX} limit 1)`.execute(db)
    return [Number(numAffectedRows ?? 0n)]
  })
  return beyond.reduce((sum, count) => sum + count, old)
}
