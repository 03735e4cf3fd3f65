import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

/** A file's row in an account that is kept by hand. `amount` in cents. */
export type FileRow = {
  readonly status: 'pending' | 'booked'
  readonly amount: Cents
  readonly booked: Day
}

/**
 * Returns the share of a row in its account's balance, in cents. A statement's balance includes all bookings up to its
 * day (`statementDay`; null without a statement). Pending spending counts already, pending income does not yet.
 */
export function countedOf({ status, amount, booked }: FileRow, statementDay: Day | null): Cents {
  if (status === 'pending') return Math.min(amount, 0)
  return statementDay !== null && booked <= statementDay ? 0 : amount
}
