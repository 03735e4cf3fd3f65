import type { Answer, Received } from '#/platform/contract/endpoint.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { householdWebhooks } from '#/webhooks/app-contract.ts'
import { pauseColumns } from './change.ts'
import { showAllWebhooks } from './list-all.ts'
import { cancelWaiting } from '#/webhooks/delivering/cancel.ts'

/** `POST /household/webhooks/{id}/pause`: pauses any member's webhook. That member may resume it. */
export async function pauseWebhook(
  acting: Acting & Pick<Runtime, 'bell' | 'host' | 'wait'>,
  { params }: Received<typeof householdWebhooks.pauseWebhook>,
): Promise<Answer<typeof householdWebhooks.pauseWebhook>> {
  const { householdId } = acting.caller
  const [webhook] = await showAllWebhooks(acting, params.id)
  if (!webhook) throw notFound('id')
  if (!webhook.enabled) return webhook
  const { epoch } = await acting.db
    .selectFrom('webhooks')
    .select('epoch')
    .where('household_id', '=', householdId)
    .where('id', '=', webhook.id)
    .executeTakeFirstOrThrow()
  await acting.db
    .updateTable('webhooks')
    .set({ ...pauseColumns(epoch, false), updated_at: acting.now() })
    .where('household_id', '=', householdId)
    .where('id', '=', webhook.id)
    .execute()
  await cancelWaiting(acting, webhook.id)
  await recordChange(acting, {
    action: 'webhook.change',
    subject: { type: 'webhook', id: webhook.id },
    before: { enabled: true },
    after: { enabled: false },
  })
  return { ...webhook, enabled: false, paused_reason: 'user' }
}
