import { sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { requestLog } from './app-contract.ts'

/** The first and the last status of each kind of outcome. */
const statuses = { ok: [200, 299], refused: [400, 499], failed: [500, 599] } as const

const shown = [
  'request_id',
  'at',
  'key_id',
  'method',
  'path',
  'status',
  'code',
  'milliseconds',
] as const

/** `GET /requests` */
export const listRequests: Handle<typeof requestLog.listRequests> = async (call, { query }) => {
  const { db, caller } = call
  let selected = db
    .selectFrom('request_log')
    .select(shown)
    .where('household_id', '=', caller.householdId)
    .where('member_id', '=', caller.memberId)
    .orderBy('request_id', 'desc')
    .limit(query.limit)
  if (query.key_id !== undefined) selected = selected.where('key_id', '=', query.key_id)
  if (query.method !== undefined) selected = selected.where('method', '=', query.method)
  if (query.code !== undefined) selected = selected.where('code', '=', query.code)
  if (query.before !== undefined) selected = selected.where('request_id', '<', query.before)
  if (query.path !== undefined) {
    selected = selected.where(sql<boolean>`position(${query.path} in path) > 0`)
  }
  if (query.status !== undefined) {
    const [from, to] = statuses[query.status]
    selected = selected.where('status', '>=', from).where('status', '<=', to)
  }
  const household = await db
    .selectFrom('households')
    .select('requests_off_since')
    .where('household_id', '=', caller.householdId)
    .executeTakeFirstOrThrow()
  const rows = await selected.execute()
  return { kept: household.requests_off_since === null, requests: rows.map(toWire) }
}

/** `GET /requests/errors` */
export const summarizeErrors: Handle<typeof requestLog.summarizeErrors> = async ({
  db,
  caller,
}) => {
  const { rows } = await sql<{
    code: string
    status: number
    method: string
    path: string
    count: number
    last_at: Temporal.Instant
  }>`
    select code, status, method, path, count(*)::int as count, max(at) as last_at from request_log
    where household_id = ${caller.householdId} and member_id = ${caller.memberId} and code is not null
    group by code, status, method, path order by count desc, last_at desc limit 100`.execute(db)
  return rows.map((row) => ({ ...row, last_at: writeInstant(row.last_at) }))
}

/** `GET /requests/{id}` */
export const showRequest: Handle<typeof requestLog.showRequest> = async (
  { db, caller },
  { params },
) => {
  const row = await db
    .selectFrom('request_log')
    .selectAll()
    .where('household_id', '=', caller.householdId)
    .where('member_id', '=', caller.memberId)
    .where('request_id', '=', params.id)
    .executeTakeFirst()
  if (!row) throw notFound('id')
  return {
    ...toWire(row),
    query: row.query,
    // Safe cast: only `journal.ts` writes this column.
    headers: row.headers as Record<string, string>,
    limits: row.limits as Record<string, string> | null,
    body: row.body,
    answer: row.answer,
  }
}

type Row = {
  readonly request_id: string
  readonly at: Temporal.Instant
  readonly key_id: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly code: string | null
  readonly milliseconds: number
}

function toWire(row: Row) {
  const { request_id: id, at, key_id, method, path, status, code, milliseconds } = row
  return { id, at: writeInstant(at), key_id, method, path, status, code, milliseconds }
}
