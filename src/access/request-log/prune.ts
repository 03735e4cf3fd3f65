import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'

const KEPT_DAYS = 7
const KEPT_MAX = 10_000
const BATCH = 5000
/** Only households with a request in these hours may have come to have more: the others are not looked at. */
const LOOKED_BACK_HOURS = 1

/** Deletes requests older than a week, and those beyond a household's latest 10,000. Returns the number deleted. */
export async function pruneRequests({ db, now }: Pick<Runtime, 'db' | 'now'>): Promise<number> {
  const before = now().subtract({ hours: KEPT_DAYS * 24 })
  const old = await sql`
    delete from request_log where (household_id, request_id) in (
      select household_id, request_id from request_log where at < ${before} limit ${BATCH})`.execute(
    db,
  )
  const beyond = await sql`
    with busy as materialized (
      select distinct household_id from request_log
      where at >= ${now().subtract({ hours: LOOKED_BACK_HOURS })}),
    latest as materialized (
      select b.household_id, l.request_id from busy b cross join lateral (
        select request_id from request_log where household_id = b.household_id
        order by request_id desc offset ${KEPT_MAX} limit 1) l)
    delete from request_log r using latest l
    where r.household_id = l.household_id and r.request_id <= l.request_id`.execute(db)
  return Number(old.numAffectedRows ?? 0n) + Number(beyond.numAffectedRows ?? 0n)
}
