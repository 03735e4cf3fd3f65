import type { Cents } from '#/core/values/cents.ts'
import { addMonths, type Day, startOfMonth } from '#/core/values/day.ts'
import type { Forecast, ForecastEvent } from './forecast.ts'

/** A month of a forecast over all Expenses, in cents. */
export type ForecastMonth = {
  /** `YYYY-MM`. */
  readonly month: string
  readonly deposits: Cents
  readonly planned: Cents
  readonly funded: Cents
  /** The sum of payments that come due; `covered` is the part set aside in time. */
  readonly due: Cents
  readonly covered: Cents
  /** At the end of the month, or of the forecast if it ends earlier. */
  readonly setAside: Cents
  readonly freeToSpend: Cents | null
}

export type MonthsQuestion = {
  readonly from: Day
  readonly through: Day
  /** The balance of each Expense at the beginning, in the order of the forecast. */
  readonly balances: readonly Cents[]
  readonly freeToSpend: Cents | null
}

/** Sums a forecast up by calendar month, from the month of `from` to that of `through`. */
export function monthsOf(forecast: Forecast, question: MonthsQuestion): readonly ForecastMonth[] {
  const months = monthsBetween(question.from, question.through)
  // Count days before `from` that are not processed yet in the first month.
  const monthOf = ({ day }: Pick<ForecastEvent, 'day'>) =>
    day < question.from ? months[0]! : monthName(day)
  const events = forecast.expenses.map(({ events: some }) => Map.groupBy(some, monthOf))
  const paydays = Map.groupBy(forecast.paydays, monthOf)
  const balances = [...question.balances]
  let { freeToSpend } = question
  return months.map((month) => {
    const ran = paydays.get(month) ?? []
    freeToSpend = ran.at(-1)?.freeToSpend ?? freeToSpend
    const passed = events.map((some) => some.get(month) ?? [])
    for (const [index, some] of passed.entries()) {
      balances[index] = some.at(-1)?.balance ?? balances[index]!
    }
    const dues = passed.flat().filter((event) => event.kind === 'due')
    return {
      month,
      deposits: sum(ran.map(({ deposit }) => deposit)),
      planned: sum(ran.map(({ planned }) => planned)),
      funded: sum(ran.map(({ funded }) => funded)),
      due: sum(dues.map(({ payment }) => payment)),
      covered: sum(dues.map(({ covered }) => covered)),
      setAside: sum(balances),
      freeToSpend,
    }
  })
}

function monthName(day: Day): string {
  return day.slice(0, 7)
}

function monthsBetween(from: Day, through: Day): string[] {
  const months: string[] = []
  for (let month = startOfMonth(from); month <= through; month = addMonths(month, 1)) {
    months.push(monthName(month))
  }
  return months
}

function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, amount) => total + amount, 0)
}
