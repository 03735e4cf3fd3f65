import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

/** `xlsx` and `xls` are workbooks, `html` is a page with a table; they have columns, as CSV has. */
export type Format =
  | 'csv'
  | 'xlsx'
  | 'xls'
  | 'html'
  | 'ofx'
  | 'camt.052'
  | 'camt.053'
  | 'camt.054'
  | 'mt940'
  | 'mt942'
  | 'qif'

/** One transaction of a statement. */
export type StatementRow = {
  /** The line where it begins, from 1. */
  readonly line: number
  /** The account number in the file; null if the file gives none. */
  readonly account: string | null
  /** The bank's id of the transaction, if any. */
  readonly reference: string | null
  readonly status: 'pending' | 'booked'
  /** In cents; negative for spending. */
  readonly amount: Cents
  readonly bookedOn: Day
  readonly description: string
  /** The other party, if the file names it separately. */
  readonly merchant: string | null
  readonly memo: string | null
  readonly mcc: string | null
  /** The bank's own words for the category, such as `Groceries`. */
  readonly category: string | null
}

/**
 * Why a row of a file is not a booking of the account: it is not booked yet, never will be, or states something else than
 * a payment. `investment` moves securities, not money.
 */
export type SkipReason =
  | 'pending'
  | 'reverted'
  | 'declined'
  | 'balance'
  | 'total'
  | 'notice'
  | 'empty'
  | 'other_account'
  | 'other_currency'
  | 'investment'

/** The rows of a file that are left out, by reason. */
export type SkippedRows = readonly {
  readonly reason: SkipReason
  readonly count: number
  /** The first lines, at most five. */
  readonly lines: readonly number[]
}[]

/** The balance of an account according to a statement. */
export type BalanceStatement = {
  readonly account: string | null
  /** In cents; debt is negative. */
  readonly amount: Cents
  /** It includes everything booked up to the end of this day. */
  readonly day: Day
}

/** A row whose running balance does not follow from the rows before it: some rows are missing, or it counts differently. */
export type BalanceGap = {
  readonly line: number
  /** The previous balance plus the amounts since, in cents and in the file's own sign. */
  readonly expected: Cents
  /** The balance in the file. */
  readonly actual: Cents
}

/** The account that the file is for, and callbacks for balances. */
export type ReaderOptions = {
  /** ISO 4217. */
  readonly currency: string
  /** Receives each readable balance; unreadable ones are ignored, because rows count without them. */
  readonly onBalance?: (balance: BalanceStatement) => void
  /** Receives the first gaps in a running balance, once, and their total number. */
  readonly onGaps?: (gaps: readonly BalanceGap[], total: number) => void
  /** Receives the number of each account that the file names, also of one without rows; may repeat it. */
  readonly onAccount?: (account: string) => void
  /** Receives each row that is left out. */
  readonly onSkipped?: (skipped: { readonly reason: SkipReason; readonly line: number }) => void
}

/**
 * Reads a file piece by piece, so memory does not depend on its size, and emits each row as soon as it is complete. Both
 * functions throw StatementFault for a file that cannot be read from end to end.
 */
export type StatementReader = {
  readonly push: (text: string) => void
  readonly end: () => void
}
