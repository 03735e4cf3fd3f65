import { sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { webhooks } from '#/webhooks/contract.ts'
import { readEventId } from '#/webhooks/signing/event-id.ts'
import { wakeLane } from '#/webhooks/delivering/wake.ts'
import { findWebhook } from '#/webhooks/webhook.ts'

/** `POST /webhooks/{id}/deliveries/{delivery_id}/redeliver`: one event again, as if it had never been tried. */
export const redeliverEvent: Handle<typeof webhooks.redeliverEvent> = async (call, { params }) => {
  const { id, enabled, epoch } = await findWebhook(call, params.id)
  if (!enabled) throw new Refusal('webhook_paused')
  const now = call.now()
  const { numAffectedRows } = await sql`
    update webhook_deliveries set state = 'queued', epoch = ${epoch}, run = run + 1, attempts = 0,
      faults = 0, reason = null, next_attempt_at = ${now}, updated_at = ${now}
    where household_id = ${call.caller.householdId} and webhook_id = ${id}
      and event_id = ${readEventId(params.delivery_id)}`.execute(call.db)
  if (numAffectedRows === 0n) throw notFound('delivery_id')
  await wakeLane(call, id)
  return { event_id: params.delivery_id, queued_at: writeInstant(now) }
}

/**
 * `POST /webhooks/{id}/replay`: everything that was announced since a moment, again. A webhook that was paused then gets
 * what others were told.
 */
export const replayEvents: Handle<typeof webhooks.replayEvents> = async (
  call,
  { params, body },
) => {
  const { id, enabled, epoch } = await findWebhook(call, params.id)
  if (!enabled) throw new Refusal('webhook_paused')
  const now = call.now()
  const { rows } = await sql`
    insert into webhook_deliveries as d (household_id, webhook_id, event_id, epoch, run, state, attempts,
      faults, next_attempt_at, log, created_at, updated_at)
    select e.household_id, ${id}, e.id, ${epoch}, 1, 'queued', 0, 0, ${now}, '[]', ${now}, ${now}
    from webhook_events e
    where e.household_id = ${call.caller.householdId} and e.kind = 'transaction'
      and e.created_at >= ${body.since}
    on conflict (household_id, webhook_id, event_id) do update set state = 'queued',
      epoch = excluded.epoch, run = d.run + 1, attempts = 0, faults = 0, reason = null,
      next_attempt_at = excluded.next_attempt_at, updated_at = excluded.updated_at
      where d.state <> 'queued' or d.epoch <> excluded.epoch
    returning 1`.execute(call.db)
  if (rows.length > 0) await wakeLane(call, id)
  return { queued: rows.length }
}
