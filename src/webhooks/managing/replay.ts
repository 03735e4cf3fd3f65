import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { webhooks } from '#/webhooks/contract.ts'
import { wakeQueues } from '#/webhooks/delivering/wake.ts'
import { findWebhook } from '#/webhooks/webhook.ts'

/**
 * `POST /webhooks/{id}/replay`: queues every transaction event since a moment again, also those that the webhook missed
 * while it was paused.
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
    select ${call.caller.householdId}::uuid, ${id}::uuid, e.id, ${epoch}, 1, 'queued', 0, 0, ${now}, '[]', ${now}, ${now}
    from webhook_events e
    where e.household_id = ${call.caller.householdId} and e.kind = 'transaction'
      and e.created_at >= ${body.since}
    on conflict (household_id, webhook_id, event_id) do update set state = 'queued',
      epoch = excluded.epoch, run = d.run + 1, attempts = 0, faults = 0, reason = null,
      next_attempt_at = excluded.next_attempt_at, updated_at = excluded.updated_at
      where d.state <> 'queued' or d.epoch <> excluded.epoch
    returning 1`.execute(call.db)
  if (rows.length > 0) await wakeQueues(call, id)
  return { queued: rows.length }
}
