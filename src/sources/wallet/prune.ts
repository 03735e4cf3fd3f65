import { sql } from 'kysely'
import { deleteByHousehold } from '#/platform/database/delete-by-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Days for which a revoked device is listed. */
export const REVOKED_DAYS = 90
const BATCH = 500

/**
 * Deletes devices revoked long ago that never pushed an account. Other devices stay, because their payments refer to them;
 * only the lookup of their tokens is deleted. Returns the number of deleted rows.
 */
export async function pruneDevices({ db, now }: Pick<Runtime, 'db' | 'now'>): Promise<number> {
  const before = now().subtract({ hours: REVOKED_DAYS * 24 })
  const { rows: revoked } = await sql<{ public_id: string }>`
    select d.public_id from wallet_devices d
    join wallet_lookup known on known.public_id = d.public_id
    where d.revoked_at < ${before} limit ${BATCH}`.execute(db)
  const lookups = await sql`
    delete from wallet_lookup where public_id = any(${revoked.map((row) => row.public_id)})`.execute(
    db,
  )
  const devices = await deleteByHousehold(
    db,
    sql`select d.household_id, d.id as key from wallet_devices d
      where d.revoked_at < ${before} and not exists (
        select 1 from provider_accounts e where e.household_id = d.household_id and e.device_id = d.id)
      limit ${BATCH}`,
    (householdId, keys) => [
      sql`delete from wallet_lookup where household_id = ${householdId} and device_id = any(${keys})`,
      sql`delete from wallet_devices where household_id = ${householdId} and id = any(${keys})`,
    ],
  )
  return Number(lookups.numAffectedRows ?? 0n) + devices
}
