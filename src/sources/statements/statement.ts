import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

export type Format = 'csv' | 'ofx' | 'camt.052' | 'camt.053'

/** One transaction as a statement tells it. */
export type StatementRow = {
  /** Where it begins in the file, from 1. */
  readonly line: number
  /** The account's number in the file; null where the file does not say. */
  readonly account: string | null
  /** The bank's own name of the transaction; null where it has none. */
  readonly reference: string | null
  readonly status: 'pending' | 'booked'
  /** Negative for spending. */
  readonly amount: Cents
  readonly bookedOn: Day
  readonly description: string
  /** The other party, where the file names it apart. */
  readonly merchant: string | null
  readonly memo: string | null
  readonly mcc: string | null
}

/** What a statement says that an account holds. */
export type ToldBalance = {
  readonly account: string | null
  /** From the owner's side: debt is negative. */
  readonly amount: Cents
  /** All that was booked until the end of this day is in it. */
  readonly day: Day
}

/** Where a file's running balance does not follow from its rows: some are missing, or it counts otherwise. */
export type BalanceGap = {
  readonly line: number
  /** By the balance of the row beside it and what lies between; in the file's own sign. */
  readonly expected: Cents
  readonly told: Cents
}

/** What a reader must know of the account that the file is for. */
export type Reading = {
  /** ISO 4217. */
  readonly currency: string
  /** Hears of balances that can be read; one that cannot is as good as none. */
  readonly onBalance?: (told: ToldBalance) => void
  /** Hears of the first gaps in a running balance, once, and how many there are. */
  readonly onGaps?: (gaps: readonly BalanceGap[], total: number) => void
}

/**
 * Reads a file piece by piece, so that its size does not matter, and tells each row as soon as it is complete. Both throw
 * StatementFault for a file that cannot be read whole.
 */
export type StatementReader = {
  readonly push: (text: string) => void
  readonly end: () => void
}
