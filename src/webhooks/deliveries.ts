import { type Selectable, sql } from 'kysely'
import type { Answer } from '#/contract/endpoint.ts'
import { writeInstant } from '#/contract/fields.ts'
import { invalidParameter } from '#/contract/refusal.ts'
import type { Tables } from '#/database/tables.ts'
import type { Handle } from '#/world/call.ts'
import type { webhooks } from './contract.ts'
import { readEventId, writeEventId } from './event-id.ts'
import { findWebhook } from './webhook.ts'

type Wire = Answer<typeof webhooks.listDeliveries>[number]
type Row = Selectable<Tables['webhook_deliveries']> & {
  readonly kind: 'transaction' | 'test'
  readonly body: string
  readonly status: Wire['status']
  readonly log: Wire['log']
}

/** `GET /webhooks/{id}/deliveries`: what became of each event, the newest first. */
export const listDeliveries: Handle<typeof webhooks.listDeliveries> = async (
  call,
  { params, query },
) => {
  const { id, epoch } = await findWebhook(call, params.id)
  const only = query.event_id === undefined ? undefined : readEventId(query.event_id)
  if (only === null) return []
  const before = query.before === undefined ? undefined : readEventId(query.before)
  if (before === null) throw invalidParameter('before', 'Send an event id.')
  const { rows } = await sql<Row>`
    select * from (
      select d.*, e.kind, e.body, case
        when d.state <> 'queued' then d.state
        when d.epoch <> ${epoch} then 'cancelled'
        when d.attempts > 0 then 'retrying'
        else 'pending' end as status
      from webhook_deliveries d
      join webhook_events e on e.household_id = d.household_id and e.id = d.event_id
      where d.household_id = ${call.caller.householdId} and d.webhook_id = ${id}
        ${only === undefined ? sql`` : sql`and d.event_id = ${only}`}
        ${before === undefined ? sql`` : sql`and d.event_id < ${before}`}) d
    ${query.status === undefined ? sql`` : sql`where d.status = ${query.status}`}
    order by d.event_id desc limit ${query.limit}`.execute(call.db)
  return rows.map(toWire)
}

function toWire(row: Row): Wire {
  const waits = row.status === 'pending' || row.status === 'retrying'
  return {
    event_id: writeEventId(row.kind, row.event_id),
    event: row.kind === 'test' ? 'webhook.test' : 'transaction.created',
    status: row.status,
    reason: row.status === 'cancelled' ? (row.reason ?? 'The webhook was paused.') : row.reason,
    attempts: row.attempts,
    next_attempt_at: waits ? writeInstant(row.next_attempt_at) : null,
    http_status: row.http_status,
    log: row.log,
    body: row.body,
    created_at: writeInstant(row.created_at),
    updated_at: writeInstant(row.updated_at),
  }
}
