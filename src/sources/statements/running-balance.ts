import { AMOUNT_MAX, type Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import type { BalanceGap } from './statement.ts'

type Told = {
  readonly line: number
  readonly bookedOn: Day
  readonly amount: Cents
  /** What the row says that the account holds after it; null: nothing. */
  readonly balance: Cents | null
}

/** One way in which the balances may follow from the rows. */
type Way = {
  readonly isNewestFirst: boolean
  /** -1: they tell what is owed. */
  readonly sign: 1 | -1
  checks: number
  readonly gaps: BalanceGap[]
  missed: number
}

/** Gaps that are told one by one. */
const GAPS_MAX = 20
/** With so few checks nothing speaks against a column whose sums are all wrong. */
const FEW = 2

/**
 * Checks a column of running balances against the rows' sums. Which row comes first, and whether a balance is what is
 * held or what is owed, is what fits the most rows. A column that does not fit even half of them is none, and says nothing.
 */
export function createRunningBalance() {
  const ways = [1 as const, -1 as const].flatMap((sign) =>
    [false, true].map((isNewestFirst): Way => {
      return { isNewestFirst, sign, checks: 0, gaps: [], missed: 0 }
    }),
  )
  let first: { readonly balance: Cents; readonly above: Cents } | null = null
  let last: Cents | null = null
  /** Sums of rows since the last balance: those behind it, and with its own row in place of this one. */
  let behind = 0
  let before = 0
  let above = 0
  let firstDay: Day | null = null
  let lastDay: Day | null = null
  let latest: Day | null = null

  const check = (way: Way, { line, balance }: { line: number; balance: Cents }, from: Cents) => {
    const moved = way.isNewestFirst ? 0 - before : behind
    const expected = from + way.sign * moved
    way.checks += 1
    if (expected === balance) return
    way.missed += 1
    if (way.gaps.length < GAPS_MAX) way.gaps.push({ line, expected, told: balance })
  }
  const judged = () => {
    const isFalling = firstDay !== null && lastDay !== null && firstDay > lastDay
    return ways.toSorted(
      (a, b) =>
        a.missed - b.missed ||
        b.sign - a.sign ||
        Number(b.isNewestFirst === isFalling) - Number(a.isNewestFirst === isFalling),
    )[0]!
  }
  return {
    push: ({ line, bookedOn, amount, balance }: Told): void => {
      firstDay ??= bookedOn
      lastDay = bookedOn
      if (latest === null || bookedOn > latest) latest = bookedOn
      behind += amount
      if (balance === null) {
        before += amount
        if (first === null) above += amount
        return
      }
      if (last !== null) for (const way of ways) check(way, { line, balance }, last)
      first ??= { balance, above }
      last = balance
      behind = 0
      before = amount
    },
    /** What the account holds after the last row, and where the rows do not add up. */
    end: () => {
      const none = { told: null, gaps: [], missed: 0 }
      if (first === null || last === null || latest === null) return none
      const { isNewestFirst, sign, checks, gaps, missed } = judged()
      if (checks > FEW && missed > checks / 2) return none
      const amount = isNewestFirst ? sign * first.balance + first.above : sign * last + behind
      const told = Math.abs(amount) <= AMOUNT_MAX ? { amount, day: latest } : null
      return { told, gaps, missed }
    },
  }
}
