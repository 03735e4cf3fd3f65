import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { daysBetween } from '#/core/values/day.ts'
import { isAlike } from './alike.ts'
import { contentHash, type Mirror } from './mirror.ts'
import { pairBookings, type Maybe } from './pair-bookings.ts'

/** What becomes of one listed row. */
export type Classified =
  /** Listed before, and nothing has changed. */
  | { readonly kind: 'unchanged'; readonly row: ProviderTransaction; readonly mirror: Mirror }
  /** Listed before with other contents: the same transaction, told anew. */
  | { readonly kind: 'changed'; readonly row: ProviderTransaction; readonly mirror: Mirror }
  /** The booking of a transaction that was pending under another id. */
  | { readonly kind: 'replacement'; readonly row: ProviderTransaction; readonly mirror: Mirror }
  /** Another payment under an id that has been one already: the old one is set aside and stays. */
  | { readonly kind: 'reused'; readonly row: ProviderTransaction; readonly mirror: Mirror }
  | { readonly kind: 'new'; readonly row: ProviderTransaction }

export type Judging = {
  readonly merchantOf: (row: ProviderTransaction) => string
  /** Whether an open pending that is not listed is gone. Where days are listed whole, every one is. */
  readonly mayHaveGone?: (mirror: Mirror) => boolean
}

export type Verdict = {
  readonly rows: readonly Classified[]
  /** New bookings that may be those of pendings which are known: for a person to say. */
  readonly maybes: readonly Maybe[]
}

/** Bookings of one payment lie closer together, however a bank corrects them. */
const SAME_DAYS = 10

/**
 * Tells what each row of an account is, from the mirrors of the rows' ids, of the ids that they say they
 * replace, and of every open pending. An id is strong
 * evidence and no proof: banks renumber, and list a pending under its old id beside its booking.
 */
export function classify(
  rows: readonly ProviderTransaction[],
  mirrors: readonly Mirror[],
  { merchantOf, mayHaveGone = () => true }: Judging,
): Verdict {
  // A first import: everything is new, and nothing is there that it could be.
  if (mirrors.length === 0) return { maybes: [], rows: rows.map((row) => ({ kind: 'new', row })) }
  const known = new Map(mirrors.map((mirror) => [mirror.externalId, mirror]))
  const listed = new Set(rows.map(({ externalId }) => externalId))
  const open = mirrors.filter(({ status, isClaimed }) => status === 'pending' && !isClaimed)
  const bookings = rows.filter(
    ({ status, externalId }) => status === 'booked' && !known.has(externalId),
  )
  const isGone = (mirror: Mirror) => mirror.deleted !== null || mayHaveGone(mirror)
  const { pairs, maybes } = pairBookings(bookings, { open, listed, merchantOf, isGone })
  return {
    maybes,
    rows: rows.map((row): Classified => {
      const mirror = known.get(row.externalId)
      if (mirror) return judgeKnown(row, mirror, merchantOf)
      const replaced = pairs.get(row)
      return replaced ? { kind: 'replacement', row, mirror: replaced } : { kind: 'new', row }
    }),
  }
}

function judgeKnown(
  row: ProviderTransaction,
  mirror: Mirror,
  merchantOf: (row: ProviderTransaction) => string,
): Classified {
  if (mirror.contentHash.equals(contentHash(row))) {
    // What was taken for gone and is listed again is back; a pending beside its own booking is not.
    const isBack = mirror.deleted === 'bank' && !mirror.isClaimed
    return { kind: isBack ? 'changed' : 'unchanged', row, mirror }
  }
  if (mirror.isClaimed) {
    // Its booking came under another id. Should this id be booked as well, then these are two payments.
    return { kind: row.status === 'pending' ? 'unchanged' : 'reused', row, mirror }
  }
  // What is booked stays booked, whatever a later answer calls it.
  if (mirror.status === 'booked' && row.status === 'pending') {
    return { kind: 'unchanged', row, mirror }
  }
  return { kind: isOther(row, mirror, merchantOf) ? 'reused' : 'changed', row, mirror }
}

/** Whether a booked row cannot be the payment that its id was before. */
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
