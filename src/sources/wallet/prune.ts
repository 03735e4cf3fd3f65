import { sql } from 'kysely'
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
  const lookups = await sql`
    delete from wallet_lookup l using (
      select d.household_id, d.public_id from wallet_devices d
      join wallet_lookup known on known.public_id = d.public_id
      where d.revoked_at < ${before} limit ${BATCH}) old
    where l.public_id = old.public_id and l.household_id = old.household_id`.execute(db)
  const devices = await sql`
    delete from wallet_devices where (household_id, id) in (
      select household_id, id from wallet_devices d
      where revoked_at < ${before} and not exists (
        select from provider_accounts e where e.household_id = d.household_id and e.device_id = d.id)
      limit ${BATCH})`.execute(db)
  return Number(lookups.numAffectedRows ?? 0n) + Number(devices.numAffectedRows ?? 0n)
}
