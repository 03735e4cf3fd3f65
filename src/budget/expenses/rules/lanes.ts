import type { Interval } from '#/core/values/interval.ts'
import type { Cents } from '#/core/values/cents.ts'
import { dayNumber } from '#/core/values/day.ts'
import type { Day } from '#/core/values/day.ts'
import {
  balanceOf,
  countsSpending,
  dueDay,
  dueNumber,
  emptyLanes,
  extraReserveGoal,
  kindOf,
  targetOf,
} from './holding.ts'
import type { Holding, Lanes, Terms } from './holding.ts'

/**
 * The sources of a purchase's money, in cents. `ready`, `building` and `reserve` were taken from the lanes and
 * `fromFree` from free-to-spend; they add up to the purchase. `prepaid` and `spent` were added to the counters.
 */
export type Taken = {
  readonly ready: Cents
  readonly building: Cents
  readonly reserve: Cents
  readonly prepaid: Cents
  readonly spent: Cents
  readonly fromFree: Cents
}

/** A bill booked at most this many days before its due date pays the coming payment early. */
export const EARLY_PAYMENT_DAYS = 10

/**
 * Returns the number of days for one interval: less than half of a short one. The payment of a weekly bill on the day after
 * its due date is a late one, not an early one for the next week.
 */
export function earlyPaymentDays(interval: Interval): number {
  const { intervalDays } = interval
  if (!intervalDays) return EARLY_PAYMENT_DAYS
  return Math.min(EARLY_PAYMENT_DAYS, Math.floor((intervalDays - 1) / 2))
}

/**
 * Adds money from a transfer or a refund (cents, ≥ 0): it completes the next payment, then the extra reserve; the rest
 * lowers the needs of later payments.
 */
export function deposit(terms: Terms, lanes: Lanes, amount: Cents): Lanes {
  const toNext = Math.min(amount, Math.max(0, targetOf(terms) - lanes.prepaid - lanes.building))
  const toReserve = Math.min(amount - toNext, Math.max(0, extraReserveGoal(terms) - lanes.reserve))
  return {
    ...lanes,
    building: lanes.building + amount - toReserve,
    reserve: lanes.reserve + toReserve,
  }
}

/**
 * Takes money out for a transfer (cents, ≥ 0): first money that the next payment does not need, then the extra reserve;
 * the nearest payment is touched last. Throws a RangeError if the Expense does not hold the amount.
 */
export function withdraw(terms: Terms, lanes: Lanes, amount: Cents): Lanes {
  if (amount > balanceOf(lanes)) {
    throw new RangeError(`cannot withdraw ${amount} of ${balanceOf(lanes)}`)
  }
  const surplus = Math.min(amount, Math.max(0, lanes.building - targetOf(terms)))
  const reserve = Math.min(amount - surplus, lanes.reserve)
  const building = Math.min(amount - surplus - reserve, lanes.building - surplus)
  const ready = amount - surplus - reserve - building
  return {
    ...lanes,
    ready: lanes.ready - ready,
    building: lanes.building - surplus - building,
    reserve: lanes.reserve - reserve,
  }
}

/**
 * Pays a purchase of `amount` cents (> 0) from an Expense; free-to-spend pays what the Expense does not hold. `ready`
 * money is used first, then the reserve, so that the next payment stays whole. A bill booked shortly before its due
 * date is the next payment, paid early: then `building` is used before the reserve, and the paid amount is not asked for
 * again in this cycle, including the part from free-to-spend. `later` cents of `building` stay: paydays after the purchase
 * gave them for the payment that follows (`laterSince`), or purchases on a card set them aside for its next bill.
 */
export function spend(
  holding: Holding,
  { amount, booked, later = 0 }: { amount: Cents; booked: Day; later?: Cents },
): { lanes: Lanes; taken: Taken } {
  const { terms } = holding
  const kept = Math.min(later, holding.lanes.building)
  const lanes = { ...holding.lanes, building: holding.lanes.building - kept }
  const ready = Math.min(amount, lanes.ready)
  const early = isEarlyPayment(holding, booked)
  const prepaid = early ? Math.min(amount - ready, Math.max(0, targetOf(terms) - lanes.prepaid)) : 0
  const buildingEarly = Math.min(prepaid, lanes.building)
  const reserve = Math.min(amount - ready - buildingEarly, lanes.reserve)
  const buildingLate = Math.min(
    amount - ready - buildingEarly - reserve,
    lanes.building - buildingEarly,
  )
  const building = buildingEarly + buildingLate
  const spent = countsSpending(terms) ? amount : 0
  return {
    lanes: {
      ready: lanes.ready - ready,
      building: lanes.building - building + kept,
      reserve: lanes.reserve - reserve,
      prepaid: lanes.prepaid + prepaid,
      spent: lanes.spent + spent,
    },
    taken: {
      ready,
      building,
      reserve,
      prepaid,
      spent,
      fromFree: amount - ready - building - reserve,
    },
  }
}

