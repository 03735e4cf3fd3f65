import type { Paydays } from '#/core/calendar/paydays.ts'
import type { Cents } from '#/core/values/cents.ts'
import { dayNumber } from '#/core/values/day.ts'
import type { Day } from '#/core/values/day.ts'
import { hasInterval, occurrence, occurrenceNumber } from '#/core/calendar/occurrences.ts'
import type { Recurrence } from '#/core/calendar/occurrences.ts'

/** One Expense as the rules see it: its terms, its money, and its upcoming due date. */
export type Holding = {
  readonly id: string
  readonly terms: Terms
  readonly lanes: Lanes
  /** The index of the upcoming due date (`recurrenceOf`); 0 for an Expense that does not recur. */
  readonly cycle: number
}

/**
 * The terms that the owner has set. `payments` is the number of payments to hold in all (1 to 3; 1: no Fund Ahead),
 * `buildBy` the day by which. `card` is set for a `credit_card` Expense that is linked to an account and carries the
 * account's debt in cents (≥ 0); other types ignore it.
 */
export type Terms = {
  readonly type: 'expense' | 'goal' | 'credit_card'
  readonly target: Cents | null
  readonly intervalMonths: number | null
  /** Set instead of `intervalMonths` where the time between two payments is a number of days. */
  readonly intervalDays?: number | null
  readonly anchor: Day | null
  readonly payments: number
  readonly buildBy: Day | null
  readonly priority: Priority
  readonly paused: boolean
  readonly paydays: Paydays
  readonly card: { readonly owed: Cents } | null
}

export type Priority = 'high' | 'normal' | 'low'

/**
 * The money of an Expense, in cents. Three lanes, never negative: `ready` for the payment that has come due, `building`
 * for the next one, `reserve` for payments after that (Fund Ahead). Two counters: `prepaid` is the part of the next
 * payment that is already paid; `spent` counts as progress of a goal or a one-off Expense. Only `spent` may fall below
 * zero, when a purchase is removed but its refund is not; rules read it through `progress`.
 */
export type Lanes = {
  readonly ready: Cents
  readonly building: Cents
  readonly reserve: Cents
  readonly prepaid: Cents
  readonly spent: Cents
}

/**
 * The five ways to compute an Expense: a `bill` recurs; a `one_off` is needed on one day; an `envelope` has no day and
 * is refilled at each payday; a `goal` counts spending as progress; a `card` is linked to the account whose debt it
 * pays. A `credit_card` Expense without a linked account is computed as an ordinary Expense.
 */
export type Kind = 'bill' | 'one_off' | 'envelope' | 'goal' | 'card'

export const emptyLanes: Lanes = { ready: 0, building: 0, reserve: 0, prepaid: 0, spent: 0 }

export function kindOf(terms: Terms): Kind {
  if (terms.type === 'goal') return 'goal'
  if (terms.type === 'credit_card' && terms.card !== null) return 'card'
  if (terms.anchor === null) return 'envelope'
  return hasInterval(terms) ? 'bill' : 'one_off'
}

/** Adds the three lanes up, in cents. */
export function balanceOf(lanes: Lanes): Cents {
  return lanes.ready + lanes.building + lanes.reserve
}

/** Computes the progress of a goal or a one-off Expense, in cents: the money held and the money already spent. */
export function progress(lanes: Lanes): Cents {
  return balanceOf(lanes) + Math.max(0, lanes.spent)
}

/** Says if money spent counts as progress, so that it is not asked for again. */
export function countsSpending(terms: Terms): boolean {
  const kind = kindOf(terms)
  return kind === 'goal' || kind === 'one_off'
}

/** Returns the amount of one payment, in cents; 0 without a target. */
export function targetOf(terms: Terms): Cents {
  return terms.target ?? 0
}

/** Returns the number of payments to hold in all. Only a bill holds payments ahead. */
export function paymentsHeld(terms: Terms): number {
  return kindOf(terms) === 'bill' ? terms.payments : 1
}

/** Computes the extra reserve to build up, in cents: every payment beyond the first. */
export function extraReserveGoal(terms: Terms): Cents {
  return (paymentsHeld(terms) - 1) * targetOf(terms)
}

/** Returns the recurrence of a bill or a linked card; null without a date or with a single one. Ignores a goal's interval. */
export function recurrenceOf(terms: Terms): Recurrence | null {
  return recurs(terms) ? terms : null
}

/** Returns the upcoming due date or a goal's target date, null without one. A single date stays after it has passed. */
export function dueDay({ terms, cycle }: Holding): Day | null {
  const recurrence = recurrenceOf(terms)
  return recurrence === null ? terms.anchor : occurrence(recurrence, cycle)
}

/** As `dueDay`, as a day number. */
export function dueNumber({ terms, cycle }: Holding): number | null {
  const recurrence = recurrenceOf(terms)
  if (recurrence !== null) return occurrenceNumber(recurrence, cycle)
  return terms.anchor === null ? null : dayNumber(terms.anchor)
}

/** Narrows terms that recur to a recurrence, without allocating one. */
function recurs(terms: Terms): terms is Terms & Recurrence {
  return terms.type !== 'goal' && terms.anchor !== null && hasInterval(terms)
}
