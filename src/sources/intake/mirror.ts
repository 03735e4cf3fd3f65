import { createHash } from 'node:crypto'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

/** Days in which a booking still finds its pending payment after the bank stopped listing it. */
export const REMEMBERED_DAYS = 14

/** A booking older than this many days before the account went live belongs to history that the bank lists late. */
export const LATE_DAYS = 14

/** The stored copy of a row that a provider has listed, and the transaction that it became. */
export type Mirror = {
  readonly externalId: string
  readonly status: 'pending' | 'booked'
  readonly amount: Cents
  readonly bookedOn: Day
  readonly merchant: string
  readonly contentHash: Buffer
  /** Another row of the account, its booking, represents the transaction now. This mirror is a tombstone. */
  readonly isClaimed: boolean
  /** The cause of the deletion, if any: `bank` stopped listing it, so it may come back, or a `person` deleted it. */
  readonly deleted: 'bank' | 'person' | null
  readonly transactionId: string
}

/** Hashes the contents of a row: SHA-256. It changes exactly when the provider changes the row. */
export function contentHash(row: ProviderTransaction): Buffer {
  const said = [row.status, row.amount, row.bookedOn, row.rawDescription, row.merchant, row.memo]
  return createHash('sha256').update(JSON.stringify(said)).digest()
}

/** Returns the id under which an old mirror stays when the bank reuses its own id for another payment. */
export function retiredId(externalId: string, contentHash: Buffer): string {
  return `${externalId}~${contentHash.toString('hex')}`
}
