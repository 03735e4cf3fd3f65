import { sql } from 'kysely'
import { addCents, type Cents } from '#/core/values/cents.ts'
import { addMonths, type Day, dayAt, startOfMonth, toDay } from '#/core/values/day.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { analytics } from './contract.ts'
import { monthOf } from './month-of.ts'
import type { Facet } from './rows.ts'
import { monthUpTo, type Part, partsBetween, spentRows } from './spent-rows.ts'

type Row = {
  facet: Facet['facet']
  /** A category's id ('' without one), a merchant's key, or the first day of a month. */
  key: string
  name: string | null
  spent: Cents
  refunded: Cents
  count: number
}
type GroupBy = 'category' | 'merchant' | 'month'
type Query = { readonly from?: Day | undefined; readonly to: Day; readonly group_by: GroupBy }
type Bounds = { readonly from: Day; readonly to: Day }

/** The facets that are read. */
const facets = {
  category: ['all', 'category'],
  merchant: ['merchant'],
  month: ['all'],
} as const satisfies Readonly<Record<GroupBy, readonly Facet['facet'][]>>

/** `GET /analytics/spending`: sums rollups of transactions of type `expense` in the household's currency. */
export const showSpending: Handle<typeof analytics.showSpending> = async (call, { query }) => {
  const { householdId, currency, zone } = call.caller
  const today = dayAt(call.now(), zone)
  const period = { ...query, to: lastDay(query, today) }
  const read = {
    facets: facets[query.group_by],
    currency,
    parts: partsOf(period),
    days: daysOf(period),
  }
  const key = query.group_by === 'month' ? sql`${monthOf(sql`r.start`)}::text` : sql`r.facet_key`
  const named = sql`c.household_id = ${householdId} and c.id::text = g.key and g.facet = 'category'`
  const { rows: answers } = await sql<{ begins: number; groups: Row[] }>`
    select h.month_starts_on_day as begins, coalesce((select json_agg(n) from (
      select g.*, c.name from (
        select r.facet, ${key} as key, -sum(r.spent)::bigint as spent,
          sum(r.refunded)::bigint as refunded, sum(r.expenses)::bigint as count
        from ${spentRows(householdId, read)} r
        group by 1, 2 having sum(r.expenses) > 0
      ) g left join categories c on ${named}) n), '[]') as groups
    from households h where h.household_id = ${householdId}`.execute(call.db)
  const { begins, groups } = answers[0]!
  // A split transaction counts in the category of each part, but is one transaction of all.
  const [totals, rows] = partition(groups, query.group_by)
  const bounds = { from: period.from ?? startOfMonth(period.to, begins), to: period.to }
  const found =
    query.group_by === 'month'
      ? fillMonths(rows, { ...bounds, begins, today })
      : rows.toSorted(bySpent)
  const spent = addCents(...rows.map((row) => row.spent))
  const refunded = addCents(...rows.map((row) => row.refunded))
  return {
    currency,
    ...bounds,
    group_by: query.group_by,
    spent,
    refunded,
    net: refunded - spent,
    transaction_count: addCents(...totals.map(({ count }) => count)),
    groups: found.map((row) => ({
      ...describe(row, query.group_by),
      spent: row.spent,
      refunded: row.refunded,
      net: row.refunded - row.spent,
      transaction_count: row.count,
      share_bps: spent === 0 ? 0 : Math.round((row.spent / spent) * 10_000),
    })),
  }
}

/** Returns the rows that count the transactions, and those of the groups. */
function partition(
  rows: readonly Row[],
  groupBy: GroupBy,
): readonly [readonly Row[], readonly Row[]] {
  if (groupBy !== 'category') return [rows, rows]
  const { all = [], category = [] } = Object.groupBy(rows, ({ facet }) => facet)
  return [all, category]
}

/** Returns the last day: by default today, or `from` if that is in the future. */
function lastDay(query: { from?: Day | undefined; to?: Day | undefined }, today: Day): Day {
  const { from = today, to = from > today ? from : today } = query
  return to
}

/** Returns what adds up to the period. On which day the household `h` begins its months, only the statement knows. */
function partsOf({ from, to, group_by }: Query): readonly Part[] {
  if (from !== undefined && group_by !== 'month') return partsBetween(from, to)
  const parts = from === undefined ? monthUpTo(to) : partsBetween(from, to)
  return [
    ...parts.map((part) => ({ ...part, when: sql<boolean>`h.month_starts_on_day = 1` })),
    { days: daysOf({ from, to }), when: sql<boolean>`h.month_starts_on_day <> 1` },
  ]
}

/** Returns the days of the period, which begin with the month of the household `h` by default. */
function daysOf({ from, to }: Pick<Query, 'from' | 'to'>) {
  return { from: from ?? monthOf(sql<Day>`${to}::date`), to }
}

function describe({ key, name }: Row, groupBy: GroupBy) {
  if (groupBy === 'month')
    return { key: key.slice(0, 7), label: key.slice(0, 7), category_id: null }
  if (groupBy === 'merchant') return { key, label: titleOf(key), category_id: null }
  return key === ''
    ? { key: 'uncategorized', label: 'Uncategorized', category_id: null }
    : { key, label: name ?? key, category_id: key }
}

function titleOf(merchant: string): string {
  return merchant
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

function bySpent(a: Row, b: Row): number {
  return b.spent - a.spent || (a.key < b.key ? -1 : 1)
}

/** Fills months without spending with zero, between 1970 and next year: nothing can be booked outside. */
function fillMonths(
  rows: readonly Row[],
  { from, to, begins, today }: Bounds & { readonly begins: number; readonly today: Day },
): Row[] {
  const found = new Map(rows.map((row) => [row.key, row]))
  const first = startOfMonth(from < EARLIEST ? EARLIEST : from, begins)
  const latest = addMonths(today, 12)
  const last = to > latest ? latest : to
  const filled: Row[] = []
  for (let month = first; month <= last; month = addMonths(month, 1)) {
    filled.push(
      found.get(month) ?? { facet: 'all', key: month, name: null, spent: 0, refunded: 0, count: 0 },
    )
  }
  return filled
}

const EARLIEST = toDay('1970-01-01')
