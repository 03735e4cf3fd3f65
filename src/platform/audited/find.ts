import { notFound } from '#/platform/contract/refusal.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import type { RecordRow, RecordTable } from './tables.ts'

/** Reads a record of the household. Throws `resource_not_found` with `param`. */
export async function findRecord<T extends RecordTable>(
  { db, caller }: Acting,
  table: T,
  { id, param = 'id' }: { readonly id: string; readonly param?: string },
): Promise<RecordRow<T>> {
  // All of these tables have the columns that this names.
  const row = await db
    .selectFrom(table as 'categories')
    .selectAll()
    .where('household_id', '=', caller.householdId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(param)
  return row as unknown as RecordRow<T>
}
