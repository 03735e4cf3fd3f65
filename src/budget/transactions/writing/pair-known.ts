import { sql } from 'kysely'
import type { WriteContext } from '#/platform/runtime/write-context.ts'

/** A transfer whose two sides are known to belong together. */
export type KnownPair = { readonly outId: string; readonly inId: string }

/** Pairs per statement. */
const CHUNK = 5000

/**
 * Stores transfers between history of two accounts, which another application has paired. They move no money. A side that
 * is paired already stays with its other side.
 */
export async function pairKnown(
  { db, caller, now }: WriteContext,
  pairs: readonly KnownPair[],
): Promise<void> {
  for (let start = 0; start < pairs.length; start += CHUNK) {
    const given = JSON.stringify(pairs.slice(start, start + CHUNK))
    await sql`
      insert into account_transfers (household_id, out_id, in_id, out_type, in_type, found_at)
      select ${caller.householdId}, g."outId", g."inId", 'expense', 'income', ${now()}
      from jsonb_to_recordset(${given}::jsonb) as g ("outId" uuid, "inId" uuid)
      where not exists (select 1 from account_transfers p
          where p.household_id = ${caller.householdId} and p.out_id in (g."outId", g."inId"))
        and not exists (select 1 from account_transfers p
          where p.household_id = ${caller.householdId} and p.in_id in (g."outId", g."inId"))`.execute(
      db,
    )
  }
}
