import type { Acting } from '#/platform/runtime/call.ts'
import { recordChange } from './record-change.ts'
import { momentAfter, requireUnchanged } from './require-unchanged.ts'
import { type RecordRow, type RecordTable, subjectTypes } from './tables.ts'

type Removal<T extends RecordTable> = {
  readonly row: RecordRow<T>
  readonly expected: string | undefined
  /** Additional fields for the audit log. */
  readonly noted?: object
}

/** Deletes a record that no other record depends on, and logs its fields. Throws `edit_conflict`. */
export async function removeRecord<T extends RecordTable>(
  acting: Acting,
  table: T,
  { row, expected, noted = {} }: Removal<T>,
): Promise<{ success: true }> {
  await requireUnchanged(acting, row, expected)
  await acting.db
    .deleteFrom(table as 'categories')
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', row.id)
    .execute()
  const type = subjectTypes[table]
  const { household_id: _, id, created_at: __, updated_at: ___, ...fields } = { ...row }
  await recordChange(acting, {
    action: `${type}.remove`,
    subject: { type, id },
    before: { ...fields, ...noted },
    after: null,
    at: momentAfter(acting.now(), row.updated_at),
  })
  return { success: true }
}
