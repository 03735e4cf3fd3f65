import { invalidParameter } from '#/platform/contract/refusal.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { keysApp } from './app-contract.ts'
import { createKey as create } from './create.ts'
import { showKey } from './show.ts'

/** How far ahead a person lets a key expire, in days: ten years. An operator's may have expired, as a document's may. */
const KEY_DAYS_MAX = 3653

/** `POST /keys`: the one answer that tells the key. */
export const createKey: Handle<typeof keysApp.createKey> = async (call, { body }) => {
  const { householdId, memberId } = call.caller
  const { name, scopes } = body
  const expiresAt = Temporal.Instant.from(body.expires_at)
  const latest = call.now().add({ hours: KEY_DAYS_MAX * 24 })
  if (isAfter(call.now(), expiresAt) || isAfter(expiresAt, latest)) {
    throw invalidParameter('expires_at', 'Send a moment in the future, ten years ahead at most.', {
      name: 'expiry_outside',
      years: 10,
    })
  }
  const wanted = { householdId, memberId, name, scopes, expiresAt }
  const { id, apiKey } = await create(call, wanted, call.caller)
  return { ...(await showKey(call, id)), api_key: apiKey }
}

/** Whether the first moment is the second one or later. */
function isAfter(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) >= 0
}
