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

type Judging = {
  readonly merchantOf: (row: ProviderTransaction) => string
  /** Whether an open pending that is not listed is gone. Where days are listed whole, every one is. */
  readonly mayHaveGone?: (mirror: Mirror) => boolean
}

/**
 * Tells what each row of an account is, from the mirrors of the rows' ids, of the ids that they say they replace, and
 * of every open pending. A new booking replaces the pending that it names, unless that cannot be; else one of exactly
 * its amount that is no longer listed: a similar merchant is preferred, and equal pendings, which nobody can tell apart,
 * are paired with their bookings by day, then id.
 */
export function classify(
  rows: readonly ProviderTransaction[],
  mirrors: readonly Mirror[],
  { merchantOf, mayHaveGone = () => true }: Judging,
): Classified[] {
  const known = new Map(mirrors.map((mirror) => [mirror.externalId, mirror]))
  const listed = new Set(rows.map(({ externalId }) => externalId))
  const bookings = rows
    .filter(({ status, externalId }) => status === 'booked' && !known.has(externalId))
    .toSorted(byDay)
  const linked = link(bookings, known, merchantOf)
  const settled = new Set(linked.values())
  const vanished = mirrors
    .filter((mirror) => {
      const { status, removed, gone, externalId } = mirror
      if (status !== 'pending' || settled.has(mirror) || listed.has(externalId)) return false
      return gone || (!removed && mayHaveGone(mirror))
    })
    .toSorted(byDay)
  const alone = bookings.filter((row) => !linked.has(row))
  const pairs = new Map([...linked, ...pair(alone, vanished, merchantOf)])
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

/** A fuel hold of 1.00 becomes 60.00, but with the same merchant; a tip adds a part. */
const LEAST_RATIO = 0.2
const MOST_RATIO = 5

/** The pendings that bookings name as theirs, where that can be: providers link wrong ones now and then. */
function link(
  bookings: readonly ProviderTransaction[],
  known: ReadonlyMap<string, Mirror>,
  merchantOf: (row: ProviderTransaction) => string,
): Map<ProviderTransaction, Mirror> {
  const pairs = new Map<ProviderTransaction, Mirror>()
  const taken = new Set<Mirror>()
  for (const row of bookings) {
    const mirror = row.replacesExternalId === null ? null : known.get(row.replacesExternalId)
    if (!mirror || mirror.status !== 'pending' || taken.has(mirror)) continue
    // Replaced before, by another booking: that one keeps it.
    if (mirror.removed && !mirror.gone) continue
    const ratio = row.amount / mirror.amount
    const isLikely = ratio >= LEAST_RATIO && ratio <= MOST_RATIO
    if (!isLikely && !(ratio > 0 && merchantOf(row) === mirror.merchant)) continue
    pairs.set(row, mirror)
    taken.add(mirror)
  }
  return pairs
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
