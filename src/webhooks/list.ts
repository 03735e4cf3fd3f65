import type { Handle } from '#/world/call.ts'
import type { webhooks } from './contract.ts'
import { showWebhooks } from './webhook.ts'

/** `GET /webhooks`: the caller's own, the oldest first. */
export const listWebhooks: Handle<typeof webhooks.listWebhooks> = (call) => showWebhooks(call)
