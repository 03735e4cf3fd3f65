import { type RawBuilder, sql } from 'kysely'
import type { Handle } from '#/world/call.ts'
import type { transactionsApp } from './app-contract.ts'
import { conditionOf, facetOf, type Filter } from './filter.ts'
import { type Page, pageOf, rolledUp, selectRows } from './list.ts'

/**
 * `GET /transaction-rows`: a page of the list by one statement, as somebody who types wants it: at once. What no rollup
 * counts is not counted, so that a word which many rows hold is found in the first few hundred, not in all of them.
 */
export const listRows: Handle<typeof transactionsApp.listRows> = async (call, { query }) => {
  const facet = facetOf(query)
  const page = pageOf(query)
  if (facet !== null) {
    const { rows } = await rolledUp(call, query, { facet, page }).execute(call.db)
    const { data, total } = rows[0]!
    return {
      json: `{"data":${data},"total":${total},"has_more":${page.offset + page.limit < total}}`,
    }
  }
  const { rows } = await uncounted(call.caller.householdId, query, page).execute(call.db)
  const { data, has_more } = rows[0]!
  return { json: `{"data":${data},"total":null,"has_more":${has_more}}` }
}

type Uncounted = { readonly data: string; readonly has_more: boolean }

/** One row more than the page holds tells whether there are more. */
function uncounted(householdId: string, filter: Filter, page: Page): RawBuilder<Uncounted> {
  const rows = selectRows(
    conditionOf(householdId, filter),
    { ...page, limit: page.limit + 1 },
    sql`${page.offset}`,
  )
  return sql<Uncounted>`
    select coalesce(json_agg(p.row order by p.n) filter (where p.n <= ${page.limit}), '[]')::text as data,
      count(*) > ${page.limit} as has_more
    from (select row_number() over () as n, to_json(r) as row from (${rows}) r) p`
}
