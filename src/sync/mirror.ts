import { createHash } from 'node:crypto'
import type { ProviderTransaction } from '#/providers/provider.ts'
import type { Cents } from '#/values/cents.ts'
import type { Day } from '#/values/day.ts'

/** What is stored of a row that a provider has listed, and the transaction that it became. */
export type Mirror = {
  readonly externalId: string
  readonly status: 'pending' | 'booked'
  readonly amount: Cents
  readonly bookedOn: Day
  readonly merchant: string
  readonly contentHash: Buffer
  /** It is not listed any more: replaced by its booking, or gone. */
  readonly removed: boolean
  /** Its transaction went with it, and comes back should the bank tell of it again. */
  readonly gone: boolean
  readonly transactionId: string
}

/** Changes exactly when the provider says something else of the row. */
export function contentHash(row: ProviderTransaction): Buffer {
  const said = [row.status, row.amount, row.bookedOn, row.rawDescription, row.merchant, row.memo]
  return createHash('sha256').update(JSON.stringify(said)).digest()
}
