import type { FileReason } from './file-reason.ts'

/** How a language writes the numbers in a reason. */
type NumberFormats = {
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

/**
 * The only English sentences for file reasons: `say-reason.ts` sends them to programs and the operator, the catalogue
 * `web/text/en/files.ts` shows them on the screens.
 */
export const englishReasons = ({ number, plural }: NumberFormats) =>
  ({
    empty: 'The file is empty.',
    not_text: 'This is not a text file.',
    not_statement: 'The file contains no account statement.',
    other_markup: 'This file is XML or HTML, not a bank statement.',
    other_kind: 'The file is not a CSV, OFX, QFX or CAMT statement.',
    qif: 'QIF files cannot be imported. Ask your bank for CSV or OFX.',
    notices: 'A CAMT.054 file contains notices, not a statement. Ask your bank for CAMT.053.',
    trades: 'Trades of securities cannot be imported.',
    bank_error: ({ code, said }) =>
      said === null
        ? `The bank sent error “${code}” instead of a statement.`
        : `The bank sent error “${code}” instead of a statement: ${said}.`,
    breaks_off: 'The file is cut off in the middle. Download it again.',
    rows_unreadable: ({ read, total }) =>
      `Only ${number(read)} of ${number(total)} ${plural(total, { one: 'row', other: 'rows' })} can be read.`,
    document_type: 'The file declares a document type, which statements never do.',
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
    no_columns: 'The file is not a statement: it has no columns.',
    columns_unnamed:
      'No header names a date column and an amount column. Choose what the columns are.',
    dates_differ: ({ date }) =>
      `The date “${date}” does not exist, or is not written like the dates above it.`,
    decimals_differ: ({ amount, sign, above }) =>
      `The amount “${amount}” uses “${sign}” for decimals, but the amounts above it use “${above}”.`,
    no_date: 'This transaction has no date.',
    no_amount: 'This transaction has no amount.',
    date_alone: 'This line has a date but no amount.',
    amount_alone: 'This line has an amount but no date.',
    no_such_date: ({ date }) => `The date “${date}” does not exist.`,
    not_an_amount: ({ amount }) => `The amount “${amount}” is not a number.`,
    amount_ambiguous: ({ amount }) =>
      `The amount “${amount}” is ambiguous: its separator may mean thousands or decimals.`,
    amount_too_large: ({ amount }) => `The amount “${amount}” is too large.`,
    no_direction: 'This line does not say whether money came in or went out.',
    both_directions: 'This line has both a debit and a credit.',
    status_unknown: ({ status }) => `The status “${status}” is unknown.`,
    other_currency: ({ stated, currency }) =>
      `The file is in “${stated}”, but the account is in ${currency}.`,
    several_accounts: ({ accounts }) =>
      `The file contains several accounts: ${accounts.join(', ')}. Choose one.`,
    account_missing: ({ wanted, accounts }) =>
      accounts.length === 0
        ? `The file has no account ${wanted}, and names no other account.`
        : `The file has no account ${wanted}; it has ${accounts.join(', ')}.`,
    given_up: 'The import was interrupted several times and was stopped.',
    our_side: 'Something failed on our side. Try again later.',
  }) satisfies FileWords
