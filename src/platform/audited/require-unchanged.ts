import { Refusal } from '#/platform/contract/refusal.ts'
import type { Acting } from '#/platform/runtime/call.ts'

/** A record as far as two people who change it at once are concerned. */
export type Versioned = { readonly id: string; readonly updated_at: Temporal.Instant }

/**
 * Refuses a change (`edit_conflict`) that is based on another state than there is: somebody has changed the record
 * after `expected`, the `updated_at` that was read. Money that paydays and purchases moved meanwhile is no conflict.
 * Without `expected` the last writer wins, field by field.
 */
export async function requireUnchanged(
  { db, caller }: Pick<Acting, 'db' | 'caller'>,
  record: Versioned,
  expected: string | undefined,
): Promise<void> {
  if (expected === undefined) return
  const read = Temporal.Instant.from(expected).epochMilliseconds
  if (read > record.updated_at.epochMilliseconds) throw conflict()
  const changed = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('household_id', '=', caller.householdId)
    .where('subject_id', '=', record.id)
    .where('at', '>=', Temporal.Instant.fromEpochMilliseconds(read + 1))
    .limit(1)
    .executeTakeFirst()
  if (changed) throw conflict()
}

/** When a change of a record counts as made: now, and later than the one before even within one millisecond. */
export function momentAfter(now: Temporal.Instant, before: Temporal.Instant): Temporal.Instant {
  const next = Temporal.Instant.fromEpochMilliseconds(before.epochMilliseconds + 1)
  return Temporal.Instant.compare(now, next) < 0 ? next : now
}

function conflict(): Refusal {
  return new Refusal('edit_conflict', { param: 'expected_updated_at' })
}
