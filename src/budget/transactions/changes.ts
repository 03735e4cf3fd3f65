import { sql } from 'kysely'
import { invalidParameter } from '#/platform/contract/refusal.ts'
import type { JsonText } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { Filter } from './filter.ts'
import { wireColumns } from './row.ts'

type Query = Filter & {
  readonly limit: number
  readonly page: number
  readonly updated_since?: string | undefined
  readonly cursor?: string | undefined
}

/** A reader's position in the feed: after this row of this revision. */
type Position = { readonly revision: number; readonly id: string }

/** Behind every row of its revision: all of them are committed, because each write has a revision of its own. */
const END = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Lists the change feed: transactions in the order of their last change, tombstones included. Revisions are assigned
 * under the household's lock, so a reader that continues from `next_cursor` misses nothing; timestamps could not
 * guarantee that. The cursor of the last page continues with later changes.
 */
export async function listChanges(call: ReadContext, query: Query): Promise<JsonText> {
  refuseFilters(query)
  const { householdId } = call.caller
  const after = query.cursor === undefined ? null : readCursor(query.cursor)
  const since =
    after === null
      ? sql`t.updated_at >= ${query.updated_since}`
      : sql`(t.revision, t.id) > (${after.revision}, ${after.id})`
  const { rows } = await sql<{ total: number; data: string; last: Position | null; now: number }>`
    with found as materialized (
      select t.revision, t.id from transactions t
      where t.household_id = ${householdId} and t.revision >= 0 and not t.hidden and ${since}
    ), paged as (
      select * from found order by revision, id limit ${query.limit}
    )
    select (select count(*) from found) as total,
      coalesce((select json_agg(p) from (
        select ${wireColumns} from paged
        join transactions t on t.household_id = ${householdId} and t.id = paged.id
        order by paged.revision, paged.id) p), '[]')::text as data,
      (select json_build_object('revision', revision, 'id', id) from paged
        order by revision desc, id desc limit 1) as last,
      (select revision from households where household_id = ${householdId}) as now`.execute(call.db)
  const { total, data, last, now } = rows[0]!
  const pages = Math.ceil(total / query.limit)
  const rest = {
    total,
    page: 1,
    pages,
    limit: query.limit,
    has_more: pages > 1,
    next_cursor: writeCursor(last ?? after ?? { revision: now, id: END }),
  }
  return { json: `{"data":${data},${JSON.stringify(rest).slice(1)}` }
}

function refuseFilters(query: Query): void {
  const names = ['type', 'account_id', 'category_id', 'expense_goal_id', 'search', 'from', 'to']
  const given = Object.entries(query).find(
    ([name, value]) => names.includes(name) && value !== undefined,
  )
  if (given) throw invalidParameter(given[0], `A change feed takes no \`${given[0]}\`.`)
  if (query.page !== 1) {
    throw invalidParameter('page', 'A change feed takes no `page`; continue with `cursor`.')
  }
}

function writeCursor({ revision, id }: Position): string {
  return Buffer.from(`${revision}:${id}`).toString('base64url')
}

function readCursor(text: string): Position {
  const found = /^(\d{1,15}):([0-9a-f-]{36})$/.exec(
    Buffer.from(text, 'base64url').toString('latin1'),
  )
  if (!found)
    throw invalidParameter('cursor', '`cursor` must be the `next_cursor` of an earlier page.')
  return { revision: Number(found[1]), id: found[2]! }
}
