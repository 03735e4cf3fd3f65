import type { Cents } from '#/core/values/cents.ts'
import { addDays, addMonths, type Day, daysBetween, startOfMonth } from '#/core/values/day.ts'

/** Spending per day, in cents, of this month until today and of last month. */
export type MonthAgainstLast = {
  readonly spent: Cents
  readonly last_spent: Cents
  readonly days: readonly Cents[]
  readonly last_days: readonly Cents[]
}

/** The first day whose spending `monthAgainstLast` needs; months begin on day `begins`. */
export function comparedFrom(today: Day, begins: number): Day {
  return addMonths(startOfMonth(today, begins), -1)
}

/**
 * Compares this month's spending with last month's up to the same day. If this month is longer, its last days are
 * compared with all of last month.
 */
export function monthAgainstLast(
  spent: readonly { readonly day: Day; readonly spent: Cents }[],
  today: Day,
  begins: number,
): MonthAgainstLast {
  const byDay = new Map(spent.map((row) => [row.day, row.spent]))
  const daysOf = (from: Day, to: Day) =>
    Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
      return byDay.get(addDays(from, index)) ?? 0
    })
  const start = startOfMonth(today, begins)
  const days = daysOf(start, today)
  const last_days = daysOf(comparedFrom(today, begins), addDays(start, -1))
  const sum = (some: readonly Cents[]) => some.reduce((total, one) => total + one, 0)
  return {
    spent: sum(days),
    last_spent: sum(last_days.slice(0, days.length)),
    days,
    last_days,
  }
}
