import { type Selectable, sql } from 'kysely'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { invalidParameter, notFound } from '#/platform/contract/refusal.ts'
import type { Tables } from '#/platform/database/tables.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import { obstacles } from '#/webhooks/delivering/attempt.ts'
import type { LogEntry } from '#/webhooks/delivering/record-results.ts'
import type { webhooks } from '#/webhooks/contract.ts'
import { readEventId, writeEventId } from '#/webhooks/signing/event-id.ts'

type Wire = Answer<typeof webhooks.listDeliveries>[number]
type Row = Selectable<Tables['webhook_deliveries']> & {
  readonly kind: 'transaction' | 'test'
  readonly body: string
  readonly status: Wire['status']
  readonly log: readonly LogEntry[]
}

/** `GET /webhooks/{id}/deliveries`: each event with its attempts, newest first. */
export const listDeliveries: Handle<typeof webhooks.listDeliveries> = async (
  call,
  { params, query },
) => {
  const only = eventOf('event_id', query.event_id)
  const before = eventOf('before', query.before)
  const { rows } = await sql<Row | Record<keyof Row, null>>`
    select d.* from webhooks w
    left join lateral (
      select * from (
        select d.*, e.kind, e.body, case
          when d.state <> 'queued' then d.state
          when d.epoch <> w.epoch then 'cancelled'
          when d.attempts > 0 then 'retrying'
          else 'pending' end as status
        from webhook_deliveries d
        join webhook_events e on e.household_id = ${call.caller.householdId} and e.id = d.event_id
        where d.household_id = ${call.caller.householdId} and d.webhook_id = w.id
          ${only === null ? sql`` : sql`and d.event_id = ${only}`}
          ${before === null ? sql`` : sql`and d.event_id < ${before}`}) d
      ${query.status === undefined ? sql`` : sql`where d.status = ${query.status}`}
      order by d.event_id desc limit ${query.limit}) d on true
    where w.household_id = ${call.caller.householdId} and w.id = ${params.id}
      and w.member_id = ${call.caller.memberId}`.execute(call.db)
  // A webhook without deliveries yields one empty row; an unknown or foreign webhook yields no row.
  if (rows.length === 0) throw notFound('id')
  return rows.flatMap((row) => (row.event_id === null ? [] : toWire(row)))
}

/** Reads an event id from the query; null if it is absent. Throws `invalid_parameter`. */
function eventOf(name: 'event_id' | 'before', given: string | undefined): string | null {
  const id = given === undefined ? null : readEventId(given)
  if (given !== undefined && id === null) throw invalidParameter(name, 'Send the id of an event.')
  return id
}

function obstacleOf(reason: string | null): Wire['obstacle'] {
  const names = ['paused', 'member_gone', 'no_subscription', 'not_followed'] as const
  return names.find((name) => obstacles[name] === reason) ?? null
}

function toWire(row: Row): Wire {
  const waits = row.status === 'pending' || row.status === 'retrying'
  // A pause cancels without touching the row: its reason is still that of the last failed attempt.
  const paused = row.status === 'cancelled' && row.state === 'queued'
  const id = writeEventId(row.kind, row.event_id)
  return {
    id,
    event_id: id,
    event: row.kind === 'test' ? 'webhook.test' : 'transaction.created',
    status: row.status,
    reason: paused ? obstacles.paused : row.reason,
    obstacle: paused ? 'paused' : row.status === 'cancelled' ? obstacleOf(row.reason) : null,
    attempts: row.attempts,
    next_attempt_at: waits ? writeInstant(row.next_attempt_at) : null,
    http_status: row.http_status,
    log: row.log.map(writeEntry),
    body: row.body,
    created_at: writeInstant(row.created_at),
    updated_at: writeInstant(row.updated_at),
  }
}

/** Writes an attempt with what the log leaves out. Earlier versions stored null for what there was not. */
function writeEntry(entry: LogEntry): Wire['log'][number] {
  return {
    at: entry.at,
    duration_ms: entry.duration_ms,
    http_status: entry.http_status ?? null,
    failure: entry.failure ?? null,
    error: entry.error ?? null,
    answer: entry.answer ?? null,
    counted: entry.counted ?? true,
  }
}
