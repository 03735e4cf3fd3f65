import { recordChange } from '#/platform/audited/record-change.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { webhooks } from '#/webhooks/contract.ts'
import { readHeaders, sealHeaders } from '#/webhooks/headers.ts'
import { findWebhook, showWebhooks } from '#/webhooks/webhook.ts'
import { cancelWaiting } from '#/webhooks/delivering/cancel.ts'

/** `PATCH /webhooks/{id}`: changes its headers, pauses or resumes it. */
export const changeWebhook: Handle<typeof webhooks.changeWebhook> = async (
  call,
  { params, body },
) => {
  const webhook = await findWebhook(call, params.id)
  const headers = body.headers && sealHeaders(call, webhook.id, readHeaders(body.headers))
  const turns = body.enabled !== undefined && body.enabled !== webhook.enabled
  if (headers || turns) {
    await call.db
      .updateTable('webhooks')
      .set({
        ...headers,
        ...(turns && pauseColumns(webhook.epoch, body.enabled!)),
        updated_at: call.now(),
      })
      .where('household_id', '=', call.caller.householdId)
      .where('id', '=', webhook.id)
      .execute()
    await cancelWaiting(call, webhook.id)
    await recordChange(call, {
      action: 'webhook.change',
      subject: { type: 'webhook', id: webhook.id },
      before: {
        ...(headers && { header_names: webhook.header_names }),
        ...(turns && { enabled: webhook.enabled }),
      },
      after: {
        ...(headers && { header_names: headers.header_names }),
        ...(turns && { enabled: body.enabled }),
      },
    })
  }
  const [changed] = await showWebhooks(call, webhook.id)
  return changed!
}

/**
 * Returns the columns that pause or resume a webhook. A pause begins a new epoch, which cancels all queued deliveries by
 * changing one row (Spec, States and transitions).
 */
export function pauseColumns(epoch: number, enabled: boolean) {
  return enabled
    ? { enabled: true, paused_reason: null }
    : { enabled: false, paused_reason: 'user' as const, epoch: epoch + 1 }
}
