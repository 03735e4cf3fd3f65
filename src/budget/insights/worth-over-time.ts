import type { Cents } from '#/core/values/cents.ts'
import { addDays, type Day, daysBetween, startOfMonth } from '#/core/values/day.ts'

/** An account today, and what was booked on it. */
export type WorthAccount = {
  readonly currency: string
  /** In cents. */
  readonly balance: Cents
  /** The first day on which something is known of it; null: nothing but today's balance. */
  readonly knownFrom: Day | null
  /** Sums of transactions by the first day of what they sum, latest first. */
  readonly booked: readonly { readonly start: Day; readonly amount: Cents }[]
}

export type Step = 'day' | 'week' | 'month'

type Point = { date: Day; assets: Cents; liabilities: Cents; net_worth: Cents }

/** Longest periods that are drawn by day and by week, in days. */
const BY_DAY = 45
const BY_WEEK = 200

export function stepOf(from: Day, to: Day): Step {
  const days = daysBetween(from, to)
  return days <= BY_DAY ? 'day' : days <= BY_WEEK ? 'week' : 'month'
}

/** Lists the days whose end is drawn, ascending: `to`, and before it each day, the same weekday, or the ends of months. */
export function pointsOf(
  { from, to, begins }: { readonly from: Day; readonly to: Day; readonly begins: number },
  step: Step,
): readonly Day[] {
  const points = [to]
  const before = (day: Day) =>
    step === 'month'
      ? addDays(startOfMonth(day, begins), -1)
      : addDays(day, step === 'day' ? -1 : -7)
  for (let day = before(to); day >= from; day = before(day)) points.push(day)
  return points.toReversed()
}

/**
 * Computes the worth of accounts of one currency at the end of some days (ascending): today's balances less what was booked
 * later. An account counts from the first day on which something is known of it; days before the first of all are left out.
 */
export function worthOverTime(
  accounts: readonly WorthAccount[],
  days: readonly Day[],
  today: Day,
): readonly Point[] {
  const points = days.map((date) => ({ date, assets: 0, liabilities: 0, known: 0 }))
  for (const { balance, knownFrom, booked } of accounts) {
    let [left, next] = [balance, 0]
    for (const point of points.toReversed()) {
      // Today is the balance as it stands, also with transactions that are dated later.
      while (point.date < today && next < booked.length && booked[next]!.start > point.date) {
        left -= booked[next]!.amount
        next += 1
      }
      // Its first transaction may be dated later than today.
      if (point.date < today && point.date < (knownFrom ?? today)) break
      point.known += 1
      if (left > 0) point.assets += left
      else point.liabilities += left
    }
  }
  return points.flatMap(({ date, assets, liabilities, known }) =>
    known === 0 ? [] : { date, assets, liabilities, net_worth: assets + liabilities },
  )
}
