import { type RawBuilder, sql } from 'kysely'
import { type Facet, rollupRows } from '#/budget/reports/rows.ts'
import { dividedSpans, spansOf } from '#/budget/reports/spans.ts'
import type { Act, JsonText } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { transactions } from './contract.ts'
import { listChanges } from './changes.ts'
import { branchesOf, columnsOf, countColumn, facetOf, type Filter, matching } from './filter.ts'
import { limitOf, order, type Page } from './order.ts'
import { type Listed, readRecentPage } from './recent-page.ts'
import { versionOf, wireColumns } from './row.ts'

/** The most rows that a page skips one by one. Deeper pages are found through the rollups. */
const SKIP_MAX = 400

/** `GET /transactions`: one statement that counts, finds the page and writes it as JSON. */
export const listTransactions: Act<typeof transactions.listTransactions> = async (
  call,
  { query },
) => {
  if (query.updated_since !== undefined || query.cursor !== undefined) {
    return listChanges(call, query)
  }
  const { page: number, limit, sort, updated_since: _, cursor: __, ...filter } = query
  const page = pageOf({ page: number, limit, sort })
  const facet = facetOf(filter)
  const named = facet && rolledUp(call, filter, { facet, page, as: 'versions' })
  let listed = await readRecentPage(call, { named, filter, page })
  if (listed === null) {
    const all = facet ? rolledUp(call, filter, { facet, page }) : counted(call, filter, page)
    listed = (await all.execute(call.db)).rows[0]!
  }
  return envelope(listed, { page: number, limit })
}

export function pageOf({
  page,
  limit,
  sort,
}: Pick<Page, 'sort' | 'limit'> & { readonly page: number }): Page {
  // Bounded, so that the offset fits PostgreSQL's bigint. No list is longer.
  return { sort, limit, offset: Math.min((page - 1) * limit, 2 ** 40) }
}

/** Lists through a facet of the rollups: the total is a sum over a few rollup rows. Deep pages start at the right day. */
export function rolledUp(
  { caller: { householdId } }: ReadContext,
  filter: Filter,
  { facet, page, ...form }: Form & { readonly facet: Facet; readonly page: Page },
): RawBuilder<Listed> {
  const count = countColumn(filter)
  const total = sql`select coalesce(sum(${count}), 0)::bigint from transaction_totals r
    where ${rollupRows(householdId, facet, spansOf(filter.from, filter.to))}`
  const found = branchesOf(householdId, filter)
  if (page.sort === 'created_at' || page.offset <= SKIP_MAX) {
    return sql<Listed>`select (${total}) as total, ${rowsOf(found, page, { householdId, offset: sql`${page.offset}`, ...form })} as data`
  }
  const days = sql`select r.grain, r.month, r.start, sum(${count}) as n from transaction_totals r
    where ${rollupRows(householdId, facet, dividedSpans(filter.from, filter.to))} group by 1, 2, 3`
  const reached = branchesOf(
    householdId,
    filter,
    sql<boolean>`t.booked_at <= (select start from first_day)`,
  )
  const rest = sql`${page.offset} - (select before from first_day)`
  return sql<Listed>`
    with stretches as (
      select grain, month, start, n, sum(n) over (order by start desc) - n as before from (${days}) s
    ), stretch as (
      select * from stretches where before <= ${page.offset} and before + n > ${page.offset}
    ), days as (
      select r.start, sum(${count}) as n, (select before from stretch) as before
      from transaction_totals r
      where r.household_id = ${householdId} and r.facet = ${facet.facet} and r.facet_key = ${facet.key}
        and r.grain = 'day' and r.month = (select month from stretch)
        and ((select grain from stretch) = 'month' or r.start = (select start from stretch))
      group by r.start
    ), counted_days as (
      select start, n, before + sum(n) over (order by start desc) - n as before from days
    ), first_day as (
      select start, before from counted_days
      where before <= ${page.offset} and before + n > ${page.offset}
    )
    select (${total}) as total, ${rowsOf(reached, page, { householdId, offset: rest, ...form })} as data`
}

