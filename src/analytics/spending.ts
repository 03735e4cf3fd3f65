import { sql } from 'kysely'
import { type Facet, rollupRows } from '#/rollups/rows.ts'
import { dividedSpans } from '#/rollups/spans.ts'
import { addCents, type Cents } from '#/values/cents.ts'
import { addMonths, type Day, dayAt, startOfMonth, toDay } from '#/values/day.ts'
import type { Handle } from '#/world/call.ts'
import type { analytics } from './contract.ts'

type Row = {
  /** A category's id ('' without one), a merchant's key, or the first day of a month. */
  key: string
  name: string | null
  spent: Cents
  refunded: Cents
  count: number
}
type GroupBy = 'category' | 'merchant' | 'month'
type Bounds = { readonly from: Day; readonly to: Day }

const facets: Readonly<Record<GroupBy, Facet>> = {
  category: { facet: 'category', key: null },
  merchant: { facet: 'merchant', key: null },
  month: { facet: 'all', key: '' },
}

/** `GET /analytics/spending`: from the rollups; only transactions of type `expense` in the household's currency. */
export const showSpending: Handle<typeof analytics.showSpending> = async (call, { query }) => {
  const { householdId, currency, zone } = call.caller
  const today = dayAt(call.now(), zone)
  const bounds = boundsOf(query, today)
  const key =
    query.group_by === 'month' ? sql`date_trunc('month', r.start)::date::text` : sql`r.facet_key`
  const { rows } = await sql<Row>`
    select g.*, c.name from (
      select ${key} as key, -sum(r.spent)::bigint as spent, sum(r.refunded)::bigint as refunded,
        sum(r.expenses)::bigint as count
      from transaction_totals r
      where ${rollupRows(householdId, facets[query.group_by], dividedSpans(bounds.from, bounds.to))}
        and r.currency = ${currency}
      group by 1 having sum(r.expenses) > 0
    ) g left join categories c on c.household_id = ${householdId} and c.id::text = g.key`.execute(
    call.db,
  )
  const found =
    query.group_by === 'month' ? fillMonths(rows, bounds, today) : rows.toSorted(bySpent)
  const spent = addCents(...rows.map((row) => row.spent))
  const refunded = addCents(...rows.map((row) => row.refunded))
  return {
    currency,
    ...bounds,
    group_by: query.group_by,
    spent,
    refunded,
    net: refunded - spent,
    transaction_count: addCents(...rows.map(({ count }) => count)),
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

/** By default this month to today; one bound alone takes the other from its own month, or from today. */
function boundsOf(query: { from?: Day | undefined; to?: Day | undefined }, today: Day): Bounds {
  const { from, to } = query
  if (from !== undefined) return { from, to: to ?? (from > today ? from : today) }
  const end = to ?? today
  return { from: startOfMonth(end), to: end }
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

/** Every month between the bounds, those without spending at zero; nothing can be booked outside 1970 and next year. */
function fillMonths(rows: readonly Row[], { from, to }: Bounds, today: Day): Row[] {
  const found = new Map(rows.map((row) => [row.key, row]))
  const first = startOfMonth(from < EARLIEST ? EARLIEST : from)
  const latest = addMonths(today, 12)
  const last = to > latest ? latest : to
  const filled: Row[] = []
  for (let month = first; month <= last; month = addMonths(month, 1)) {
    filled.push(found.get(month) ?? { key: month, name: null, spent: 0, refunded: 0, count: 0 })
  }
  return filled
}

const EARLIEST = toDay('1970-01-01')
