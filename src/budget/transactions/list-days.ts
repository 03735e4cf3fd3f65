import { type RawBuilder, sql } from 'kysely'
import { rollupRows } from '#/budget/reports/rows.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { transactionsApp } from './app-contract.ts'
import { countColumn, facetOf, type Filter, matching, matchingAmount } from './filter.ts'
import { resolveSearch } from './resolve-search.ts'

/**
 * `GET /transaction-days`: the days of the list, how many rows each has, and what they add up to. The list lays out its
 * headings by them, wherever it is scrolled to.
 */
export const listDays: Handle<typeof transactionsApp.listDays> = async (call, { query }) => {
  const { filter, faults } = await resolveSearch(call, query)
  if (faults.length > 0) return { json: '{"days":[]}' }
  const { rows } = await sql<{ readonly days: string }>`
    select coalesce(json_agg(json_build_object('day', day, 'count', count, 'sums', sums)
      order by day desc), '[]')::text as days
    from (
      select day, sum(count)::int as count,
        json_agg(json_build_object('currency', currency, 'sum', sum) order by currency) as sums
      from (${sumsByDay(call.caller.householdId, filter)}) s where count > 0 group by day
    ) d`.execute(call.db)
  return { json: `{"days":${rows[0]!.days}}` }
}

/** Selects count and sum of each day and currency: from the rollups if one of them counts the filter. */
function sumsByDay(householdId: string, filter: Filter): RawBuilder<unknown> {
  const facet = facetOf(filter)
  if (facet === null) {
    const counted = filter.type === 'transfer' ? sql`true` : sql`t.type <> 'transfer'`
    return sql`select t.booked_at as day, t.currency, count(*) as count,
        coalesce(sum(${matchingAmount(filter)}) filter (where ${counted}), 0)::bigint as sum
      from ${matching(householdId, filter)} group by 1, 2`
  }
  const spent = sql`r.spent + r.refunded`
  const sum = {
    all: sql`r.income + ${spent}`,
    expense: spent,
    income: sql`r.income`,
    transfer: sql`r.transfer`,
  }[filter.type ?? 'all']
  const days = { grain: 'day', from: filter.from ?? null, until: null } as const
  const last = filter.to === undefined ? sql`true` : sql`r.start <= ${filter.to}`
  return sql`select r.start as day, r.currency, sum(${countColumn(filter)}) as count,
      sum(${sum})::bigint as sum
    from transaction_totals r
    where ${rollupRows(householdId, facet, [days])} and ${last} group by 1, 2`
}
