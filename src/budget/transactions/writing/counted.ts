import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

/** A row that a file has brought to an account that no bank and no device keeps. */
export type Row = {
  readonly status: 'pending' | 'booked'
  readonly amount: Cents
  readonly booked: Day
}

/**
 * How much of its account's balance a row is, in cents. What a statement has told of the balance holds all that was booked
 * until that day (`toldOn`; null: none has told). What is pending on its way out is gone already, and what is pending on
 * its way in is not there yet.
 */
export function countedOf({ status, amount, booked }: Row, toldOn: Day | null): Cents {
  if (status === 'pending') return Math.min(amount, 0)
  return toldOn !== null && booked <= toldOn ? 0 : amount
}
