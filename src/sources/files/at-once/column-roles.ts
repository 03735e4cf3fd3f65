import type { Mapping } from '#/sources/statements/csv/layout.ts'

/** The roles that a column may have. */
export const columnRoles = [
  'date',
  'amount',
  'debit',
  'credit',
  'direction',
  'merchant',
  'payer',
  'description',
  'currency',
  'balance',
  'status',
  'fee',
  'category',
  'mcc',
  'reference',
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** Names a column by its header or by its position from 1; `none`: the file has no such column. */
export type NamedColumn = { readonly role: ColumnRole; readonly named: string }

/** How a file is to be read, as far as a person says; the rest is detected, or read as chosen before. */
export type ChosenReading = {
  readonly spending?: 'plus' | 'minus' | undefined
  readonly dateOrder?: Mapping['dateOrder']
  readonly decimal?: Mapping['decimal']
  readonly columns?: readonly NamedColumn[] | undefined
  /** The column that says which rows are booked, named like the others. */
  readonly status?: string | undefined
}
