import type { Paydays } from '#/core/calendar/paydays.ts'
import type { Cents } from '#/core/values/cents.ts'
import { dayNumber } from '#/core/values/day.ts'
import type { Day } from '#/core/values/day.ts'
import { occurrence, occurrenceNumber } from '#/core/calendar/occurrences.ts'
import type { Recurrence } from '#/core/calendar/occurrences.ts'

/** One Expense as the rules see it: what is agreed, what it holds, and which due date comes next. */
export type Holding = {
  readonly id: string
  readonly terms: Terms
  readonly lanes: Lanes
  /** The index of the upcoming due date (`recurrenceOf`); 0 for an Expense that does not recur. */
  readonly cycle: number
}

/**
 * What the owner has asked of an Expense. `payments` is how many payments to hold in all (1 to 3, 1 = no Fund
 * Ahead), `buildBy` the day by which. `card` is set for a `credit_card` Expense that is linked to an account and
 * carries what is owed there (≥ 0); on other types it means nothing.
 */
export type Terms = {
  readonly type: 'expense' | 'goal' | 'credit_card'
  readonly target: Cents | null
  readonly intervalMonths: number | null
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
 * What an Expense holds, in cents. Three lanes of money, never negative: `ready` for the payment that has come
 * due, `building` for the next one, `reserve` for payments after that (Fund Ahead). Two counters: `prepaid` of the
 * next payment is already paid; `spent` of a goal or of a one-off Expense counts as progress. `spent` alone may
 * pass below zero, when a purchase is removed but its refund is not; rules read it through `progress`.
 */
export type Lanes = {
  readonly ready: Cents
  readonly building: Cents
  readonly reserve: Cents
  readonly prepaid: Cents
  readonly spent: Cents
}

/**
 * The five ways an Expense is computed: a `bill` recurs; a `one_off` is needed on one day; an `envelope` has no day
 * and is refilled at each payday; a `goal`; a `card` is linked to the account whose debt it pays. A `credit_card`
 * Expense without a linked account is an ordinary Expense.
 */
export type Kind = 'bill' | 'one_off' | 'envelope' | 'goal' | 'card'

export const emptyLanes: Lanes = { ready: 0, building: 0, reserve: 0, prepaid: 0, spent: 0 }

export function kindOf(terms: Terms): Kind {
  if (terms.type === 'goal') return 'goal'
  if (terms.type === 'credit_card' && terms.card !== null) return 'card'
  if (terms.anchor === null) return 'envelope'
  return terms.intervalMonths === null ? 'one_off' : 'bill'
}

/** Everything set aside, in cents. */
export function balanceOf(lanes: Lanes): Cents {
  return lanes.ready + lanes.building + lanes.reserve
}

/** What a goal or a one-off Expense has reached, in cents: the money it holds and the money already spent on it. */
export function progress(lanes: Lanes): Cents {
  return balanceOf(lanes) + Math.max(0, lanes.spent)
}

/** Whether money spent counts as progress, so that it is not asked for again. */
export function countsSpending(terms: Terms): boolean {
  const kind = kindOf(terms)
  return kind === 'goal' || kind === 'one_off'
}

/** One payment, in cents; 0 without a target. */
export function targetOf(terms: Terms): Cents {
  return terms.target ?? 0
}

/** How many payments to hold in all. Only a bill has payments to hold ahead. */
export function paymentsHeld(terms: Terms): number {
  return kindOf(terms) === 'bill' ? terms.payments : 1
}

/** The extra reserve to build up, in cents: every payment beyond the first. */
export function extraReserveGoal(terms: Terms): Cents {
  return (paymentsHeld(terms) - 1) * targetOf(terms)
}

/** The due dates of a bill or of a linked card; null for what has no date or only one. A goal's interval is ignored. */
export function recurrenceOf(terms: Terms): Recurrence | null {
  return recurs(terms) ? terms : null
}

/** The upcoming due date, a goal's target date included; null without one. A single date stays when it has passed. */
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

/** Terms that recur are a recurrence themselves, so that asking for it costs nothing. */
function recurs(terms: Terms): terms is Terms & Recurrence {
  return terms.type !== 'goal' && terms.anchor !== null && terms.intervalMonths !== null
}
