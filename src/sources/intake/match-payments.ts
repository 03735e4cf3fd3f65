import type { Cents } from '#/core/values/cents.ts'
import { type Day, daysBetween } from '#/core/values/day.ts'

/** A payment that a source tells for the first time. */
export type Told = {
  readonly externalId: string
  readonly amount: Cents
  readonly bookedOn: Day
  readonly merchant: string
}

/** A transaction of the account that this source has not told of. */
export type Known = {
  readonly transactionId: string
  readonly amount: Cents
  readonly bookedOn: Day
  /** Its own, and as each source has told it: a person or a rule may call it otherwise since. */
  readonly merchants: readonly string[]
  /** Both have told of it as devices do, the moment it was paid and by the merchant's own name. */
  readonly byDevices: boolean
  /** A device saw it paid and no bank has told of it yet: banks book such payments days later. */
  readonly awaitsBooking?: boolean
  /** The same source has told of it before, under an id that is no more: the day is the same, whatever it is called. */
  readonly isSameSource?: boolean
}

/** Two devices see a payment within a day of each other; whoever else tells of it does so within three. */
const DEVICE_DAYS = 1
/** The widest that two tellings of one payment lie apart, in days. */
export const MATCH_DAYS = 3
/** Days within which a bank books what a device saw paid. */
export const BOOKING_DAYS = 14

/**
 * Which of the payments that a source tells for the first time are known already: each is paired with at most one
 * transaction of its amount, near days first. Two equal payments are paired with two, so the second coffee stays a second
 * coffee. Devices agree on the merchant; banks and people write it otherwise, and then the amount must be alone on both
 * sides. A source that tells anew what it told before agrees on the day at least.
 */
export function matchPayments(
  told: readonly Told[],
  known: readonly Known[],
): ReadonlyMap<Told, Known> {
  const pairs = new Map<Told, Known>()
  const taken = new Set<Known>()
  const free = (payment: Told) => known.filter((one) => !taken.has(one) && isNear(payment, one))
  const pair = (choose: (payment: Told, candidates: readonly Known[]) => Known | undefined) => {
    for (const payment of told.toSorted(byDay)) {
      if (pairs.has(payment)) continue
      const found = choose(payment, free(payment))
      if (!found) continue
      pairs.set(payment, found)
      taken.add(found)
    }
  }
  const isSameDay = (payment: Told, one: Known) => one.bookedOn === payment.bookedOn
  // First of all, or a payment takes what a later one of the same amount agrees with to the day.
  pair((payment, candidates) =>
    candidates.find((one) => isSameDay(payment, one) && one.merchants.includes(payment.merchant)),
  )
  pair((payment, candidates) => {
    const late = known.filter((one) => !taken.has(one) && isBookedLate(payment, one))
    const alike = [...candidates, ...late].filter(({ merchants }) =>
      merchants.includes(payment.merchant),
    )
    return alike.toSorted((a, b) => apart(payment, a) - apart(payment, b) || byDay(a, b))[0]
  })
  pair((payment, candidates) =>
    candidates.find((one) => one.isSameSource && isSameDay(payment, one)),
  )
  const left = told.filter((payment) => !pairs.has(payment))
  pair((_, candidates) => {
    const [only, ...others] = candidates.filter(({ byDevices }) => !byDevices)
    if (!only || others.length > 0) return undefined
    return left.filter((other) => isNear(other, only)).length === 1 ? only : undefined
  })
  return pairs
}

function isNear(payment: Told, known: Known): boolean {
  const days = known.byDevices ? DEVICE_DAYS : MATCH_DAYS
  return payment.amount === known.amount && apart(payment, known) <= days
}

function isBookedLate(payment: Told, known: Known): boolean {
  if (!known.awaitsBooking || payment.amount !== known.amount) return false
  const days = daysBetween(known.bookedOn, payment.bookedOn)
  return days > MATCH_DAYS && days <= BOOKING_DAYS
}

function apart(payment: Told, known: Known): number {
  return Math.abs(daysBetween(payment.bookedOn, known.bookedOn))
}

function byDay(a: { readonly bookedOn: Day }, b: { readonly bookedOn: Day }): number {
  if (a.bookedOn === b.bookedOn) return 0
  return a.bookedOn < b.bookedOn ? -1 : 1
}
