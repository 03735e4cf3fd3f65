import { sql } from 'kysely'
import type { Act } from '#/platform/runtime/call.ts'
import type { keysApp } from './app-contract.ts'

/** `POST /keys/places/dismiss`: of all keys of the member. */
export const dismissKeyPlaces: Act<typeof keysApp.dismissKeyPlaces> = async ({
  db,
  caller,
  now,
}) => {
  const { numAffectedRows } = await sql`
    update key_places p set seen_at = ${now()}
    from api_keys k
    where k.household_id = ${caller.householdId} and k.id = p.key_id and p.household_id = ${caller.householdId}
      and k.member_id = ${caller.memberId} and p.alerted and p.seen_at is null`.execute(db)
  return { dismissed: Number(numAffectedRows ?? 0n) }
}
