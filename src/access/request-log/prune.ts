import { sql } from 'kysely'
import type { Runtime } from '#/platform/runtime/runtime.ts'

const KEPT_DAYS = 7
const KEPT_MAX = 10_000
const BATCH = 5000

/** Deletes requests older than a week, and those beyond a household's latest 10,000. Returns the number deleted. */
export async function pruneRequests({ db, now }: Pick<Runtime, 'db' | 'now'>): Promise<number> {
  const before = now().subtract({ hours: KEPT_DAYS * 24 })
  const old = await sql`
    delete from request_log where (household_id, request_id) in (
      select household_id, request_id from request_log where at < ${before} limit ${BATCH})`.execute(
    db,
  )
  const beyond = await sql`
    with over as materialized (
      select household_id from request_log group by household_id having count(*) > ${KEPT_MAX}),
    latest as materialized (
      select o.household_id, l.request_id from over o cross join lateral (
        select request_id from request_log where household_id = o.household_id
        order by request_id desc offset ${KEPT_MAX} limit 1) l)
    delete from request_log r using latest l
    where r.household_id = l.household_id and r.request_id <= l.request_id`.execute(db)
  return Number(old.numAffectedRows ?? 0n) + Number(beyond.numAffectedRows ?? 0n)
}
