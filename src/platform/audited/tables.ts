import type { Selectable } from 'kysely'
import type { Tables } from '#/platform/database/tables.ts'
import type { Subject } from './record-change.ts'

/** The tables of records that people keep, with the names that the audit log uses for them. */
export const subjectTypes = {
  accounts: 'account',
  categories: 'category',
  category_rules: 'category_rule',
  funding_schedules: 'funding_schedule',
  expense_groups: 'expense_group',
  expenses: 'expense',
} as const satisfies Partial<Record<keyof Tables, Subject['type']>>

export type RecordTable = keyof typeof subjectTypes
/** A stored record. Lists the common columns, because the compiler cannot derive them from `T`. */
export type RecordRow<T extends RecordTable> = Selectable<Tables[T]> & {
  readonly household_id: string
  readonly id: string
  readonly created_at: Temporal.Instant
  readonly updated_at: Temporal.Instant
}
/** The tables whose records people order. */
export type OrderedTable = Exclude<RecordTable, 'accounts'>
