import { Refusal } from '#/platform/contract/refusal.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'

/** The fields of a record that show a concurrent change. */
export type Versioned = { readonly id: string; readonly updated_at: Temporal.Instant }

/** Entries about money that somebody moved by hand: the fields of the record stay as they are. */
const movesOfMoney = ['fund', 'release', 'undo_fund', 'undo_release'].map((one) => `expense.${one}`)

/**
 * Throws `edit_conflict` if somebody has changed the record since `expected`, the `updated_at` that the client read. Money
 * that paydays, purchases or people moved does not count as a change. Without `expected`, the last writer wins, field by field.
 */
export async function requireUnchanged(
  { db, caller }: ReadContext,
  record: Versioned,
  expected: string | undefined,
): Promise<void> {
  if (expected === undefined) return
  const read = Temporal.Instant.from(expected).epochMilliseconds
  const stored = record.updated_at.epochMilliseconds
  if (read > stored) throw conflict()
  // The history may say more of the record than it holds, such as that an account was compared with the bank.
  if (read === stored) return
  const changed = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('household_id', '=', caller.householdId)
    .where('subject_id', '=', record.id)
    .where('action', 'not in', movesOfMoney)
    .where('at', '>=', Temporal.Instant.fromEpochMilliseconds(read + 1))
    .limit(1)
    .executeTakeFirst()
  if (changed) throw conflict()
}

/**
 * Throws `edit_conflict` if the record has changed in any way since `expected`, the `updated_at` that the client read. For records
 * whose history does not hold every change.
 */
export function requireSame(updatedAt: Temporal.Instant, expected: string | undefined): void {
  if (expected === undefined) return
  const read = Temporal.Instant.from(expected).epochMilliseconds
  if (read !== updatedAt.epochMilliseconds) throw conflict()
}

/** Returns the time of a change: now, or just after the previous change if that was in the same millisecond. */
export function momentAfter(now: Temporal.Instant, before: Temporal.Instant): Temporal.Instant {
  const next = Temporal.Instant.fromEpochMilliseconds(before.epochMilliseconds + 1)
  return Temporal.Instant.compare(now, next) < 0 ? next : now
}

function conflict(): Refusal {
  return new Refusal('edit_conflict', { param: 'expected_updated_at' })
}
