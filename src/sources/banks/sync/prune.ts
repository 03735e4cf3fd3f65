import { sql } from 'kysely'
import { deleteByHousehold } from '#/platform/database/delete-by-household.ts'
import { pruneConsents } from '#/sources/banks/connections/prune-consents.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Days for which the record of a run is kept. */
const RUN_DAYS = 90
/** Days for which a request to a provider is kept. Quotas count the last 24 hours. */
const REQUEST_DAYS = 7
const BATCH = 1000

/** Deletes old records of runs and old requests to providers, one batch of each. Returns how many were deleted. */
export async function pruneSyncs({ db, now }: Pick<Runtime, 'db' | 'now'>): Promise<number> {
  const runs = await deleteByHousehold(
    db,
    sql`select household_id, id as key from sync_runs
      where started_at < ${now().subtract({ hours: RUN_DAYS * 24 })}
      order by started_at limit ${BATCH}`,
    (householdId, keys) =>
      sql`delete from sync_runs where household_id = ${householdId} and id = any(${keys})`,
  )
  const requests = await deleteByHousehold(
    db,
    sql`select household_id, id as key from provider_requests
      where sent_at < ${now().subtract({ hours: REQUEST_DAYS * 24 })}
      order by sent_at limit ${BATCH}`,
    (householdId, keys) =>
      sql`delete from provider_requests where household_id = ${householdId} and id = any(${keys})`,
  )
  const consents = await pruneConsents(db, now())
  return runs + requests + consents
}
