import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

export type Told = { readonly amount: Cents; readonly bookedOn: Day; readonly merchant: string }
export type Known = {
  readonly amount: Cents
  readonly bookedOn: Day
  /** Its own, and as each source has told it. */
  readonly merchants: readonly string[]
}

/**
 * Which rows of a file the account has already from another source: each is paired with one transaction of its day and
 * amount. Equal merchants are paired first; of the rest each source lists as many as there are, so the surplus alone is
 * new: two coffees in the file and one by hand are two coffees.
 */
export function matchSameDay<T extends Told, K extends Known>(
  told: readonly T[],
  known: readonly K[],
): ReadonlyMap<T, K> {
  const pairs = new Map<T, K>()
  const free = Map.groupBy(known, keyOf)
  const pair = (fits: (row: T, one: K) => boolean) => {
    for (const row of told) {
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
