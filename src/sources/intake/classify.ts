import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { daysBetween } from '#/core/values/day.ts'
import { isAlike } from './alike.ts'
import { contentHash, type Mirror } from './mirror.ts'
import { pairBookings, type PossibleMatch } from './pair-bookings.ts'

/** A listed row and its relation to the rows listed before. */
export type Classified =
  /** Listed before with the same contents. */
  | { readonly kind: 'unchanged'; readonly row: ProviderTransaction; readonly mirror: Mirror }
  /** Listed before with other contents: the same transaction, updated. */
  | { readonly kind: 'changed'; readonly row: ProviderTransaction; readonly mirror: Mirror }
  /** The booking of a transaction that was pending under another id. */
  | { readonly kind: 'replacement'; readonly row: ProviderTransaction; readonly mirror: Mirror }
  /** Another payment under an id that was used before: the old transaction stays, its mirror gives up the id. */
  | { readonly kind: 'reused'; readonly row: ProviderTransaction; readonly mirror: Mirror }
  | { readonly kind: 'new'; readonly row: ProviderTransaction }

export type Options = {
  readonly merchantOf: (row: ProviderTransaction) => string
  /** Returns true if an open pending that is not listed is gone. Default: always, as when whole days are listed. */
  readonly mayHaveGone?: (mirror: Mirror) => boolean
}

export type Classification = {
  readonly rows: readonly Classified[]
  /** New bookings that may belong to known pending payments: a person decides. */
  readonly possible: readonly PossibleMatch[]
}

/** The most days between two bookings of one payment, when a bank corrects it. */
const SAME_DAYS = 10

/**
 * Classifies the rows of an account by the mirrors of their own ids, of the ids that they replace, and of every open
 * pending. An id is strong evidence but no proof: banks renumber, and list a pending under its old id next to its booking.
 */
export function classify(
  rows: readonly ProviderTransaction[],
  mirrors: readonly Mirror[],
  { merchantOf, mayHaveGone = () => true }: Options,
): Classification {
  // In a first import everything is new.
  if (mirrors.length === 0) return { possible: [], rows: rows.map((row) => ({ kind: 'new', row })) }
  const known = new Map(mirrors.map((mirror) => [mirror.externalId, mirror]))
  const listed = new Set(rows.map(({ externalId }) => externalId))
  const open = mirrors.filter(({ status, isClaimed }) => status === 'pending' && !isClaimed)
  const bookings = rows.filter(
    ({ status, externalId }) => status === 'booked' && !known.has(externalId),
  )
  const isGone = (mirror: Mirror) => mirror.deleted !== null || mayHaveGone(mirror)
  const { pairs, possible } = pairBookings(bookings, { open, listed, merchantOf, isGone })
  return {
    possible,
    rows: rows.map((row): Classified => {
      const mirror = known.get(row.externalId)
      if (mirror) return classifyKnown(row, mirror, merchantOf)
      const replaced = pairs.get(row)
      return replaced ? { kind: 'replacement', row, mirror: replaced } : { kind: 'new', row }
    }),
  }
}

function classifyKnown(
  row: ProviderTransaction,
  mirror: Mirror,
  merchantOf: (row: ProviderTransaction) => string,
): Classified {
  if (mirror.contentHash.equals(contentHash(row))) {
    // A removed row that is listed again is back, but not a pending that is listed next to its own booking.
    const isBack = mirror.deleted === 'bank' && !mirror.isClaimed
    return { kind: isBack ? 'changed' : 'unchanged', row, mirror }
  }
  if (mirror.isClaimed) {
    // Its booking came under another id. If this id is booked as well, they are two payments.
    return { kind: row.status === 'pending' ? 'unchanged' : 'reused', row, mirror }
  }
  // A booking never becomes pending again.
  if (mirror.status === 'booked' && row.status === 'pending') {
    return { kind: 'unchanged', row, mirror }
  }
  return { kind: isOther(row, mirror, merchantOf) ? 'reused' : 'changed', row, mirror }
}

/** Returns true if the row cannot be the booked payment that its id named before. */
function isOther(
  row: ProviderTransaction,
  mirror: Mirror,
  merchantOf: (row: ProviderTransaction) => string,
): boolean {
  if (mirror.status !== 'booked') return false
  if (row.amount < 0 !== mirror.amount < 0) return true
  const isFar = Math.abs(daysBetween(mirror.bookedOn, row.bookedOn)) > SAME_DAYS
  return isFar && row.amount !== mirror.amount && !isAlike(merchantOf(row), mirror.merchant)
}
