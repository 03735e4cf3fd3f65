import { recordChange } from '#/platform/audited/record-change.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { webhooks } from '#/webhooks/contract.ts'
import { readHeaders, sealHeaders } from '#/webhooks/headers.ts'
import { findWebhook, showWebhooks } from '#/webhooks/webhook.ts'
import { withdrawWaiting } from '#/webhooks/delivering/cancel.ts'

/** `PATCH /webhooks/{id}`: its headers, and whether it is paused. */
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
        ...(turns && turned(webhook.epoch, body.enabled!)),
        updated_at: call.now(),
      })
      .where('household_id', '=', call.caller.householdId)
      .where('id', '=', webhook.id)
      .execute()
    await withdrawWaiting(call, webhook.id)
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

// Whatever was queued before a pause belongs to an epoch that is over (Spec, States and transitions): one row changes,
// however much waits.
export function turned(epoch: number, enabled: boolean) {
  return enabled
    ? { enabled: true, paused_reason: null }
    : { enabled: false, paused_reason: 'user' as const, epoch: epoch + 1 }
}
