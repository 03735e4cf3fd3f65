import type { Cents } from '#/core/values/cents.ts'
import { type Day, daysBetween } from '#/core/values/day.ts'
import { isAlike } from './alike.ts'
import { explainsAmount } from './explains-amount.ts'

/** A payment that a source reports for the first time. */
export type NewPayment = {
  readonly externalId: string
  /** Cents, negative for spending. */
  readonly amount: Cents
  readonly bookedOn: Day
  readonly merchant: string
  readonly status: 'pending' | 'booked'
  readonly mcc: string | null
}

/** A transaction of the account that this source has not reported. */
export type Known = {
  readonly transactionId: string
  readonly amount: Cents
  readonly bookedOn: Day
  /** Merchant keys: its own and one from each source. A person or a rule may have renamed the transaction. */
  readonly merchants: readonly string[]
  /** Both reports come from devices, at the moment of payment and with the merchant's own name. */
  readonly byDevices?: boolean
  /** A device saw it paid and no bank has reported it yet: banks book such payments days later. */
  readonly awaitsBooking?: boolean
  readonly isDeleted?: boolean
}

/** The most days between two devices' reports of one payment. */
const DEVICE_DAYS = 1
/** The most days between any two sources' reports of one payment. */
export const MATCH_DAYS = 3
/** The most days until a bank books a payment that a device saw. */
export const BOOKING_DAYS = 14
/** The most days by which a bank may date a payment before its first report. */
const EARLIER_DAYS = 1

/** One step of matching. Each step pairs payments that the steps before have left over. */
type Step =
  /** Same day and same merchant. */
  | 'exact'
  /** Same merchant, nearest day first; a booking may come late. */
  | 'merchant'
  /** Same day, any merchant. */
  | 'day'
  /** Any day and merchant, if the amount is unique on both sides. */
  | 'unique'

export type Policy = {
  /** The most days between both reports. */
  readonly days: number
  readonly steps: readonly Step[]
  /** Looks for bookings with a tip too, and suggests possible pairs to a person. */
  readonly tips: boolean
}

/**
 * The ways in which sources repeat payments that are known already:
 * - `bank`: it names merchants in its own way and adds tips;
 * - `wallet`: it names merchants as other devices do, and otherwise differs as a bank;
 * - `relinked`: the same bank after its account came back under another id. It repeats the day, not always the name;
 * - `file`: a statement has the day of the booking, and lists each equal payment once. So only the surplus is new: two
 *   coffees in the file and one by hand are two coffees.
 */
export const policies = {
  bank: { days: MATCH_DAYS, steps: ['exact', 'merchant', 'unique'], tips: true },
  wallet: { days: MATCH_DAYS, steps: ['exact', 'merchant', 'unique'], tips: false },
  relinked: { days: MATCH_DAYS, steps: ['exact', 'merchant', 'day', 'unique'], tips: false },
  file: { days: 0, steps: ['exact', 'day'], tips: false },
} as const satisfies Record<string, Policy>

export type Matches<P extends NewPayment, K extends Known> = {
  readonly pairs: ReadonlyMap<P, K>
  /** Payments and transactions that may be the same: a person decides. */
  readonly possible: readonly { readonly payment: P; readonly known: K }[]
}

/**
 * Answers "is this payment known already?" for all sources. Each payment is paired with at most one transaction of the
 * same amount, so two equal payments need two transactions. Ties go to the first in the order of `known`.
 */
