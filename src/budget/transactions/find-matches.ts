import { type RawBuilder, sql } from 'kysely'
import { readState } from '#/access/households/read-state.ts'
import { rollupRows } from '#/budget/reports/rows.ts'
import type { Matches } from '#/platform/database/recent-rows.ts'
import { conditionOf, daysOf, type Filter, matching, textsWith } from './filter.ts'
import { limitOf, order, type Page } from './order.ts'
import { versionOf } from './row.ts'

/** The most matches of a search that are named. */
export const MATCHES_NAMED = 500

type Sought = { readonly filter: Filter; readonly page: Page }

/** Counts all that a filter finds, and names the first: at least those of the page. */
export function findMatches(
  householdId: string,
  sought: Sought,
): RawBuilder<Matches & { state: string }> {
  const { filter } = sought
  const { search, from: _, to: __, ...others } = filter
  const isText = Object.values(others).every((value) => value === undefined)
  return search !== undefined && isText
    ? findText(householdId, search, sought)
    : findAny(householdId, sought)
}

function findAny(householdId: string, { filter, page }: Sought) {
  return sql<Matches & { state: string }>`
    with found as materialized (
      select t.id, t.booked_at, t.created_at, t.revision, t.xmin from ${matching(householdId, filter)}
    )
    select (select count(*) from found) as total, ${readState(householdId)} as state, coalesce((
      select string_agg(f.version, ',') from (
        select ${versionOf} as version from found t ${order(page)} limit ${sql.lit(MATCHES_NAMED)}
      ) f), '') as first`
}

/**
 * Finds a text, and days at most: the index of texts counts the matches without reading them. A frequent word fills the page
 * from the newest rows, of which four times as many are read as should be necessary. Otherwise all matches are read and sorted.
 * One plan serves all words, so it is kept: the choice is made while the statement runs.
 */
function findText(householdId: string, search: string, { filter: { from, to }, page }: Sought) {
  const days = daysOf({ from, to })
  const contains = sql`t.text_key = any((select keys from sought)::bigint[])`
  const end = page.offset + page.limit
  const most = page.offset === 0 ? limitOf(page) : sql`${end}`
  const all = sql`select coalesce(sum(r.transactions), 0) from transaction_totals r
    where ${rollupRows(householdId, { facet: 'all', key: '' }, [{ grain: 'ever', from: null, until: null }])}`
  return sql<Matches & { state: string }>`
    with sought as materialized (
      select array(${textsWith(householdId, search)}) as keys
    ), counted as materialized (
      select n.total, 4 * (${all}) * ${end}::int / greatest(n.total, 1) as near from (
        select count(*) as total from transactions t
        where t.household_id = ${householdId} and ${contains} and ${days}
      ) n
    ), newest as materialized (
      select ${versionOf} as version from (
        select t.id, t.revision, t.xmin, t.text_key from transactions t
        where ${conditionOf(householdId, { from, to })}
          and (select total * 4 >= near from counted)
        ${order(page)} limit (select near from counted)
      ) t where ${contains} limit ${most}
    )
    select (select total from counted) as total, ${readState(householdId)} as state,
      coalesce(case when (select count(*) from newest) = ${end}::int
        then (select string_agg(version, ',') from newest)
        else (select string_agg(f.version, ',') from (
          select ${versionOf} as version from (
            select t.id, t.booked_at, t.created_at, t.revision, t.xmin from transactions t
            where t.household_id = ${householdId} and ${contains} and ${days} offset 0
          ) t ${order(page)} limit ${sql.lit(MATCHES_NAMED)}
        ) f) end, '') as first`
}
