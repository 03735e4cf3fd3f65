import type { Updateable } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Tables } from '#/platform/database/tables.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import type { RecordVersion } from './create.ts'
import { recordChange } from './record-change.ts'
import { momentAfter, requireUnchanged } from './require-unchanged.ts'
import { type RecordRow, type RecordTable, subjectTypes } from './tables.ts'

export type Edit<T extends RecordTable> = {
  /** The record before the change. */
  readonly row: RecordRow<T>
  /** The new values of columns. */
  readonly set: {
    readonly [K in keyof Updateable<Tables[T]>]?: Updateable<Tables[T]>[K] | undefined
  }
  /** The `updated_at` that the change is based on. */
  readonly expected: string | undefined
  /** The action in the audit log, such as `archive`; default `change`. */
  readonly verb?: string
  /** Changed fields that are not columns of the record. */
  readonly also?: { readonly before: object; readonly after: object }
}

/**
 * Changes a record and logs the fields that differ. If none differs, nothing is changed or logged. Throws
 * `edit_conflict`.
 */
export async function changeRecord<T extends RecordTable>(
  acting: Acting,
  table: T,
  { row, set, expected, verb = 'change', also = { before: {}, after: {} } }: Edit<T>,
): Promise<RecordVersion & { readonly changed: boolean }> {
  await requireUnchanged(acting, row, expected)
  const columns = pickDifferent(row, set)
  const more = pickDifferent(also.before, also.after)
  const before = { ...pick(row, columns), ...pick(also.before, more) }
  const { id } = row
  if (Object.keys(before).length === 0) {
    return { id, updated_at: writeInstant(row.updated_at), changed: false }
  }
  const at = momentAfter(acting.now(), row.updated_at)
  await acting.db
    .updateTable(table as 'categories')
    .set({ ...columns, updated_at: at })
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', id)
    .execute()
  const type = subjectTypes[table]
  await recordChange(acting, {
    action: `${type}.${verb}`,
    subject: { type, id },
    before,
    after: { ...columns, ...more },
    at,
  })
  return { id, updated_at: writeInstant(at), changed: true }
}

/** Returns the defined fields of `after` that differ from `before`. */
export function pickDifferent(before: object, after: object): Record<string, unknown> {
  const was = before as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => {
      return value !== undefined && JSON.stringify(value) !== JSON.stringify(was[name])
    }),
  )
}

/** Returns the fields of `row` that `names` also has. */
export function pick(row: object, names: object): Record<string, unknown> {
  const fields = row as Record<string, unknown>
  return Object.fromEntries(Object.keys(names).map((name) => [name, fields[name]]))
}
