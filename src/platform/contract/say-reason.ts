import { codes } from './codes.ts'
import type { FileReason, FileReasonName, FileReasonOf } from './file-reason.ts'

type Words = {
  readonly [N in FileReasonName]:
    | (Exclude<keyof FileReasonOf<N>, 'name'> extends never ? string : never)
    | ((reason: FileReasonOf<N>) => string)
}

const words: Words = {
  empty: 'The file is empty.',
  not_text: 'This is not a text file.',
  not_statement: 'The file holds no statement of an account.',
  other_markup: 'This is XML or HTML, but no statement.',
  other_kind: 'The file is no CSV, OFX, QFX or CAMT statement.',
  qif: 'QIF files cannot be imported.',
  notices: 'A CAMT.054 file holds notices, which are no statement.',
  trades: 'Trades of securities cannot be imported.',
  bank_error: ({ code, said }) =>
    said === null
      ? `The bank gave no statement, but error “${code}”.`
      : `The bank gave no statement, but error “${code}”: ${said}.`,
  breaks_off: 'The file breaks off in the middle.',
  rows_unreadable: ({ read, total }) => `Only ${read} of ${total} rows can be read.`,
  document_type: 'The file declares a document type, which statements do not.',
  nested_too_deep: 'The file is nested too deep.',
  follows_document: 'Something follows the document.',
  closes_nothing: ({ tag }) => `The file is not well-formed: “${tag}” closes nothing.`,
  text_endless: 'This text never ends.',
  tag_endless: 'This tag never ends.',
  tag_unreadable: 'This tag cannot be read.',
  quote_open: 'The quote that opens here is never closed.',
  line_too_long: 'This line is too long.',
  too_many_columns: 'This line has too many columns.',
  no_columns: 'The file is no statement: it has no columns.',
  columns_unnamed:
    'No line names a column for the date and one for the amount, so nobody can tell what the columns are.',
  dates_differ: ({ date }) =>
    `The date “${date}” does not exist, or is written otherwise than the dates above it.`,
  decimals_differ: ({ amount, sign, above }) =>
    `The amount “${amount}” has its decimals behind “${sign}”, and the amounts above it behind “${above}”.`,
  no_date: 'This transaction has no date.',
  no_amount: 'This transaction has no amount.',
  date_alone: 'This line has a date, and no amount.',
  amount_alone: 'This line has an amount, and no date.',
  no_such_date: ({ date }) => `The date “${date}” does not exist.`,
  not_an_amount: ({ amount }) => `The amount “${amount}” is no number.`,
  amount_ambiguous: ({ amount }) => `The amount “${amount}” may mean thousands or decimals.`,
  amount_too_large: ({ amount }) => `The amount “${amount}” is too large.`,
  no_direction: 'This line does not say which way the money went.',
  both_directions: 'This line has both a debit and a credit.',
  status_unknown: ({ status }) => `The status “${status}” of this entry is not known.`,
  other_currency: ({ told, currency }) =>
    `The file is in “${told}”, and the account in ${currency}.`,
  several_accounts: ({ accounts }) =>
    `The file holds several accounts: ${accounts.join(', ')}. Say which one is meant.`,
  account_missing: ({ wanted, accounts }) =>
    `The file has no account ${wanted}; it has ${accounts.join(', ') || 'none with a number'}.`,
  given_up: 'The import broke off several times and was given up.',
  our_side: 'Something failed on our side; try again later.',
  refused: ({ code }) => codes[code].message,
}

/** A reason in English, as one sentence or two, for the command line and for programs. */
export function sayReason(reason: FileReason): string {
  const said: string | ((reason: never) => string) = words[reason.name]
  // The words of a name take the reason of that name.
  return typeof said === 'string' ? said : said(reason as never)
}

/** Whether something is a reason that there are words for. */
export function isFileReason(value: unknown): value is FileReason {
  const isNamed = typeof value === 'object' && value !== null && 'name' in value
  return isNamed && typeof value.name === 'string' && Object.hasOwn(words, value.name)
}
