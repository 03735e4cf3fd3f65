import { invalidParameter } from '#/platform/contract/refusal.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { keysApp } from './app-contract.ts'
import { createKey as create } from './create.ts'
import { networkOfCaller } from './network-of-caller.ts'
import { showKey } from './show.ts'

/** The latest expiry that a person may choose, in days: ten years. The operator and a document may set any moment. */
const KEY_DAYS_MAX = 3653

/** `POST /keys`: the only answer that contains the key. */
export const createKey: Handle<typeof keysApp.createKey> = async (call, { body }) => {
  const { householdId, memberId } = call.caller
  const { name, scopes, restrictions = null, allowed_from: allowedFrom = null } = body
  const expiresAt = Temporal.Instant.from(body.expires_at)
  const latest = call.now().add({ hours: KEY_DAYS_MAX * 24 })
  if (isAfter(call.now(), expiresAt) || isAfter(expiresAt, latest)) {
    throw invalidParameter('expires_at', 'Send a moment in the future, ten years ahead at most.', {
      name: 'expiry_outside',
      years: 10,
    })
  }
  const createdFrom = await networkOfCaller(call)
  const owned = { householdId, memberId, name, expiresAt, createdFrom }
  const wanted = { ...owned, scopes, restrictions, allowedFrom }
  const { id, apiKey } = await create(call, wanted, call.caller)
  return { ...(await showKey(call, id)), api_key: apiKey }
}

/** True if the first moment is not before the second. */
function isAfter(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) >= 0
}
