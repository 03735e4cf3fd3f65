import { type RawBuilder, sql } from 'kysely'
import { type Facet, rollupRows } from './rows.ts'
import { dividedSpans, netSpans, type Span } from './spans.ts'
import { addCents, type Cents } from '#/core/values/cents.ts'
import { addDays, addMonths, type Day, dayAt, startOfMonth, toDay } from '#/core/values/day.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { analytics } from './contract.ts'
import { monthOf } from './month-of.ts'

type Row = {
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

const facets: Readonly<Record<GroupBy, Facet>> = {
  category: { facet: 'category', key: null },
  merchant: { facet: 'merchant', key: null },
  month: { facet: 'all', key: '' },
}

/** `GET /analytics/spending`: sums rollups of transactions of type `expense` in the household's currency. */
export const showSpending: Handle<typeof analytics.showSpending> = async (call, { query }) => {
  const { householdId, currency, zone } = call.caller
  const today = dayAt(call.now(), zone)
  const period = { ...query, to: lastDay(query, today) }
  const key = query.group_by === 'month' ? sql`${monthOf(sql`r.start`)}::text` : sql`r.facet_key`
  const sign = signOf(period)
  // A split transaction is counted in the category of each part, but is one transaction.
  const total =
    query.group_by === 'category'
      ? sql<number>`(select coalesce(sum(${sign}r.expenses), 0)::bigint from transaction_totals r
          where ${countedRows(householdId, period, { facet: 'all', key: '' })} and r.currency = ${currency})`
      : sql<null>`null`
  const { rows: answers } = await sql<{ begins: number; groups: Row[]; total: number | null }>`
    select h.month_starts_on_day as begins, ${total} as total, coalesce((select json_agg(n) from (
      select g.*, c.name from (
        select ${key} as key, -sum(${sign}r.spent)::bigint as spent,
          sum(${sign}r.refunded)::bigint as refunded, sum(${sign}r.expenses)::bigint as count
        from transaction_totals r
        where ${countedRows(householdId, period)} and r.currency = ${currency}
        group by 1 having sum(${sign}r.expenses) > 0
      ) g left join categories c on c.household_id = ${householdId} and c.id::text = g.key) n), '[]') as groups
    from households h where h.household_id = ${householdId}`.execute(call.db)
  const { begins, groups: rows, total: counted } = answers[0]!
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
    transaction_count: counted ?? addCents(...rows.map(({ count }) => count)),
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

/** Returns the last day: by default today, or `from` if that is in the future. */
function lastDay(query: { from?: Day | undefined; to?: Day | undefined }, today: Day): Day {
  const { from = today, to = from > today ? from : today } = query
  return to
}

/** Builds the condition for the rollups to sum: whole months if the household's begin on the first, otherwise days. */
function countedRows(
  householdId: string,
  { from, to, group_by }: Query,
  facet: Facet = facets[group_by],
): RawBuilder<boolean> {
  const daysFrom = (first: Day | null): Span => ({
    grain: 'day',
    from: first,
    until: addDays(to, 1),
  })
  if (from === undefined) {
    const first = monthOf(sql`${to}::date`)
    return sql`${rollupRows(householdId, facet, [daysFrom(null)])}
      and r.month >= date_trunc('month', ${first}::timestamp)::date and r.start >= ${first}`
  }
  if (group_by !== 'month') return rollupRows(householdId, facet, netSpans(from, to))
  const [months, days] = [dividedSpans(from, to), [daysFrom(from)]]
  const byMonth = rollupRows(householdId, facet, months)
  // The first condition selects both kinds, since PostgreSQL cannot use an index for a condition inside `case`.
  return sql`${rollupRows(householdId, facet, [...months, ...days])}
    and case h.month_starts_on_day when 1 then ${byMonth} else ${rollupRows(householdId, facet, days)} end`
}

/** Builds the factor that subtracts what `countedRows` selects outside of the period. */
function signOf({ from, to, group_by }: Query): RawBuilder<unknown> {
  if (from === undefined || group_by === 'month') return sql``
  const isOutside = sql`r.grain = 'day' and (r.start < ${from} or r.start > ${to})`
  return sql`case when ${isOutside} then -1 else 1 end * `
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
    filled.push(found.get(month) ?? { key: month, name: null, spent: 0, refunded: 0, count: 0 })
  }
  return filled
}

const EARLIEST = toDay('1970-01-01')
