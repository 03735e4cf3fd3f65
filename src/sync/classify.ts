import type { ProviderTransaction } from '#/providers/provider.ts'
import { daysBetween } from '#/values/day.ts'
import { contentHash, type Mirror } from './mirror.ts'

/** What becomes of one listed row. */
export type Classified =
  /** Listed before, and nothing has changed. */
  | { readonly kind: 'unchanged'; readonly row: ProviderTransaction; readonly mirror: Mirror }
  /** Listed before with other contents: the same transaction, told anew. */
  | { readonly kind: 'changed'; readonly row: ProviderTransaction; readonly mirror: Mirror }
  /** The booking of a transaction that was pending under another id. */
  | { readonly kind: 'replacement'; readonly row: ProviderTransaction; readonly mirror: Mirror }
  | { readonly kind: 'new'; readonly row: ProviderTransaction }

/** A booking may be dated a day before the pending it settles, and up to two weeks after. */
const EARLIEST_DAYS = -1
const LATEST_DAYS = 14

/**
 * Tells what each row of an account is, from the mirrors of the rows' ids and of every open pending. A new booking
 * replaces a pending of exactly its amount that is no longer listed; a similar merchant is preferred, and equal
 * pendings, which nobody can tell apart, are paired with their bookings by day, then id.
 */
export function classify(
  rows: readonly ProviderTransaction[],
  mirrors: readonly Mirror[],
  merchantOf: (row: ProviderTransaction) => string,
): Classified[] {
  const known = new Map(mirrors.map((mirror) => [mirror.externalId, mirror]))
  const listed = new Set(rows.map(({ externalId }) => externalId))
  const vanished = mirrors
    .filter(({ status, removed, gone, externalId }) => {
      return status === 'pending' && (!removed || gone) && !listed.has(externalId)
    })
    .toSorted(byDay)
  const bookings = rows
    .filter(({ status, externalId }) => status === 'booked' && !known.has(externalId))
    .toSorted(byDay)
  const pairs = pair(bookings, vanished, merchantOf)
  return rows.map((row): Classified => {
    const mirror = known.get(row.externalId)
    if (mirror) {
      const isSame = !mirror.gone && mirror.contentHash.equals(contentHash(row))
      return { kind: isSame ? 'unchanged' : 'changed', row, mirror }
    }
    const replaced = pairs.get(row)
    return replaced ? { kind: 'replacement', row, mirror: replaced } : { kind: 'new', row }
  })
}

function pair(
  bookings: readonly ProviderTransaction[],
  vanished: readonly Mirror[],
  merchantOf: (row: ProviderTransaction) => string,
): Map<ProviderTransaction, Mirror> {
  const pairs = new Map<ProviderTransaction, Mirror>()
  const taken = new Set<Mirror>()
  const match = (fits: (row: ProviderTransaction, mirror: Mirror) => boolean) => {
    for (const row of bookings) {
      if (pairs.has(row)) continue
      const mirror = vanished.find((one) => !taken.has(one) && settles(row, one) && fits(row, one))
      if (!mirror) continue
      pairs.set(row, mirror)
      taken.add(mirror)
    }
  }
  match((row, { merchant }) => merchantOf(row) === merchant)
  // Without a similar name only the amount speaks, and it must speak alone on both sides.
  match(
    (row, mirror) =>
      vanished.filter((one) => !taken.has(one) && settles(row, one)).length === 1 &&
      bookings.filter((one) => !pairs.has(one) && settles(one, mirror)).length === 1,
  )
  return pairs
}

function settles(row: ProviderTransaction, mirror: Mirror): boolean {
  const days = daysBetween(mirror.bookedOn, row.bookedOn)
  return row.amount === mirror.amount && days >= EARLIEST_DAYS && days <= LATEST_DAYS
}

function byDay(
  a: { readonly bookedOn: string; readonly externalId: string },
  b: { readonly bookedOn: string; readonly externalId: string },
): number {
  if (a.bookedOn !== b.bookedOn) return a.bookedOn < b.bookedOn ? -1 : 1
  return a.externalId < b.externalId ? -1 : 1
}
