import { afterCommit } from '#/database/database.ts'
import type { Handle } from '#/world/call.ts'
import type { webhooks } from './contract.ts'
import { findWebhook } from './webhook.ts'

/** `DELETE /webhooks/{id}`: what waits goes with it. */
export const removeWebhook: Handle<typeof webhooks.removeWebhook> = async (call, { params }) => {
  const webhook = await findWebhook(call, params.id)
  await call.db
    .deleteFrom('webhooks')
    .where('household_id', '=', call.caller.householdId)
    .where('id', '=', webhook.id)
    .execute()
  afterCommit(call.db, call.bell.withdrawn)
  return { success: true }
}
