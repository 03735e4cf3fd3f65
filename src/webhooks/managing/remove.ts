import { recordChange } from '#/platform/audited/record-change.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { webhooks } from '#/webhooks/contract.ts'
import { findWebhook } from '#/webhooks/webhook.ts'
import { cancelWaiting } from '#/webhooks/delivering/cancel.ts'

/** `DELETE /webhooks/{id}`: removes it together with its deliveries. */
export const removeWebhook: Handle<typeof webhooks.removeWebhook> = async (call, { params }) => {
  const webhook = await findWebhook(call, params.id)
  await cancelWaiting(call, webhook.id)
  await call.db
    .deleteFrom('webhooks')
    .where('household_id', '=', call.caller.householdId)
    .where('id', '=', webhook.id)
    .execute()
  await recordChange(call, {
    action: 'webhook.remove',
    subject: { type: 'webhook', id: webhook.id },
    before: { name: webhook.name },
    after: null,
  })
  return { success: true }
}
