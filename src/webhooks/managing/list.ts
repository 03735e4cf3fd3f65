import type { Handle } from '#/platform/runtime/call.ts'
import type { webhooks } from '#/webhooks/contract.ts'
import { showWebhooks } from '#/webhooks/webhook.ts'

/** `GET /webhooks`: the caller's own, oldest first. */
export const listWebhooks: Handle<typeof webhooks.listWebhooks> = (call) => showWebhooks(call)
