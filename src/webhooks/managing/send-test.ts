import { writeInstant } from '#/platform/contract/fields.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { webhooks } from '#/webhooks/contract.ts'
import { writeEventId } from '#/webhooks/signing/event-id.ts'
import { wakeQueues } from '#/webhooks/delivering/wake.ts'
import { findWebhook } from '#/webhooks/webhook.ts'

/** Shortest time between two tests (Spec, Webhook limits). */
const INTERVAL_MS = 60_000

/** `POST /webhooks/{id}/test`: queues an event without a transaction. */
export const testWebhook: Handle<typeof webhooks.testWebhook> = async (call, { params }) => {
  const { id, name, enabled, epoch, last_test_at } = await findWebhook(call, params.id)
  if (!enabled) throw new Refusal('webhook_paused')
  const now = call.now()
  const wait =
    last_test_at === null ? 0 : INTERVAL_MS - last_test_at.until(now).total('milliseconds')
  if (wait > 0) {
    // The household lock is held: no other test can start between this check and the update.
    throw new Refusal('webhook_test_limit_exceeded', { retryAfterSeconds: Math.ceil(wait / 1000) })
  }
  const household_id = call.caller.householdId
  await call.db
    .updateTable('webhooks')
    .set({ last_test_at: now })
    .where('household_id', '=', household_id)
    .where('id', '=', id)
    .execute()
  const event = call.newId()
  const event_id = writeEventId('test', event)
  const queued_at = writeInstant(now)
  const body = JSON.stringify({
    eventId: event_id,
    name: 'webhook.test',
    timestamp: queued_at,
    data: { set_aside_account_id: household_id, webhook: { id, name } },
  })
  await call.db
    .insertInto('webhook_events')
    .values({ household_id, id: event, kind: 'test', body, created_at: now })
    .execute()
  await call.db
    .insertInto('webhook_deliveries')
    .values({
      household_id,
      webhook_id: id,
      event_id: event,
      epoch,
      run: 1,
      state: 'queued',
      attempts: 0,
      faults: 0,
      next_attempt_at: now,
      log: '[]',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await wakeQueues(call, id)
  return { event_id, queued_at }
}
