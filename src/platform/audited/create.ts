import { type Insertable, sql } from 'kysely'
import { requireRoom } from '#/platform/contract/caps.ts'
import type { Tables } from '#/platform/database/tables.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import { recordChange } from './record-change.ts'
import { type RecordTable, subjectTypes } from './tables.ts'

type Kept = 'household_id' | 'id' | 'created_at' | 'updated_at' | 'position'

/** A created or changed record, as answers describe it. */
export type RecordVersion = { readonly id: string; readonly updated_at: string }

/** Creates a record, last in its order. `noted` adds fields to its entry in the audit log. Throws `limit_reached`. */
export async function createRecord<T extends RecordTable>(
  acting: Acting,
  table: T,
  { values, noted = {} }: { values: Omit<Insertable<Tables[T]>, Kept>; noted?: object },
): Promise<RecordVersion> {
  const [id, now] = [acting.newId(), acting.now()]
  const { householdId } = acting.caller
  const { next } = await requirePlace(acting, table)
  const position = table === 'accounts' ? {} : { position: next }
  const row = { ...values, ...position, household_id: householdId, id }
  await acting.db
    .insertInto(table as 'categories')
    .values({ ...row, created_at: now, updated_at: now } as unknown as Insertable<
      Tables['categories']
    >)
    .execute()
  const type = subjectTypes[table]
  await recordChange(acting, {
    action: `${type}.create`,
    subject: { type, id },
    before: null,
    after: { ...values, ...noted },
    at: now,
  })
  return { id, updated_at: writeInstant(now) }
}

/** Counts the records that a cap limits: not bank accounts, not archived Expenses. */
const counted = {
  accounts: sql`count(*) filter (where provider = 'manual')`,
  expenses: sql`count(*) filter (where archived_at is null)`,
} as const

/**
 * Returns the next position in the order. Every write holds the household's lock, so no other write can take the same
 * position. Throws `limit_reached`.
 */
async function requirePlace({ db, caller }: Acting, table: RecordTable): Promise<{ next: number }> {
  const count = table === 'accounts' || table === 'expenses' ? counted[table] : sql`count(*)`
  const next = table === 'accounts' ? sql`0` : sql`coalesce(max(position) + 1, 0)`
  const { rows } = await sql<{ count: number; ever: number; next: number }>`
    select ${count} as count, count(*) as ever, ${next} as next
    from ${sql.table(table)} where household_id = ${caller.householdId}`.execute(db)
  const found = rows[0]!
  requireRoom(table, found.count)
  if (table === 'expenses') requireRoom('expenses_ever', found.ever)
  return found
}
