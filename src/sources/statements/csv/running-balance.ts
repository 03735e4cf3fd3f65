import { AMOUNT_MAX, type Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import type { BalanceGap } from '#/sources/statements/statement.ts'

type BalancedRow = {
  readonly line: number
  readonly bookedOn: Day
  readonly amount: Cents
  /** The account's balance after the row, if the row gives one. */
  readonly balance: Cents | null
}

/** One way in which the balances may follow from the rows. */
type Way = {
  readonly isNewestFirst: boolean
  /** -1: the column states debt as a positive number. */
  readonly sign: 1 | -1
  checks: number
  readonly gaps: BalanceGap[]
  missed: number
}

/** Limits the gaps that are reported individually. */
const GAPS_MAX = 20
/** With so few checks, a column is trusted even if all of them fail. */
const FEW = 2

/**
 * Checks a column of running balances against the sums of the rows. The order of the rows and the sign of the balances
 * are those that fit most rows. A column that fits less than half of them is not a running balance and is ignored.
 */
export function createRunningBalance() {
  const ways = [1 as const, -1 as const].flatMap((sign) =>
    [false, true].map((isNewestFirst): Way => {
      return { isNewestFirst, sign, checks: 0, gaps: [], missed: 0 }
    }),
  )
  let first: { readonly balance: Cents; readonly above: Cents } | null = null
  let last: Cents | null = null
  /** Sums since the last balance: of the rows after it, and of its own row with those before the current one. */
  let after = 0
  let before = 0
  let above = 0
  let firstDay: Day | null = null
  let lastDay: Day | null = null
  let latest: Day | null = null

  const check = (way: Way, { line, balance }: { line: number; balance: Cents }, from: Cents) => {
    const moved = way.isNewestFirst ? 0 - before : after
    const expected = from + way.sign * moved
    way.checks += 1
    if (expected === balance) return
    way.missed += 1
    if (way.gaps.length < GAPS_MAX) way.gaps.push({ line, expected, actual: balance })
  }
  const bestWay = () => {
    const isFalling = firstDay !== null && lastDay !== null && firstDay > lastDay
    return ways.toSorted(
      (a, b) =>
        a.missed - b.missed ||
        b.sign - a.sign ||
        Number(b.isNewestFirst === isFalling) - Number(a.isNewestFirst === isFalling),
    )[0]!
  }
  return {
    push: ({ line, bookedOn, amount, balance }: BalancedRow): void => {
      firstDay ??= bookedOn
      lastDay = bookedOn
      if (latest === null || bookedOn > latest) latest = bookedOn
      after += amount
      if (balance === null) {
        before += amount
        if (first === null) above += amount
        return
      }
      if (last !== null) for (const way of ways) check(way, { line, balance }, last)
      first ??= { balance, above }
      last = balance
      after = 0
      before = amount
    },
    /** Returns the balance after the newest row, and the first gaps of all `missed` ones. */
    end: () => {
      const none = { closing: null, gaps: [], missed: 0 }
      if (first === null || last === null || latest === null) return none
      const { isNewestFirst, sign, checks, gaps, missed } = bestWay()
      if (checks > FEW && missed > checks / 2) return none
      const amount = isNewestFirst ? sign * first.balance + first.above : sign * last + after
      const closing = Math.abs(amount) <= AMOUNT_MAX ? { amount, day: latest } : null
      return { closing, gaps, missed }
    },
  }
}
