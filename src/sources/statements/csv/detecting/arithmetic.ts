import type { Cents } from '#/core/values/cents.ts'

/** A row as one reading sees it. */
export type ReadRow = {
  /** In cents, in the file's own sign; 0 for a row that the reading leaves out. */
  readonly amount: Cents
  /** The balance that the row states, if any. */
  readonly balance: Cents | null
}

/** How well the file's own sums fit a reading. */
export type ArithmeticFit = {
  /** Balances that could be compared with the one before, and those that follow from it. */
  readonly checks: number
  readonly hits: number
  /** Balances that moved by exactly the opposite of the amount: the sign of these rows is read wrong. */
  readonly opposed: number
  /** -1: balances fall when amounts are positive. Null if nothing was compared. */
  readonly sign: 1 | -1 | null
}

/** Rows kept for a comparison that does not depend on their order. */
const KEPT = 4000

/**
 * Compares the amounts of one reading with the balances of the file: in the order of the rows, from below, and in any
 * order, where a balance before a row must be the balance after another one. Opening and closing balances are compared with
 * the sum.
 */
export function createArithmetic() {
  const ways = ([1, -1] as const).flatMap((sign) =>
    [false, true].map((isNewestFirst) => ({ sign, isNewestFirst, hits: 0, opposed: 0 })),
  )
  let checks = 0
  let last: Cents | null = null
  /** Sums since the last balance: of the rows after it, and of its own row with those before the current one. */
  let after = 0
  let before = 0
  let total = 0
  const kept: Moved[] = []

  const inOrder = (): ArithmeticFit => {
    const [best] = ways.toSorted((a, b) => b.hits - a.hits)
    const { hits, opposed, sign } = best!
    return { checks, hits, opposed: hits === 0 ? 0 : opposed, sign: hits === 0 ? null : sign }
  }
  return {
    push: ({ amount, balance }: ReadRow): void => {
      after += amount
      total += amount
      if (balance === null) {
        before += amount
        return
      }
      if (last !== null && (balance !== last || after !== 0 || before !== 0)) {
        checks += 1
        for (const way of ways) {
          const moved = way.isNewestFirst ? 0 - before : after
          if (last + way.sign * moved === balance) way.hits += 1
          else if (last - way.sign * moved === balance) way.opposed += 1
        }
      }
      last = balance
      after = 0
      before = amount
      if (kept.length < KEPT) kept.push([amount, balance])
    },
    /** `change`: the closing balance less the opening one, where the file states both. */
    end: (change: Cents | null): ArithmeticFit => {
      const ordered = inOrder()
      if (ordered.checks > 0 && ordered.hits * 4 >= ordered.checks * 3) return ordered
      const free = fitInAnyOrder(kept)
      const best = free.hits * ordered.checks > ordered.hits * free.checks ? free : ordered
      if (best.checks > 0 || change === null || change === 0 || total === 0) return best
      if (total === change) return { checks: 1, hits: 1, opposed: 0, sign: 1 }
      if (total === 0 - change) return { checks: 1, hits: 1, opposed: 0, sign: -1 }
      return { checks: 1, hits: 0, opposed: 0, sign: null }
    },
  }
}

/** A row's amount, and the balance after it or before it. */
type Moved = readonly [amount: Cents, balance: Cents]

/** Compares each row with all balances, because the rows may be in no order. */
function fitInAnyOrder(rows: readonly Moved[]): ArithmeticFit {
  const balances = new Set(rows.map(([, balance]) => balance))
  const moving = rows.filter(([amount]) => amount !== 0)
  const [best] = ([1, -1] as const)
    .map((sign) => {
      const follows = ([amount, balance]: Moved, side: number) =>
        balances.has(balance - side * amount)
      const others = moving.filter((row) => !follows(row, sign))
      const opposed = others.filter((row) => follows(row, 0 - sign)).length
      return { sign, hits: moving.length - others.length, opposed }
    })
    .toSorted((a, b) => b.hits - a.hits)
  // The first row of a file follows from no other.
  const checks = Math.max(0, moving.length - 1)
  if (checks < CHECKS_ENOUGH) return { checks: 0, hits: 0, opposed: 0, sign: null }
  // Balances of some other rows may be found by chance, so this proves less than their order.
  const hits = Math.floor(Math.min(best!.hits, checks) * 0.9)
  if (hits === 0) return { checks, hits, opposed: 0, sign: null }
  return { checks, hits, opposed: best!.opposed, sign: best!.sign }
}

/** With fewer balances, some would be found in any order by chance. */
const CHECKS_ENOUGH = 4

/** Says that the balances follow from the amounts in most rows. */
export function fits({ checks, hits }: ArithmeticFit): boolean {
  return checks > 0 && hits * 2 > checks
}
