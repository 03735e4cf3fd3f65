import type { DecimalSign } from './amounts.ts'
import type { Columns } from './columns.ts'
import type { DateOrder } from './dates.ts'
import type { Encoding } from '#/sources/statements/encoding.ts'

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** How to read a CSV file, decided from all of its rows. */
export type Layout = {
  readonly delimiter: Delimiter
  /** Records before the first transaction: preamble and header. */
  readonly skipped: number
  /** Column names; empty for a file without a header. */
  readonly header: readonly string[]
  readonly columns: Columns
  readonly dateOrder: DateOrder
  readonly decimal: DecimalSign
  /** True if spending is positive and income negative in the file. */
  readonly isInverted: boolean
  /** The account is a credit card, whose debt may be written without a minus. */
  readonly isCard?: boolean | undefined
  /** The usual sign of a separate debit column if signs matter there: 1 or -1. Null: amounts there are magnitudes. */
  readonly debitSign: 1 | -1 | null
  /** Beside a direction column, the sign of the amount itself says nothing. */
  readonly isMagnitude?: boolean | undefined
  /** The side of an amount whose direction is empty. Null: it must not be empty. */
  readonly blankSide?: 'in' | 'out' | null | undefined
  /** The column of statuses says by yes or no whether a row is pending. */
  readonly isPendingFlag?: boolean | undefined
  /** Rows whose status is not known to mean booked are left out. */
  readonly isStrictStatus?: boolean | undefined
  /** Columns with a date, for a row whose own date is empty. */
  readonly otherDates?: readonly number[] | undefined
  /** Columns that hold money, but not the amount of a row. */
  readonly otherMoney?: readonly number[] | undefined
  /** The column that names the account of each row, if the table holds several. */
  readonly account?: number | null | undefined
  /** The person whose account it is, where a file names both parties of each payment. */
  readonly owner?: string | null | undefined
}

/** The parts of a layout that a person chose; the rest is detected. */
export type Mapping = {
  readonly encoding?: Encoding | undefined
  readonly delimiter?: Delimiter | undefined
  readonly skipped?: number | undefined
  /** Mappings stored before balances were read have no `balance`. */
  readonly columns?:
    | (Omit<Columns, 'balance'> & { readonly balance?: number | null | undefined })
    | undefined
  readonly dateOrder?: DateOrder | undefined
  readonly decimal?: DecimalSign | undefined
  readonly isInverted?: boolean | undefined
}

/** The decisions that a person makes when the file does not. */
export type QuestionKind = 'spending' | 'date_order' | 'decimal' | 'columns' | 'status'

/**
 * An open question: nothing in the file, the account or its known rows decides between the readings, or they contradict
 * the one that is likelier. Each reading can be sent as a choice and answers this question.
 */
export type Question = {
  readonly kind: QuestionKind
  /** Two or three, the likelier first. */
  readonly readings: readonly [Mapping, Mapping, ...Mapping[]]
}

/** The account that a table is for. */
export type LayoutOptions = {
  /** ISO 4217. */
  readonly currency: string
  /** The account is a credit card, where spending may be written without a minus. */
  readonly isCard?: boolean | undefined
}

/** A layout, and the question that a person must answer before anything is stored by it. */
export type DetectedLayout = { readonly layout: Layout; readonly question: Question | null }

/** Returns the columns that a person chose, if any. */
export function chosenColumns({ columns }: Mapping): Columns | null {
  return columns ? { ...columns, balance: columns.balance ?? null } : null
}

/** The header must be among these first records. */
export const HEADER_MAX = 200