/**
 * Undoes a purchase. In its own cycle (`cycle`, the index of the due date that was upcoming then) every part returns to
 * its lane. Later, those lanes belong to another payment, so the money comes back as a deposit.
 */
export function undoSpend(
  { terms, lanes, cycle }: Holding,
  taken: Omit<Taken, 'fromFree'> & { readonly cycle: number },
): Lanes {
  const spent = lanes.spent - taken.spent
  if (taken.cycle !== cycle) {
    const total = taken.ready + taken.building + taken.reserve
    return canonicalise(terms, { ...deposit(terms, lanes, total), spent })
  }
  return canonicalise(terms, {
    ready: lanes.ready + taken.ready,
    building: lanes.building + taken.building,
    reserve: lanes.reserve + taken.reserve,
    prepaid: Math.max(0, lanes.prepaid - taken.prepaid),
    spent,
  })
}

/**
 * Refunds a purchase of `amount` cents; `given` of them come to the Expense (all, unless a card's reserve held less).
 * Lowers the progress counter at most to zero, so that a gift to a goal is progress. Also returns by how much it was
 * lowered (`unspent`), for `undoRefund`.
 */
export function refund(
  { terms, lanes }: Holding,
  { amount, given }: { amount: Cents; given: Cents },
): { lanes: Lanes; unspent: Cents } {
  const unspent = countsSpending(terms) ? Math.min(amount, Math.max(0, lanes.spent)) : 0
  const after = deposit(terms, lanes, given)
  return { lanes: { ...after, spent: after.spent - unspent }, unspent }
}

/** Undoes a refund: withdraws its money, as far as it is still there, and raises the progress counter again. */
export function undoRefund(
  { terms, lanes }: Holding,
  { given, unspent }: { given: Cents; unspent: Cents },
): Lanes {
  const after = withdraw(terms, lanes, Math.min(given, balanceOf(lanes)))
  return { ...after, spent: after.spent + unspent }
}

/** Adds a payday's contributions, in cents. */
export function fund(lanes: Lanes, { ordinary, ahead }: { ordinary: Cents; ahead: Cents }): Lanes {
  return { ...lanes, building: lanes.building + ordinary, reserve: lanes.reserve + ahead }
}

/** Computes the lanes of a new Expense with an opening balance (cents, ≥ 0): a deposit into an empty Expense. */
export function openWith(terms: Terms, balance: Cents): Lanes {
  return deposit(terms, emptyLanes, balance)
}

/** Empties the lanes of an archived Expense, whose money returns to free-to-spend. The `spent` counter stays. */
export function release(lanes: Lanes): Lanes {
  return { ...emptyLanes, spent: lanes.spent }
}

/**
 * Fits the lanes to their terms after a change of either: money that a lane may not hold goes to `building`. Only a
 * bill has payments that come due, so other kinds keep nothing in `ready`, `reserve` or `prepaid`.
 */
export function canonicalise(terms: Terms, lanes: Lanes): Lanes {
  const payment = kindOf(terms) === 'bill' ? targetOf(terms) : 0
  const ready = Math.min(lanes.ready, payment)
  const reserve = Math.min(lanes.reserve, extraReserveGoal(terms))
  return {
    ready,
    building: balanceOf(lanes) - ready - reserve,
    reserve,
    prepaid: Math.min(lanes.prepaid, payment),
    spent: lanes.spent,
  }
}

/**
 * Returns the day after which paydays have set money aside for a later payment than that of a purchase, which may find its
 * Expense long after it was paid. A purchase may also be booked days after it was first `seen`. Null if all of the money may
 * be spent on it: the Expense is not a bill, or the purchase is the coming payment.
 */
export function laterSince(
  holding: Holding,
  { booked, seen }: { booked: Day; seen: Day },
): Day | null {
  if (kindOf(holding.terms) !== 'bill' || isEarlyPayment(holding, booked)) return null
  const known = seen < booked ? seen : booked
  const lastDue = dueDay({ ...holding, cycle: holding.cycle - 1 })
  return lastDue !== null && lastDue > known ? lastDue : known
}

function isEarlyPayment(holding: Holding, booked: Day): boolean {
  if (kindOf(holding.terms) !== 'bill') return false
  const daysLeft = (dueNumber(holding) ?? 0) - dayNumber(booked)
  return daysLeft >= 0 && daysLeft <= earlyPaymentDays(holding.terms)
}
