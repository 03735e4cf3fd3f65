import { createHash } from 'node:crypto'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

/** Days in which the booking of a payment that was taken for gone still finds it. */
export const REMEMBERED_DAYS = 14

/** Days before an account went live from which a booking is old, though nobody knew it: a bank that tells late. */
export const LATE_DAYS = 14

/** What is stored of a row that a provider has listed, and the transaction that it became. */
export type Mirror = {
  readonly externalId: string
  readonly status: 'pending' | 'booked'
  readonly amount: Cents
  readonly bookedOn: Day
  readonly merchant: string
  readonly contentHash: Buffer
  /** Another row of the account tells of its transaction: a pending's booking. Its own id is a tombstone. */
  readonly isClaimed: boolean
  /** Who took its transaction away: the bank, by not listing it any more, and then it may come back; or a person. */
  readonly deleted: 'bank' | 'person' | null
  readonly transactionId: string
}

/** Changes exactly when the provider says something else of the row. */
export function contentHash(row: ProviderTransaction): Buffer {
  const said = [row.status, row.amount, row.bookedOn, row.rawDescription, row.merchant, row.memo]
  return createHash('sha256').update(JSON.stringify(said)).digest()
}

/** Under which id the mirror of a payment stays whose own id has become another payment's. */
export function setAsideId(externalId: string, contentHash: Buffer): string {
  return `${externalId}~${contentHash.toString('hex')}`
}
