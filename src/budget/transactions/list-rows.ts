import { type RawBuilder, sql } from 'kysely'
import type { Handle } from '#/platform/runtime/call.ts'
import type { transactionsApp } from './app-contract.ts'
import { branchesOf, conditionOf, facetOf, type Filter, matching } from './filter.ts'
import { firstOf, pageOf, rolledUp, selectRows } from './list.ts'
import { order, type Page } from './order.ts'
import { resolveSearch } from './resolve-search.ts'
import { wireColumns } from './row.ts'

/**
 * `GET /transaction-rows`: a page of the list by one statement, fast enough while somebody types. Without a rollup the
 * total stays unknown, so a frequent word is found among the first few hundred rows instead of all.
 */
export const listRows: Handle<typeof transactionsApp.listRows> = async (call, { query }) => {
  const { filter, faults } = await resolveSearch(call, query)
  const said = JSON.stringify(faults)
  if (faults.length > 0) {
    return { json: `{"data":[],"total":0,"has_more":false,"faults":${said}}` }
  }
  const facet = facetOf(filter)
  const page = pageOf(query)
  if (facet !== null) {
    const { rows } = await rolledUp(call, filter, { facet, page, columns }).execute(call.db)
    const { data, total } = rows[0]!
    const more = page.offset + page.limit < total
    return { json: `{"data":${data},"total":${total},"has_more":${more},"faults":[]}` }
  }
  const { householdId } = call.caller
  const isFirst = page.offset === 0 && page.sort === 'booked_at'
  const find = filter.sought !== undefined && isFirst ? firstFound : uncounted
  const { rows } = await find(householdId, filter, page).execute(call.db)
  const { data, has_more } = rows[0]!
  return { json: `{"data":${data},"total":null,"has_more":${has_more},"faults":[]}` }
}

/** The columns of a row: the fields of the public API, and why Earmark assigned the Expense. */
const columns = sql`${wireColumns}, t.expense_why`

type Uncounted = { readonly data: string; readonly has_more: boolean }

/** The newest rows, which are searched before all others. */
const NEWEST = 3000

/**
 * Builds the first page of a search. A frequent word fills the page from the newest rows; for a rare word all matches
 * are found and sorted. PostgreSQL cannot choose between the two: it estimates that any three letters are in 4 % of the
 * rows, and would read a hundred thousand rows in order to find eighteen.
 */
function firstFound(householdId: string, filter: Filter, page: Page): RawBuilder<Uncounted> {
  const { sought: _, ...others } = filter
  const condition = conditionOf(householdId, filter)
  const most = page.limit + 1
  const newest = firstOf(branchesOf(householdId, others), {
    page,
    count: sql`${NEWEST}`,
  })
  return uncountedOf(
    page,
    sql`
    with newest as materialized (
      select t.* from (
        select t.* from ${newest}
        ${order(page)} limit ${NEWEST}
      ) t where ${condition} limit ${most}
    ), found as materialized (
      select t.household_id, t.id, t.booked_at, t.created_at from ${matching(householdId, filter)}
    )
    (select ${columns} from newest t
      where (select count(*) from newest) = ${most} ${order(page)})
    union all
    (select ${columns} from (
        select t.household_id, t.id from found t
        where (select count(*) from newest) < ${most} ${order(page)} limit ${most}) f
      cross join lateral (select * from transactions t
        where t.household_id = ${householdId} and t.id = f.id limit 1) t ${order(page)})`,
  )
}

function uncounted(householdId: string, filter: Filter, page: Page): RawBuilder<Uncounted> {
  const most = { ...page, limit: page.limit + 1 }
  return uncountedOf(
    page,
    selectRows(branchesOf(householdId, filter), most, {
      householdId,
      offset: sql`${page.offset}`,
      columns,
    }),
  )
}

/** Reads one row more than the page holds, to know if there is another page. */
function uncountedOf(page: Page, rows: RawBuilder<unknown>): RawBuilder<Uncounted> {
  return sql<Uncounted>`
    select coalesce(json_agg(p.row order by p.n) filter (where p.n <= ${page.limit}), '[]')::text as data,
      count(*) > ${page.limit} as has_more
    from (select row_number() over () as n, to_json(r) as row from (${rows}) r) p`
}
