import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import {
  type AccountCoverage,
  accountKey,
  type Batch,
  type ProviderTransaction,
} from '#/sources/provider/provider.ts'

/** A row that is stored, with the account that it belongs to (`accountKey`). */
export type StoredRow = {
  readonly account: string
  readonly externalId: string
  readonly status: 'pending' | 'booked'
  readonly amount: Cents
  readonly bookedOn: Day
  readonly descriptor: string
  /** The bank has stopped listing it. */
  readonly isRemoved: boolean
}

/**
 * Finds the rows that are stored and listed under other ids now, because some banks change the references of payments, or write
 * them later. A stored row that is gone from a complete answer, and a new one of the same day, amount and status, are one
 * payment: by their text first, and by any text if there are as many of both.
 */
export function findRenamed(
  rows: readonly ProviderTransaction[],
  stored: readonly StoredRow[],
  coverage: readonly AccountCoverage[],
): NonNullable<Batch['renamed']> {
  const covered = new Map(coverage.map((one) => [accountKey(one.account), one]))
  const isStored = new Set(stored.map(({ account, externalId }) => `${account} ${externalId}`))
  const isListed = new Set(rows.map((row) => `${accountKey(row.account)} ${row.externalId}`))
  const gone = stored.filter((one) => {
    const days = covered.get(one.account)
    if (!days?.complete || one.isRemoved) return false
    if (one.status === 'pending' && !days.includesPending) return false
    const isInside = one.bookedOn >= days.from && one.bookedOn <= days.to
    return isInside && !isListed.has(`${one.account} ${one.externalId}`)
  })
  if (gone.length === 0) return []
  const fresh = rows.filter((row) => !isStored.has(`${accountKey(row.account)} ${row.externalId}`))
  const freshByKey = Map.groupBy(fresh, (row) =>
    keyOf({ ...row, account: accountKey(row.account) }),
  )
  return [...Map.groupBy(gone, keyOf)].flatMap(([key, missing]) =>
    pairRows(freshByKey.get(key) ?? [], missing).map(
      ([{ account, externalId: to }, { externalId }]) => ({
        account,
        from: externalId,
        to,
      }),
    ),
  )
}

/** Pairs rows of one day, amount and status. */
function pairRows(
  rows: readonly ProviderTransaction[],
  gone: readonly StoredRow[],
): (readonly [ProviderTransaction, StoredRow])[] {
  const left = [...gone]
  const pairs: (readonly [ProviderTransaction, StoredRow])[] = []
  const others = rows.filter((row) => {
    const at = left.findIndex(({ descriptor }) => descriptor === row.rawDescription)
    const [found] = at < 0 ? [] : left.splice(at, 1)
    if (found) pairs.push([row, found])
    return !found
  })
  if (others.length !== left.length) return pairs
  return [...pairs, ...others.map((row, index) => [row, left[index]!] as const)]
}

function keyOf(row: Pick<StoredRow, 'account' | 'status' | 'bookedOn' | 'amount'>): string {
  return `${row.account} ${row.status} ${row.bookedOn} ${row.amount}`
}
