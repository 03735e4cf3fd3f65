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

/** A payday's requests for an Expense, in cents, and the due date they work towards (a day number, null without one). */
export type Contributions = {
  readonly ordinary: Cents
  readonly ahead: Cents
  readonly due: number | null
}

/** The steps of one contribution: `missing` is shared over `paydays` and rounded up to `asked`. Amounts in cents. */
export type Share = {
  /** The amount to reach. */
  readonly needed: Cents
  /** The amount that already counts towards it. */
  readonly held: Cents
  /** `needed` minus `held`, never negative. */
  readonly missing: Cents
  /** The last day whose payday can contribute, a day number; null: everything is asked for at once. */
  readonly until: number | null
  /** The number of paydays from this one to `until`, inclusive; at least 1, so that after `until` all is asked for. */
  readonly paydays: number
  readonly asked: Cents
}

/** A payday's two requests for an Expense, with the inputs that they follow from. */
export type Reckoning = {
  /** The Expense after the due dates before the payday are rolled over. */
  readonly rolled: Holding
  readonly due: number | null
  /** The number of payments in the ordinary request: the next, and later ones without a payday of their own. */
  readonly payments: number
  /** Null if nothing is asked for: paused, no schedule, or a goal without a date. */
  readonly ordinary: Share | null
  /** Null if there is no extra reserve to build up. */
  readonly ahead: Share | null
}

/** A payday and the due date on or after it, in day numbers. A single date (a goal's) may have passed. */
type Moment = { readonly payday: number; readonly due: number | null }

/**
 * Computes the contributions that the payday on day number `payday` asks for if there is enough money. Earlier due dates
 * are rolled over first; the payday still serves a due date on the same day. Paused, or without a schedule: 0.
 */
export function contributionsAt(holding: Holding, payday: number): Contributions {
  const { ordinary, ahead, due } = reckonAt(holding, payday)
  return { ordinary: ordinary?.asked ?? 0, ahead: ahead?.asked ?? 0, due }
}

/** As `contributionsAt`, with the inputs. No other function computes contributions. */
export function reckonAt(holding: Holding, payday: number): Reckoning {
  const upcoming = dueNumber(holding)
  const passed = upcoming !== null && upcoming < payday
  const rolled = passed ? rollOverThroughNumber(assumePaid(holding, payday), payday - 1) : holding
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
 * Assumes for a bill in weeks that all payments due before a payday are made, except for the last. Otherwise the money of
 * four unpaid weeks would count for the payments after the payday, although the payday will ask for those in full.
 */
function assumePaid(holding: Holding, payday: number): Holding {
  const { terms, lanes, cycle } = holding
  const recurrence = recurrenceOf(terms)
  if (!terms.intervalDays || recurrence === null || kindOf(terms) !== 'bill') return holding
  const earlier = indexOnOrAfter(recurrence, payday) - cycle - 1
  if (earlier <= 0) return holding
  const paid = Math.max(0, earlier * targetOf(terms) - lanes.prepaid)
  const building = Math.max(0, lanes.ready + lanes.building - paid)
  return { ...holding, lanes: { ...lanes, ready: 0, building, prepaid: 0 }, cycle: cycle + earlier }
}

/**
 * Computes the request for the next payment: the missing amount, shared evenly over the remaining paydays (this one and
 * one on the due date included), rounded up. Recomputed at each payday, this ends exactly on the target, with amounts
 * that differ by one cent at most. `ready` money does not count: it belongs to the payment that has come due, and a
 * bill that is paid late must not stop the next one. After the due date, everything is asked for at once.
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
 * Computes the request for the extra reserve: the missing amount, shared evenly over the paydays up to `buildBy`. Without
 * that day, or after it, one extra payment is built up per interval.
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
  // Skip counting paydays if nothing is missing: counting is most of a forecast's cost.
  const left = missing === 0 || until === null ? 1 : countPaydays(calendar, payday, until)
  const paydays = Math.max(1, left)
  return { needed, held, missing, until, paydays, asked: divideUp(missing, paydays) }
}

/**
 * Counts the payments that this payday must fund: the upcoming one, and every later one that comes due before the first
 * payday after it. Normally 1; a payday moved past a weekend can leave a due date without a payday of its own. All paydays
 * up to the upcoming due date share these payments, so that the last payday need not fund two alone.
 */
function paymentsToServe(holding: Holding, { due }: Moment): number {
  const { terms, cycle } = holding
  const recurrence = recurrenceOf(terms)
  if (recurrence === null || due === null || kindOf(terms) !== 'bill') return 1
  const next = nextPaydayNumber(terms.paydays, due + 1)
  return next === null ? 1 : indexOnOrAfter(recurrence, next) - cycle
}
