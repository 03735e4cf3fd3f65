import { sql } from 'kysely'
import { monthOf } from '#/budget/reports/month-of.ts'
import { rollupRows } from '#/budget/reports/rows.ts'
import type { Cents } from '#/core/values/cents.ts'
import { addDays, addMonths, type Day, startOfMonth } from '#/core/values/day.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { insights } from './contract.ts'
import { all, answerPeriod, readPeriod, spansOfDays } from './period.ts'

type Months = Answer<typeof insights.showMonths>

type Cell = {
  facet: 'all' | 'category'
  /** A category's id; '' without one. */
  key: string
  month: Day
  spent: Cents
  refunded: Cents
  income: Cents
  transfers: Cents
  count: number
}

/** Complete months before the period: the same months a year ago, and the mean of a year. */
const MONTHS_BEFORE = 12

/** `GET /insights/months`: two reads, of rollups. */
export const showMonths: Handle<typeof insights.showMonths> = async (call, { query }) => {
  const { householdId } = call.caller
  const period = await readPeriod(call, query)
  const { from, to, begins, currency } = period
  const month = startOfMonth(from, begins)
  const before = addMonths(month, -MONTHS_BEFORE)
  const spans = [
    ...spansOfDays(before, addDays(month, -1), begins),
    ...spansOfDays(from, to, begins),
  ]
  const rowsOf = (facet: 'all' | 'category') =>
    rollupRows(householdId, facet === 'all' ? all : { facet, key: null }, spans)
  const { rows } = await sql<Cell>`
    select r.facet, r.facet_key as key, ${monthOf(sql`r.start`)}::text as month, -sum(r.spent)::bigint as spent,
      sum(r.refunded)::bigint as refunded, sum(r.income)::bigint as income, sum(r.transfer)::bigint as transfers,
      sum(r.expenses)::bigint as count
    from households h join transaction_totals r on r.household_id = ${householdId}
    where h.household_id = ${householdId} and r.currency = ${currency}
      and ((${rowsOf('all')}) or (${rowsOf('category')}))
    group by 1, 2, 3`.execute(call.db)
  const months: Day[] = []
  for (let one = before; one <= to; one = addMonths(one, 1)) months.push(one)
  return { ...answerPeriod(period), ...inSeries(rows, months) }
}

/** Arranges cells as series: one amount for each month, 0 where nothing was booked. */
function inSeries(cells: readonly Cell[], months: readonly Day[]) {
  const places = new Map(months.map((month, index) => [month, index]))
  const seriesOf = (some: readonly Cell[], of: (cell: Cell) => number): number[] => {
    const series = months.map(() => 0)
    for (const cell of some) series[places.get(cell.month)!] = of(cell)
    return series
  }
  const total = cells.filter(({ facet }) => facet === 'all')
  const byCategory = Map.groupBy(
    cells.filter(({ facet }) => facet === 'category'),
    ({ key }) => key,
  )
  const amounts = (some: readonly Cell[]) => ({
    income: seriesOf(some, ({ income }) => income),
    spent: seriesOf(some, ({ spent }) => spent),
    refunded: seriesOf(some, ({ refunded }) => refunded),
  })
  const categories: Months['categories'] = [...byCategory].map(([key, some]) => ({
    category_id: key === '' ? null : key,
    ...amounts(some),
  }))
  return {
    months: [...months],
    shown_from: MONTHS_BEFORE,
    ...amounts(total),
    transfers: seriesOf(total, ({ transfers }) => transfers),
    count: seriesOf(total, ({ count }) => count),
    categories: categories.filter(({ income, spent, refunded }) =>
      [...income, ...spent, ...refunded].some((amount) => amount !== 0),
    ),
  }
}
