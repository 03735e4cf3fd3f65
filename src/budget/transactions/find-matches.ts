import { type RawBuilder, sql } from 'kysely'
import { readState } from '#/access/households/read-state.ts'
import type { Matches } from '#/platform/database/recent-rows.ts'
import { daysOf, type Filter, matching, textsWith } from './filter.ts'
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
 * Finds a text, and days at most: the index of texts counts the matches without reading them. Of many matches, those of the
 * last days are read, as many days as should hold twice what the page needs. If they hold less, or the matches are few, all are
 * read. One plan serves all words, so it is kept: the choice is made while the statement runs.
 */
function findText(householdId: string, search: string, { filter: { from, to }, page }: Sought) {
  const days = daysOf({ from, to })
  const own = sql`t.household_id = ${householdId}`
  const contains = sql`t.text_key = any((select keys from sought)::bigint[])`
  const day = (of: RawBuilder<unknown>) =>
    sql`(select ${of} from transactions t where ${own} and t.visible and ${days})`
  const end = page.offset + page.limit
  const most = page.offset === 0 ? limitOf(page) : sql`${end}`
  const match = sql`t.id, t.booked_at, t.created_at, t.revision, t.xmin`
  return sql<Matches & { state: string }>`
    with sought as materialized (
      select array(${textsWith(householdId, search)}) as keys
    ), counted as materialized (
      select count(*) as total from transactions t where ${own} and ${contains} and ${days}
    ), since as materialized (
      select n.newest - ((n.newest - n.oldest) * 2 * ${end}::bigint / c.total)::int as day
      from (select ${day(sql`max(t.booked_at)`)} as newest, ${day(sql`min(t.booked_at)`)} as oldest offset 0) n, counted c
      where c.total > 4 * ${end}::bigint and ${page.sort}::text = 'booked_at'
    ), latest as materialized (
      select ${match} from transactions t
      where ${own} and ${contains} and ${days} and t.booked_at >= (select day from since)
    )
    select (select total from counted) as total, ${readState(householdId)} as state,
      coalesce(case when (select count(*) from latest) >= ${end}::bigint
        then (select string_agg(f.version, ',') from (
          select ${versionOf} as version from latest t ${order(page)} limit ${most}
        ) f)
        else (select string_agg(f.version, ',') from (
          select ${versionOf} as version from (
            select ${match} from transactions t where ${own} and ${contains} and ${days} offset 0
          ) t ${order(page)} limit ${sql.lit(MATCHES_NAMED)}
        ) f) end, '') as first`
}
