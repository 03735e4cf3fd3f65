import type { Code } from './codes.ts'

type Nothing = Readonly<Record<never, never>>

/** Names the column of a bad value: by its header, or by its position from 1 if the file has no header. */
type InColumn = { readonly column?: string | number | undefined }

/** Parts of a reading that the file itself may leave open, so that a person decides. */
export const openReadings = ['spending', 'date_order', 'decimal', 'columns', 'status'] as const
export type OpenReading = (typeof openReadings)[number]

/**
 * Why a statement file cannot be imported, with short excerpts of the file as evidence. Each language has one sentence
 * for each: `english-reasons.ts`, which the server sends as well, and `web/text/es/files.ts`.
 */
type Reasons = {
  // The kind of file.
  readonly empty: Nothing
  readonly no_rows: Nothing
  readonly not_text: Nothing
  readonly not_statement: Nothing
  readonly other_markup: Nothing
  readonly other_kind: Nothing
  readonly pdf: Nothing
  readonly archive: Nothing
  readonly legacy_workbook: Nothing
  readonly password_protected: Nothing
  readonly unpacks_too_large: Nothing
  readonly workbook_damaged: Nothing
  readonly no_sheet_with_header: Nothing
  readonly notices: Nothing
  readonly trades: Nothing
  readonly bank_error: { readonly code: string; readonly said: string | null }
  // Its syntax.
  readonly breaks_off: Nothing
  readonly rows_unreadable: { readonly read: number; readonly total: number }
  readonly document_type: Nothing
  readonly nested_too_deep: Nothing
  readonly follows_document: Nothing
  readonly closes_nothing: { readonly tag: string }
  readonly text_endless: Nothing
  readonly tag_endless: Nothing
  readonly tag_unreadable: Nothing
  readonly quote_open: Nothing
  readonly line_too_long: Nothing
  readonly too_many_columns: Nothing
  readonly record_open: Nothing
  readonly too_many_splits: Nothing
  readonly entry_unreadable: { readonly entry: string }
  readonly balance_unreadable: { readonly balance: string }
  // Its columns and their formats.
  readonly no_columns: Nothing
  readonly column_missing: { readonly named: string; readonly header: readonly string[] }
  readonly reading_open: { readonly kind: OpenReading }
  readonly columns_unnamed: Nothing
  readonly dates_differ: InColumn & { readonly date: string }
  readonly decimals_differ: InColumn & {
    readonly amount: string
    readonly sign: string
    readonly above: string
  }
  // A row.
  readonly no_date: Nothing
  readonly no_amount: Nothing
  readonly date_alone: Nothing
  readonly amount_alone: Nothing
  readonly no_such_date: InColumn & { readonly date: string }
  readonly not_an_amount: InColumn & { readonly amount: string }
  readonly amount_ambiguous: InColumn & { readonly amount: string }
  readonly amount_too_large: InColumn & { readonly amount: string }
  readonly no_direction: InColumn & { readonly word?: string | undefined }
  readonly both_directions: Nothing
  readonly status_unknown: InColumn & { readonly status: string }
  readonly other_currency: InColumn & { readonly stated: string; readonly currency: string }
  // Its sums.
  readonly balances_differ: { readonly expected: string; readonly stated: string }
  // Its accounts.
  readonly several_accounts: { readonly accounts: readonly string[] }
  readonly account_missing: { readonly wanted: string; readonly accounts: readonly string[] }
  // The files of another application.
  readonly move_other_files: Nothing
  readonly move_twice: Nothing
  readonly move_columns: { readonly columns: readonly string[] }
  readonly move_no_account: Nothing
  readonly move_database: Nothing
  readonly move_zip_damaged: Nothing
  readonly move_zip_large: Nothing
  readonly move_zip_encrypted: Nothing
  readonly move_dates: { readonly example: string }
  readonly move_signs: Nothing
  // Causes outside the file.
  readonly given_up: Nothing
  readonly our_side: Nothing
  readonly refused: { readonly code: Code }
}

export type FileReasonName = keyof Reasons
export type FileReasonOf<N extends FileReasonName> = { readonly name: N } & Reasons[N]
export type FileReason = { [N in FileReasonName]: FileReasonOf<N> }[FileReasonName]