export function matchPayments<P extends NewPayment, K extends Known>(
  payments: readonly P[],
  known: readonly K[],
  policy: Policy,
): Matches<P, K> {
  const pairs = new Map<P, K>()
  const taken = new Set<K>()
  const isDayExact = policy.days === 0
  // Payments of different days do not compete then, so the source's own order stays.
  const ordered = isDayExact ? payments : payments.toSorted(byDay)
  const keyOf = ({ amount, bookedOn }: P | K) =>
    isDayExact ? `${amount} ${bookedOn}` : `${amount}`
  const knownByKey = Map.groupBy(known, keyOf)
  const paymentsByKey = Map.groupBy(payments, keyOf)
  const isNear = (payment: P, one: K) =>
    distance(payment, one) <= (one.byDevices ? DEVICE_DAYS : policy.days)

  type Choose = (payment: P, free: readonly K[], left: ReadonlySet<P>) => K | undefined
  const choose: Record<Step, Choose> = {
    exact: (payment, free) =>
      free.find((one) => isSameDay(payment, one) && one.merchants.includes(payment.merchant)),
    merchant: (payment, free) =>
      free
        .filter((one) => isNear(payment, one) || isBookedLate(payment, one))
        .filter(({ merchants }) => merchants.includes(payment.merchant))
        .toSorted((a, b) => distance(payment, a) - distance(payment, b) || byDay(a, b))[0],
    day: (payment, free) => free.find((one) => isSameDay(payment, one)),
    unique: (payment, free, left) => {
      const near = free.filter((one) => !one.byDevices && isNear(payment, one))
      const [only, ...others] = near
      if (!only || others.length > 0) return undefined
      const rivals = paymentsByKey.get(keyOf(payment))!
      return rivals.filter((one) => left.has(one) && isNear(one, only)).length === 1
        ? only
        : undefined
    },
  }
  for (const step of policy.steps) {
    const left = new Set(ordered.filter((payment) => !pairs.has(payment)))
    for (const payment of left) {
      const free = (knownByKey.get(keyOf(payment)) ?? []).filter((one) => !taken.has(one))
      const found = choose[step](payment, free, left)
      if (!found) continue
      pairs.set(payment, found)
      taken.add(found)
    }
  }
  if (!policy.tips) return { pairs, possible: [] }
  const tips = matchTips(
    payments.filter((payment) => !pairs.has(payment)),
    known.filter((one) => !taken.has(one) && !one.isDeleted),
  )
  return { pairs: new Map([...pairs, ...tips.pairs]), possible: tips.possible }
}

/**
 * Pairs payments that a device saw and a bank books with a tip: the merchant must be the same and the pair unique on
 * both sides. Possible pairs are the rest: the same amount and near, the same merchant and late, or a tip on a payment
 * that a person recorded.
 */
function matchTips<P extends NewPayment, K extends Known>(
  payments: readonly P[],
  known: readonly K[],
): Matches<P, K> {
  const isTip = (payment: P, one: K) => one.awaitsBooking === true && isTipped(payment, one)
  const pairs = new Map<P, K>()
  for (const payment of payments) {
    const [one, ...others] = known.filter((candidate) => isTip(payment, candidate))
    if (!one || others.length > 0) continue
    if (payments.filter((other) => isTip(other, one)).length === 1) pairs.set(payment, one)
  }
  const taken = new Set(pairs.values())
  const possible = payments
    .filter((payment) => !pairs.has(payment))
    .flatMap((payment) =>
      known
        .filter((one) => !taken.has(one) && (isTipped(payment, one) || isSame(payment, one)))
        .map((one) => ({ payment, known: one })),
    )
  return { pairs, possible }
}

function isTipped(payment: NewPayment, known: Known): boolean {
  if (payment.status !== 'booked' || !explainsAmount(payment, known.amount)) return false
  return isBooking(payment, known)
}

function isSame(payment: NewPayment, known: Known): boolean {
  if (payment.amount !== known.amount) return false
  return distance(payment, known) <= MATCH_DAYS || isBooking(payment, known)
}

/** Returns true if both name the same merchant and the payment's day is possible for a booking. */
function isBooking(payment: NewPayment, { bookedOn, merchants }: Known): boolean {
  const days = daysBetween(bookedOn, payment.bookedOn)
  if (days < -EARLIER_DAYS || days > BOOKING_DAYS) return false
  return merchants.some((merchant) => isAlike(payment.merchant, merchant))
}

function isBookedLate(payment: NewPayment, known: Known): boolean {
  if (!known.awaitsBooking) return false
  const days = daysBetween(known.bookedOn, payment.bookedOn)
  return days > MATCH_DAYS && days <= BOOKING_DAYS
}

function isSameDay(payment: NewPayment, known: Known): boolean {
  return payment.bookedOn === known.bookedOn
}

/** Returns the days between both. */
function distance(payment: NewPayment, known: Known): number {
  return Math.abs(daysBetween(payment.bookedOn, known.bookedOn))
}

function byDay(a: { readonly bookedOn: Day }, b: { readonly bookedOn: Day }): number {
  if (a.bookedOn === b.bookedOn) return 0
  return a.bookedOn < b.bookedOn ? -1 : 1
}
