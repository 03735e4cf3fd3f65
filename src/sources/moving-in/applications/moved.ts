import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import type { LeftReason } from '#/core/values/moves.ts'

// The one shape that every application's files are turned into. Each reader yields these in any order, except that the
// balance of an account comes before its payments.

export type AccountType = 'depository' | 'credit' | 'loan' | 'investment' | 'wallet' | 'other'
export type AccountKind = { readonly type: AccountType; readonly subtype: string | null }

/** An account of the application. `key` is its id there, or else its name. */
export type MovedAccount = {
  readonly kind: 'account'
  readonly key: string
  readonly name: string
  /** Null if the files do not say: then it is guessed from the name. */
  readonly type: AccountKind | null
  /** Null if the files do not say. */
  readonly currency: string | null
  /** It is not part of the budget, such as a house or a pension. */
  readonly isTracked?: boolean
}

/** Money that an account held before its first payment. */
export type MovedOpening = {
  readonly kind: 'opening'
  readonly account: string
  readonly amount: Cents
}

/** The balance of an account at the end of a day. */
export type MovedBalance = {
  readonly kind: 'balance'
  readonly account: string
  readonly amount: Cents
  readonly day: Day
}

export type CategoryKind = 'expense' | 'income' | 'transfer'

export type MovedCategory = {
  readonly kind: 'category'
  readonly key: string
  readonly name: string
  readonly group: string | null
  /** Null if the files do not say: then the sum of its payments decides. */
  readonly type: CategoryKind | null
}

/** A part of a split payment. */
export type MovedPart = {
  readonly amount: Cents
  readonly category: string | null
  readonly note: string | null
  /** Set if the part is a transfer, as in a row. */
  readonly pair?: string
}

/** The pair of a transfer whose other side the application does not name: amount and day decide. */
export const SOMEWHERE = ''
/** The pair of a row that corrects a balance: no money has moved. */
export const CORRECTION = '='

export type MovedRow = {
  readonly kind: 'row'
  readonly account: string
  /** Names the payment in every export; null: its content names it. */
  readonly id: string | null
  readonly line: number | null
  readonly day: Day
  readonly amount: Cents
  readonly payee: string
  /** The bank's own text, if it differs. */
  readonly original: string | null
  /** The key of its category. */
  readonly category: string | null
  readonly notes: string | null
  readonly tags: readonly string[]
  readonly isPending: boolean
  /**
   * A transfer between two accounts of the files: the same text on both sides, or `SOMEWHERE` if the other side is not
   * named, or `CORRECTION`. Undefined: not a transfer.
   */
  readonly pair?: string | undefined
  readonly parts?: readonly MovedPart[] | undefined
}

/** A budget target or a schedule, which becomes a proposal. */
export type MovedTarget =
  | {
      readonly kind: 'bill'
      readonly name: string
      readonly payee: string | null
      readonly amount: Cents
      readonly intervalMonths: 1 | 3 | 6 | 12
      /** Null: a budget of a month without a due date. */
      readonly due: Day | null
    }
  | {
      readonly kind: 'payday'
      readonly name: string
      readonly amount: Cents
      readonly frequency: 'weekly' | 'biweekly' | 'semimonthly' | 'monthly'
      readonly days: readonly number[]
      readonly anchor: Day
    }

/** Something that is not taken. `name` is an example for people; `count` defaults to 1. */
export type Left = {
  readonly kind: 'left'
  readonly reason: LeftReason
  readonly name: string | null
  readonly count?: number
}

export type Moved =
  | MovedAccount
  | MovedOpening
  | MovedBalance
  | MovedCategory
  | MovedRow
  | MovedTarget
  | Left

/** The facts that files do not always state. */
export type ReadOptions = {
  /** The currency of amounts without one. */
  readonly currency: string
  /** True if a person chose the currency, so that signs in the file do not change it. */
  readonly isCurrencyChosen: boolean
  readonly dateOrder: 'dmy' | 'mdy' | 'ymd' | null
  readonly spending: 'plus' | 'minus' | null
  readonly today: Day
}
