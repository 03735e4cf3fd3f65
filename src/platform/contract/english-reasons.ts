import type { FileReason, OpenReading } from './file-reason.ts'
import { englishMoveReasons } from './english-move-reasons.ts'

/** How a language writes the numbers in a reason. */
export type NumberFormats = {
  readonly number: (value: number) => string
  readonly plural: (
    count: number,
    forms: { readonly one: string; readonly other: string },
  ) => string
}

/** A sentence for each reason, or how to make one of the reason's details. A refused code has the sentence of the code. */
export type FileWords = {
  readonly [R in Exclude<FileReason, { name: 'refused' }> as R['name']]:
    | (Exclude<keyof R, 'name'> extends never ? string : never)
    | ((reason: R) => string)
}

const asColumn = (column: string | number) =>
  typeof column === 'number' ? `column ${column}` : `column “${column}”`

const inColumn = (column: string | number | undefined) =>
  column === undefined ? '' : ` in ${asColumn(column)}`

const openEnglish: Readonly<Record<OpenReading, string>> = {
  spending: 'The file may write spending with or without a minus.',
  date_order: 'The file may write the day or the month first.',
  decimal: 'The file may write decimals with a comma or a point.',
  columns: 'Several columns of the file may hold the amounts.',
  status: 'The file does not show which rows are booked.',
}

/** The reasons that concern one row or one cell. */
const ofRows = {
  no_date: 'This transaction has no date.',
  no_amount: 'This transaction has no amount.',
  date_alone: 'This line has a date but no amount.',
  amount_alone: 'This line has an amount but no date.',
  no_such_date: ({ date, column }) => `The date “${date}”${inColumn(column)} does not exist.`,
  not_an_amount: ({ amount, column }) =>
    `The amount “${amount}”${inColumn(column)} is not a number.`,
  amount_ambiguous: ({ amount, column }) =>
    `The amount “${amount}”${inColumn(column)} is ambiguous: its separator may mean thousands or decimals.`,
  amount_too_large: ({ amount, column }) =>
    `The amount “${amount}”${inColumn(column)} is too large.`,
  no_direction: ({ word = '', column }) =>
    word === ''
      ? `This line does not say${inColumn(column)} whether money came in or went out.`
      : `The word “${word}”${inColumn(column)} does not say whether money came in or went out.`,
  both_directions: 'This line has both a debit and a credit.',
  status_unknown: ({ status, column }) => `The status “${status}”${inColumn(column)} is unknown.`,
  other_currency: ({ stated, currency, column }) =>
    `The file is in “${stated}”${column === undefined ? '' : ` (${asColumn(column)})`}, but the account is in ${currency}.`,
} satisfies Partial<FileWords>

/**
 * The only English sentences for file reasons: `say-reason.ts` sends them to programs and the operator, the catalogue
 * `web/text/en/files.ts` shows them on the screens.
 */
export const englishReasons = ({ number, plural }: NumberFormats) =>
  ({
    empty: 'The file is empty.',
    no_rows: 'The file contains no transactions. Download more days.',
    not_text: 'This is not a text file.',
    not_statement: 'The file contains no account statement.',
    other_markup: 'This file is XML or HTML, not a bank statement.',
    other_kind: 'This kind of file cannot be imported. Ask your bank for CSV, Excel or OFX.',
    pdf: 'A PDF cannot be imported. Ask your bank for CSV, OFX, CAMT or an Excel workbook.',
    archive: 'The file is an archive. Unpack it, and choose the statement in it.',
    legacy_workbook:
      'Workbooks of Excel 95 and earlier, and XLSB, cannot be read. Save it as XLSX or CSV, and choose that file.',
    password_protected:
      'The workbook is protected by a password. Save it without one, and choose that file.',
    unpacks_too_large:
      'The workbook is too large when it is unpacked. Download fewer days, or CSV.',
    workbook_damaged: 'The workbook is damaged or cut off. Download it again.',
    no_sheet_with_header:
      'No sheet of the workbook has a header with a date column and an amount column.',
    notices: 'This CAMT.054 file contains no bookings, only notices. Ask your bank for CAMT.053.',
    trades: 'The file contains only trades of securities, which cannot be imported.',
    bank_error: ({ code, said }) =>
      said === null
        ? `The bank sent error “${code}” instead of a statement.`
        : `The bank sent error “${code}” instead of a statement: ${said}.`,
    breaks_off: 'The file is cut off in the middle. Download it again.',
    rows_unreadable: ({ read, total }) =>
      `Only ${number(read)} of ${number(total)} ${plural(total, { one: 'row', other: 'rows' })} can be read.`,
    document_type: 'The file declares a document type, which bank statements never do.',
    nested_too_deep: 'The file is nested too deeply.',
    follows_document: 'The file continues after the end of the statement.',
    closes_nothing: ({ tag }) =>
      `The file is not well-formed: “${tag}” does not match an opening tag.`,
    text_endless: 'This text never ends.',
    tag_endless: 'This tag never ends.',
    tag_unreadable: 'This tag cannot be read.',
    quote_open: 'The quote that opens here is never closed.',
    line_too_long: 'This line is too long.',
    too_many_columns: 'This line has too many columns.',
    record_open: 'The transaction above this line does not end.',
    too_many_splits: 'This transaction has too many parts.',
    entry_unreadable: ({ entry }) => `The entry “${entry}” cannot be read.`,
    balance_unreadable: ({ balance }) => `The balance “${balance}” cannot be read.`,
    no_columns: 'The file is not a statement: it has no columns.',
    columns_unnamed:
      'No header names a date column and an amount column. Choose the columns yourself.',
    column_missing: ({ named, header }) =>
      header.length === 0
        ? `No line of the file names a column “${named}”.`
        : `The file has no column “${named}”; it has ${header.map((name) => `“${name}”`).join(', ')}.`,
    reading_open: ({ kind }) => `${openEnglish[kind]} Choose which reading is right.`,
    dates_differ: ({ date, column }) =>
      `The date “${date}”${inColumn(column)} does not exist, or is not written like the dates above it.`,
    decimals_differ: ({ amount, sign, above, column }) =>
      `The amount “${amount}”${inColumn(column)} uses “${sign}” for decimals, but the amounts above it use “${above}”.`,
    ...ofRows,
    balances_differ: ({ expected, stated }) =>
      `The file does not add up: it states ${stated}, but its rows lead to ${expected}.`,
    several_accounts: ({ accounts }) =>
      `The file contains several accounts: ${accounts.join(', ')}. Choose one.`,
    account_missing: ({ wanted, accounts }) =>
      accounts.length === 0
        ? `The file has no account ${wanted}, and names no other account.`
        : `The file has no account ${wanted}; it has ${accounts.join(', ')}.`,
    ...englishMoveReasons({ plural }),
    given_up: 'The import was interrupted several times and was stopped.',
    our_side: 'Something failed on the server. Try again later.',
  }) satisfies FileWords