/** Lists without a rollup: finds all rows first, then counts and pages them. */
function counted(
  { caller: { householdId } }: ReadContext,
  filter: Filter,
  page: Page,
): RawBuilder<Listed> {
  return sql<Listed>`
    with found as materialized (
      select t.household_id, t.id, t.booked_at, t.created_at from ${matching(householdId, filter)}
    ), paged as (
      select t.household_id, t.id from found t ${order(page)} limit ${limitOf(page)} offset ${page.offset}
    )
    select (select count(*) from found) as total, coalesce((select json_agg(p) from (
      select ${wireColumns} from paged
      join transactions t on t.household_id = ${householdId} and t.id = paged.id ${order(page)}
    ) p), '[]')::text as data`
}

type Branches = ReturnType<typeof branchesOf>

function rowsOf(found: Branches, page: Page, { as, ...part }: Part & Form): RawBuilder<string> {
  if (as === 'versions') {
    const rows = selectRows(found, page, { ...part, columns: sql`${versionOf} as version` })
    return sql<string>`coalesce((select string_agg(p.version, ',') from (${rows}) p), '')`
  }
  const rows = selectRows(found, page, part)
  return sql<string>`coalesce((select json_agg(p) from (${rows}) p), '[]')::text`
}

type Form = {
  /** Default: the fields of the contract. */
  readonly columns?: RawBuilder<unknown> | undefined
  /** Default: JSON. `versions`: the names of the rows, joined by commas. */
  readonly as?: 'versions'
}
type Part = Pick<Form, 'columns'> & {
  readonly householdId: string
  readonly offset: RawBuilder<unknown>
}

/** Selects the rows of a page, of those `found` (`branchesOf`). */
export function selectRows(
  found: Branches,
  page: Page,
  { householdId, offset, columns = wireColumns }: Part,
): RawBuilder<unknown> {
  const keys = sql`t.household_id, t.id, t.booked_at, t.created_at`
  const count =
    page.offset === 0 ? limitOf(page) : sql`(${page.limit}::bigint + (${offset})::bigint)`
  const some = sql`from ${firstOf(found, { ...(page.offset > 0 && { columns: keys }), page, count })}
    ${order(page)} limit ${limitOf(page)} ${page.offset === 0 ? sql`` : sql`offset ${offset}`}`
  // Skipped rows are read from the index alone, then each row of the page is looked up. `lateral` keeps the planner from
  // scanning the whole table when its estimates are wrong.
  return page.offset === 0
    ? sql`select ${columns} ${some}`
    : sql`select ${columns} from (select t.household_id, t.id ${some}) found
        cross join lateral (select t.*, t.xmin from transactions t
          where t.household_id = ${householdId} and t.id = found.id limit 1) t ${order(page)}`
}

type First = {
  /** Default: all. */
  readonly columns?: RawBuilder<unknown>
  readonly page: Pick<Page, 'sort'>
  readonly count: RawBuilder<unknown>
}

/**
 * Builds a source of rows `t` that contains the first `count` of the found ones. Two branches are limited one by one,
 * because PostgreSQL would otherwise read and sort all rows of both.
 */
export function firstOf(found: Branches, { columns, page, count }: First): RawBuilder<unknown> {
  if (found.length === 1) return found[0]
  const some = found.map(
    (branch, n) =>
      sql`(select ${columns ?? columnsOf(n)} from ${branch} ${order(page)} limit ${count})`,
  )
  return sql`(${sql.join(some, sql` union all `)}) t`
}

function envelope(
  { total, data }: Listed,
  { page, limit }: { readonly page: number; readonly limit: number },
): JsonText {
  const pages = Math.ceil(total / limit)
  const rest = { total, page, pages, limit, has_more: page < pages, next_cursor: null }
  return { json: `{"data":${data},${JSON.stringify(rest).slice(1)}` }
}
