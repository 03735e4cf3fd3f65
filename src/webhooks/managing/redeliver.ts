import { sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { webhooks } from '#/webhooks/contract.ts'
import { readEventId } from '#/webhooks/signing/event-id.ts'
import { wakeQueues } from '#/webhooks/delivering/wake.ts'
import { findWebhook } from '#/webhooks/webhook.ts'

/** `POST /webhooks/{id}/deliveries/{delivery_id}/redeliver`: queues one event again, with all its attempts. */
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
  await wakeQueues(call, id)
  return { event_id: params.delivery_id, queued_at: writeInstant(now) }
}
