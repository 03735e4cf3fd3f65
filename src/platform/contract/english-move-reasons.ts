import type { NumberFormats } from './english-reasons.ts'

/** The English sentences about the files of another application. */
export const englishMoveReasons = ({ plural }: Pick<NumberFormats, 'plural'>) => ({
  move_other_files: 'This file is not an export of the application that you chose.',
  move_twice: 'Two files hold the same table. Choose one of them.',
  move_columns: ({ columns }: { readonly columns: readonly string[] }) =>
    `The export lacks ${plural(columns.length, { one: 'the column', other: 'the columns' })} ${columns.join(', ')}.`,
  move_no_account: 'This payment names no account.',
  move_database: 'The database is damaged, or is not a budget of Actual.',
  move_zip_damaged: 'The ZIP file is damaged. Export it again.',
  move_zip_large: 'The ZIP file holds too much.',
  move_zip_encrypted: 'The ZIP file has a password. Export it without one.',
  move_dates: ({ example }: { readonly example: string }) =>
    `The date “${example}” can be read in two ways, and no other date decides. Choose the order of day and month.`,
  move_signs:
    'The file does not show if spending is written with a minus. Choose how it is written.',
})
