import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

export type Candidate = {
  readonly amount: Cents
  readonly bookedOn: Day
  readonly merchant: string
}
export type Known = {
  readonly amount: Cents
  readonly bookedOn: Day
  /** The merchant of the transaction and those that each source reported. */
  readonly merchants: readonly string[]
}

/**
 * Pairs rows of a file with transactions of the same day and amount from other sources. Equal merchants are paired first,
 * then any others. Unpaired rows are new: two coffees in the file and one by hand are two coffees.
 */
export function matchSameDay<T extends Candidate, K extends Known>(
  rows: readonly T[],
  known: readonly K[],
): ReadonlyMap<T, K> {
  const pairs = new Map<T, K>()
  const free = Map.groupBy(known, keyOf)
  const pair = (fits: (row: T, one: K) => boolean) => {
    for (const row of rows) {
      if (pairs.has(row)) continue
      const candidates = free.get(keyOf(row)) ?? []
      const at = candidates.findIndex((one) => fits(row, one))
      if (at < 0) continue
      pairs.set(row, candidates[at]!)
      candidates.splice(at, 1)
    }
  }
  pair((row, one) => one.merchants.includes(row.merchant))
  pair(() => true)
  return pairs
}

function keyOf({ bookedOn, amount }: { readonly bookedOn: Day; readonly amount: Cents }): string {
  return `${bookedOn} ${amount}`
}
