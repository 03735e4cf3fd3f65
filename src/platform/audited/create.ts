import { type Insertable, sql } from 'kysely'
import type { Tables } from '#/platform/database/tables.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import { recordChange } from './record-change.ts'
import { type OrderedTable, type RecordTable, subjectTypes } from './tables.ts'

type Kept = 'household_id' | 'id' | 'created_at' | 'updated_at' | 'position'

/** What an answer says of a record that was made or changed. */
export type Told = { readonly id: string; readonly updated_at: string }

/** Makes a record, the last in its order. `noted` joins what the audit log keeps of it. */
export async function createRecord<T extends RecordTable>(
  acting: Acting,
  table: T,
  { values, noted = {} }: { values: Omit<Insertable<Tables[T]>, Kept>; noted?: object },
): Promise<Told> {
  const [id, now] = [acting.newId(), acting.now()]
  const { householdId } = acting.caller
  const position =
    table === 'accounts' ? {} : { position: await nextPosition(acting, table as OrderedTable) }
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
  })
  return { id, updated_at: writeInstant(now) }
}

async function nextPosition({ db, caller }: Acting, table: OrderedTable): Promise<number> {
  const { next } = await db
    .selectFrom(table as 'categories')
    .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
    .where('household_id', '=', caller.householdId)
    .executeTakeFirstOrThrow()
  return next
}
