import { sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { PossibleMatch } from './pair-bookings.ts'

/** Stores possible matches of new bookings for a person to decide; each pair once. */
export async function suggestMatches(
  { db, caller, now, newId }: WriteContext,
  entry: FollowedEntry,
  matches: readonly PossibleMatch[],
): Promise<void> {
  if (matches.length === 0) return
  const given = matches.map(({ row, mirror }) => ({
    id: newId(),
    pending_id: mirror.transactionId,
    booked: row.externalId,
  }))
  await sql`
    insert into match_suggestions (household_id, id, pending_id, booked_id, created_at)
    select ${caller.householdId}::uuid, g.id, g.pending_id, m.transaction_id, ${now()}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, pending_id uuid, booked text)
    join provider_transactions m on m.household_id = ${caller.householdId}
      and m.provider_account_id = ${entry.id} and m.external_id = g.booked
      and m.transaction_id <> g.pending_id
    on conflict do nothing`.execute(db)
}
