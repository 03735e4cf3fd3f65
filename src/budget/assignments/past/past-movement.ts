import { occurrence } from '#/core/calendar/occurrences.ts'
import { nextPayday } from '#/core/calendar/paydays.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays, type Day } from '#/core/values/day.ts'
import {
  balanceOf,
  dueDay,
  type Holding,
  kindOf,
  recurrenceOf,
} from '#/budget/expenses/rules/holding.ts'
import { earlyPaymentDays, spend } from '#/budget/expenses/rules/lanes.ts'

/** A payment that free-to-spend has paid: `amount` in cents, below zero. */
export type PastPayment = { readonly amount: Cents; readonly booked: Day }

export type Since = {
  /** The day on which the Expense was created: before, it could pay nothing. */
  readonly created: Day
  readonly today: Day
}

/**
 * Computes the cents that an Expense gives back to free-to-spend for a payment that free-to-spend has paid: only money
 * that it still keeps for exactly this payment. Returns the Expense afterwards. 0: linking them moves nothing.
 */
export function pastMovement(
  holding: Holding,
  payment: PastPayment,
  since: Since,
): { readonly moved: Cents; readonly after: Holding } {
  if (!isHeldFor(holding, payment, since)) return { moved: 0, after: holding }
  const { lanes, taken } = spend(holding, { amount: -payment.amount, booked: payment.booked })
  const moved = taken.ready + taken.building + taken.reserve
  return { moved, after: { ...holding, lanes } }
}

/**
 * Decides if an Expense still holds the money for a past payment. A bill keeps it as `ready` from the due date on, and
 * as `building` before it, for an early payment. For an older payment nothing is left to give back: at the next due date
 * the unspent money counted for the next payment. The same holds for an envelope after the next payday, which refilled it
 * by that much less. A goal always counts spending as progress.
 */
function isHeldFor(holding: Holding, { amount, booked }: PastPayment, since: Since): boolean {
  const { terms, lanes } = holding
  if (amount >= 0 || booked < since.created || balanceOf(lanes) === 0) return false
  switch (kindOf(terms)) {
    case 'bill': {
      const due = dueDay(holding)!
      if (booked >= addDays(due, -earlyPaymentDays(terms))) return lanes.ready + lanes.building > 0
      const last = lastDue(holding)
      const belongs = last !== null && booked >= addDays(last, -earlyPaymentDays(terms))
      return belongs && lanes.ready * 2 >= -amount
    }
    case 'envelope': {
      const refilled = nextPayday(terms.paydays, addDays(booked, 1))
      return refilled === null || refilled > since.today
    }
    case 'one_off':
    case 'goal':
      return true
    case 'card':
      return false
  }
}

/** Returns the due date before the upcoming one; null before the first. */
function lastDue({ terms, cycle }: Holding): Day | null {
  const recurrence = recurrenceOf(terms)
  return recurrence === null || cycle === 0 ? null : occurrence(recurrence, cycle - 1)
}
