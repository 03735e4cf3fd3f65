import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { daysBetween } from '#/core/values/day.ts'
import { isAlike } from './alike.ts'
import { explainsAmount } from './explains-amount.ts'
import type { Mirror } from './mirror.ts'

/** A new booking that may belong to a pending payment: a person decides. */
export type PossibleMatch = { readonly row: ProviderTransaction; readonly mirror: Mirror }

/** Bounds of the ratio of a booking's amount to the amount of the pending that it names. */
const LEAST_RATIO = 0.2
const MOST_RATIO = 5

type Fits = (row: ProviderTransaction, mirror: Mirror) => boolean

/** A booking may be dated a day before the pending it settles, and up to two weeks after. */
const EARLIEST_DAYS = -1
const LATEST_DAYS = 14

/**
 * Finds the pending payments that new bookings of an account settle. A pending that is still listed has not been booked.
 * The strongest evidence comes first:
 * 1. the booking names the pending, and the amounts are plausible;
 * 2. same amount and same merchant key; equal pendings are paired by day, then id;
 * 3. same amount and a similar merchant; 4. same amount; 5. an amount that a tip or a hold explains.
 * From 3 on, the pair must be unique in both directions, or there are as many bookings as pendings of a merchant: then they
 * are paired by amount, because the sum is right in any order. A tip with several candidates and an implausible link are
 * possible matches.
 */
export function pairBookings(
  bookings: readonly ProviderTransaction[],
  given: {
    /** Pending payments without a booking. */
    readonly open: readonly Mirror[]
    /** The ids that the answer lists. */
    readonly listed: ReadonlySet<string>
    readonly merchantOf: (row: ProviderTransaction) => string
    /** Returns true if an open pending that is not listed is gone. */
    readonly isGone: (mirror: Mirror) => boolean
  },
): {
  readonly pairs: ReadonlyMap<ProviderTransaction, Mirror>
  readonly possible: readonly PossibleMatch[]
} {
  const pairs = new Map<ProviderTransaction, Mirror>()
  const taken = new Set<Mirror>()
  const open = given.open.toSorted(byDay)
  const vanished = open.filter((one) => !given.listed.has(one.externalId) && given.isGone(one))
  const inOrder = bookings.toSorted(byDay)
  const keys = new Map(bookings.map((row) => [row, given.merchantOf(row)]))
  const isNamedAlike: Fits = (row, { merchant }) => isAlike(keys.get(row)!, merchant)
  const isTipped: Fits = (row, one) => explainsAmount(row, one.amount) && isNamedAlike(row, one)

  const match = (fits: Fits, isAlone: boolean) => {
    const candidates = (row: ProviderTransaction) =>
      vanished.filter((one) => !taken.has(one) && isInTime(row, one) && fits(row, one))
    for (const row of inOrder) {
      if (pairs.has(row)) continue
      const [mirror, ...others] = candidates(row)
      if (!mirror) continue
      if (isAlone) {
        const rivals = inOrder.filter((one) => !pairs.has(one) && candidates(one).includes(mirror))
        if (others.length > 0 || rivals.length > 1) continue
      }
      pairs.set(row, mirror)
      taken.add(mirror)
    }
  }
  const named = new Map(open.map((one) => [one.externalId, one]))
  const implausible: PossibleMatch[] = []
  for (const row of inOrder) {
    const mirror = row.replacesExternalId === null ? null : named.get(row.replacesExternalId)
    if (!mirror || taken.has(mirror)) continue
    if (!isLikelyLink(row, mirror) && !isSameWay(row, mirror, keys)) {
      implausible.push({ row, mirror })
      continue
    }
    pairs.set(row, mirror)
    taken.add(mirror)
  }
  match((row, one) => row.amount === one.amount && keys.get(row) === one.merchant, false)
  match((row, one) => row.amount === one.amount && isNamedAlike(row, one), true)
  match((row, one) => row.amount === one.amount, true)
  match(isTipped, true)
  const isTip: Fits = (row, one) => isInTime(row, one) && isTipped(row, one)
  const leftRows = inOrder.filter((row) => !pairs.has(row))
  const leftMirrors = vanished.filter((one) => !taken.has(one) && one.deleted !== 'person')
  for (const [row, mirror] of pairGroups(leftRows, leftMirrors, isTip)) {
    pairs.set(row, mirror)
    taken.add(mirror)
  }
  const possible = inOrder
    .filter((row) => !pairs.has(row))
    .flatMap((row) =>
      open
        .filter((one) => !taken.has(one) && one.deleted !== 'person')
        .filter((one) => isInTime(row, one) && isTipped(row, one))
        .map((mirror) => ({ row, mirror })),
    )
  return { pairs, possible: [...possible, ...implausible.filter(({ row }) => !pairs.has(row))] }
}

/**
 * Pairs the groups of bookings and pendings that may belong together, if a group has as many of both: the smallest with the
 * smallest. A group in which such a pair does not fit is left alone.
 */
function pairGroups(
  rows: readonly ProviderTransaction[],
  mirrors: readonly Mirror[],
  fits: Fits,
): readonly (readonly [ProviderTransaction, Mirror])[] {
  const seen = new Set<ProviderTransaction>()
  return rows.flatMap((first) => {
    if (seen.has(first)) return []
    const group = { rows: new Set([first]), mirrors: new Set<Mirror>() }
    for (const row of group.rows) {
      seen.add(row)
      for (const mirror of mirrors.filter((one) => fits(row, one))) {
        group.mirrors.add(mirror)
        for (const rival of rows.filter((one) => fits(one, mirror))) group.rows.add(rival)
      }
    }
    if (group.rows.size !== group.mirrors.size) return []
    const pending = [...group.mirrors].toSorted(bySize)
    const found = [...group.rows]
      .toSorted(bySize)
      .map((row, index) => [row, pending[index]!] as const)
    return found.every(([row, mirror]) => fits(row, mirror)) ? found : []
  })
}

function bySize(a: { readonly amount: number }, b: { readonly amount: number }): number {
  return Math.abs(a.amount) - Math.abs(b.amount)
}

/** Returns true if the amounts are close enough: providers sometimes link the wrong payments. */
function isLikelyLink(row: ProviderTransaction, mirror: Mirror): boolean {
  const ratio = row.amount / mirror.amount
  return ratio >= LEAST_RATIO && ratio <= MOST_RATIO
}

/** Returns true for the same merchant and direction: a fuel hold of 1.00 may be booked as 60.00. */
function isSameWay(
  row: ProviderTransaction,
  mirror: Mirror,
  keys: ReadonlyMap<ProviderTransaction, string>,
): boolean {
  return row.amount < 0 === mirror.amount < 0 && keys.get(row) === mirror.merchant
}

function isInTime(row: ProviderTransaction, mirror: Mirror): boolean {
  const days = daysBetween(mirror.bookedOn, row.bookedOn)
  return days >= EARLIEST_DAYS && days <= LATEST_DAYS
}

function byDay(
  a: { readonly bookedOn: string; readonly externalId: string },
  b: { readonly bookedOn: string; readonly externalId: string },
): number {
  if (a.bookedOn !== b.bookedOn) return a.bookedOn < b.bookedOn ? -1 : 1
  return a.externalId < b.externalId ? -1 : 1
}
