import { daysBetween } from '#/core/values/day.ts'
import { isAlike } from './alike.ts'
import { explainsAmount } from './explains-amount.ts'
import { BOOKING_DAYS, type Known, MATCH_DAYS, type Told } from './match-payments.ts'

/** A row of a bank that is no payment which is known for sure. */
export type Row = Told & { readonly status: 'pending' | 'booked'; readonly mcc: string | null }

/** A row and a payment that may be one, for a person to say. */
export type Doubt = { readonly row: Row; readonly known: Known }

/** Days by which a bank may date a payment before whoever told of it first. */
const EARLIER_DAYS = 1

/**
 * What a device saw paid and a bank books with a tip: one payment where the merchant is the same and neither could be
 * another. What may be one for other reasons is a doubt: of one amount and near, of one merchant and late, or with a tip on
 * what a person wrote down.
 */
export function matchTips(
  rows: readonly Row[],
  known: readonly Known[],
): { readonly pairs: ReadonlyMap<Row, Known>; readonly doubts: readonly Doubt[] } {
  const isTip = (row: Row, one: Known) => one.awaitsBooking === true && isTipped(row, one)
  const pairs = new Map<Row, Known>()
  for (const row of rows) {
    const [one, ...others] = known.filter((candidate) => isTip(row, candidate))
    if (!one || others.length > 0) continue
    if (rows.filter((other) => isTip(other, one)).length === 1) pairs.set(row, one)
  }
  const taken = new Set(pairs.values())
  const doubts = rows
    .filter((row) => !pairs.has(row))
    .flatMap((row) =>
      known
        .filter((one) => !taken.has(one) && (isTipped(row, one) || isSame(row, one)))
        .map((one) => ({ row, known: one })),
    )
  return { pairs, doubts }
}

function isTipped(row: Row, known: Known): boolean {
  return row.status === 'booked' && explainsAmount(row, known.amount) && isBooking(row, known)
}

function isSame(row: Row, known: Known): boolean {
  if (row.amount !== known.amount) return false
  return Math.abs(daysBetween(known.bookedOn, row.bookedOn)) <= MATCH_DAYS || isBooking(row, known)
}

/** Whether a row lies where the booking of a payment may lie, and is of its merchant. */
function isBooking(row: Row, { bookedOn, merchants }: Known): boolean {
  const days = daysBetween(bookedOn, row.bookedOn)
  if (days < -EARLIER_DAYS || days > BOOKING_DAYS) return false
  return merchants.some((merchant) => isAlike(row.merchant, merchant))
}
