import { sql } from 'kysely'
import { deleteByHousehold } from '#/platform/database/delete-by-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Retention of stored answers. The record that a request created keeps the key forever. */
const KEPT_DAYS = 30
const BATCH = 1000

/** Deletes old stored answers and old rate windows of addresses, a batch of each. Returns the number deleted. */
export async function pruneExpired(runtime: Runtime): Promise<number> {
  const now = runtime.now()
  const answers = await deleteByHousehold(
    runtime.db,
    sql`select household_id, key from idempotency_keys
      where created_at < ${now.subtract({ hours: KEPT_DAYS * 24 })} limit ${BATCH}`,
    (householdId, keys) =>
      sql`delete from idempotency_keys where household_id = ${householdId} and key = any(${keys})`,
  )
  const ofPeople = await sql`
    delete from person_idempotency_keys where (person_id, key) in (
      select person_id, key from person_idempotency_keys
      where created_at < ${now.subtract({ hours: KEPT_DAYS * 24 })} limit ${BATCH})`.execute(
    runtime.db,
  )
  const windows = await sql`
    delete from address_windows where address in (
      select address from address_windows
      where hour < ${now.subtract({ hours: 2 })} limit ${BATCH} for update skip locked)`.execute(
    runtime.db,
  )
  return [ofPeople, windows].reduce(
    (count, { numAffectedRows }) => count + Number(numAffectedRows ?? 0n),
    answers,
  )
}
