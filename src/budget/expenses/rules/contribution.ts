import { countPaydays, nextPaydayNumber } from '#/core/calendar/paydays.ts'
import { divideUp } from '#/core/values/cents.ts'
import type { Cents } from '#/core/values/cents.ts'
import { dayNumber } from '#/core/values/day.ts'
import { paymentTarget } from './card-reserve.ts'
import {
  balanceOf,
  dueNumber,
  extraReserveGoal,
  kindOf,
  progress,
  recurrenceOf,
  targetOf,
} from './holding.ts'
import type { Holding, Terms } from './holding.ts'
import { indexOnOrAfter, occurrenceNumber } from '#/core/calendar/occurrences.ts'
import { rollOverThroughNumber } from './roll-over.ts'

/** What a payday asks for an Expense, in cents, and the due date it works towards (a day number, null without one). */
export type Asked = {
  readonly ordinary: Cents
  readonly ahead: Cents
  readonly due: number | null
}

/** How a contribution comes about: `missing` is shared over `paydays` and rounded up to `asked`. Amounts in cents. */
export type Share = {
  /** What is to be held in the end. */
  readonly needed: Cents
  /** What counts towards it already. */
  readonly held: Cents
  /** Never negative. */
  readonly missing: Cents
  /** The last day that can serve, a day number; null: everything is asked at once. */
  readonly until: number | null
  /** The paydays from this one to `until`, both included; at least 1, so that a day that has passed asks for all. */
  readonly paydays: number
  readonly asked: Cents
}

/** A payday's two requests for an Expense, with everything that they follow from. */
export type Reckoning = {
  /** The Expense as the payday finds it: due dates before it are rolled over. */
  readonly rolled: Holding
  readonly due: number | null
  /** How many payments the ordinary request sees to: the next, and later ones that no other payday can serve. */
  readonly payments: number
  /** Null where nothing is asked for: paused, without a schedule, or a goal without a date. */
  readonly ordinary: Share | null
  /** Null where there is no extra reserve to build up. */
  readonly ahead: Share | null
}

/** A payday and the due date on or after it, in day numbers. A single date (a goal's) may have passed. */
type Moment = { readonly payday: number; readonly due: number | null }

/**
 * What the payday on day number `payday` asks for an Expense if there is enough money. Due dates that pass before it
 * are rolled over first; one on the same day is served by it. A paused Expense and one without a schedule ask 0.
 */
export function contributionsAt(holding: Holding, payday: number): Asked {
  const { ordinary, ahead, due } = reckonAt(holding, payday)
  return { ordinary: ordinary?.asked ?? 0, ahead: ahead?.asked ?? 0, due }
}

/** As `contributionsAt`, with the inputs: the one place where contributions are worked out. */
export function reckonAt(holding: Holding, payday: number): Reckoning {
  const upcoming = dueNumber(holding)
  const passed = upcoming !== null && upcoming < payday
  const rolled = passed ? rollOverThroughNumber(holding, payday - 1) : holding
  const due = passed ? dueNumber(rolled) : upcoming
  const { paused, paydays } = holding.terms
  if (paused || paydays.schedules.length === 0) {
    return { rolled, due, payments: 1, ordinary: null, ahead: null }
  }
  const moment = { payday, due }
  const payments = paymentsToServe(rolled, moment)
  return {
    rolled,
    due,
    payments,
    ordinary: ordinaryShare(rolled, moment, payments),
    ahead: fundAheadShare(rolled, moment),
  }
}

/**
 * What a payday asks for the next payment: what is missing, shared evenly over the paydays left, this one and one on
 * the due date included, rounded up. Asked anew at each payday, that ends exactly on the target, with amounts that
 * differ by one cent at most. What is ready does not count: it belongs to the payment that has come due, and a bill
 * that is paid late must not stop the next one. Past the date, everything is asked at once.
 */
function ordinaryShare(holding: Holding, { payday, due }: Moment, payments: number): Share | null {
  const { terms, lanes } = holding
  const target = targetOf(terms)
  const kind = kindOf(terms)
  const until = (needed: Cents, held: Cents) => share(terms, payday, { needed, held, until: due })
  switch (kind) {
    case 'bill':
      return until(payments * target, lanes.building + lanes.prepaid)
    case 'one_off':
    case 'goal':
      return terms.anchor === null ? null : until(target, progress(lanes))
    case 'envelope':
      return share(terms, payday, { needed: target, held: balanceOf(lanes), until: null })
    case 'card':
      return until(paymentTarget(terms), balanceOf(lanes))
  }
}

/**
 * What a payday asks for the extra reserve: what is missing, shared evenly over the paydays up to the day it is wanted
 * by. Without such a day, or past it, one extra payment is built up per interval.
 */
function fundAheadShare({ terms, lanes, cycle }: Holding, { payday }: Moment): Share | null {
  const needed = extraReserveGoal(terms)
  const missing = needed - lanes.reserve
  const recurrence = recurrenceOf(terms)
  if (needed === 0 || recurrence === null) return null
  const buildBy = terms.buildBy === null ? null : dayNumber(terms.buildBy)
  const until =
    buildBy !== null && buildBy >= payday
      ? buildBy
      : occurrenceNumber(recurrence, cycle + divideUp(Math.max(0, missing), targetOf(terms)) - 1)
  return share(terms, payday, { needed, held: lanes.reserve, until })
}

function share(
  { paydays: calendar }: Terms,
  payday: number,
  { needed, held, until }: Pick<Share, 'needed' | 'held' | 'until'>,
): Share {
  const missing = Math.max(0, needed - held)
  // Counting costs most of a forecast, and nothing is shared where nothing is missing.
  const left = missing === 0 || until === null ? 1 : countPaydays(calendar, payday, until)
  const paydays = Math.max(1, left)
  return { needed, held, missing, until, paydays, asked: divideUp(missing, paydays) }
}

/**
 * How many payments this payday must see to: the upcoming one, and every later one that comes due before the first payday
 * after it. Normally 1; a payday moved past a weekend can leave a due date without one of its own. All paydays up to the
 * upcoming due date share them, so that the last one need not bring two payments alone.
 */
function paymentsToServe(holding: Holding, { due }: Moment): number {
  const { terms, cycle } = holding
  const recurrence = recurrenceOf(terms)
  if (recurrence === null || due === null || kindOf(terms) !== 'bill') return 1
  const next = nextPaydayNumber(terms.paydays, due + 1)
  return next === null ? 1 : indexOnOrAfter(recurrence, next) - cycle
}
