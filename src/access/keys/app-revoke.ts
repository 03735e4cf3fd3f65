import type { Handle } from '#/platform/runtime/call.ts'
import type { keysApp } from './app-contract.ts'
import { revokeKey as revoke } from './revoke.ts'
import { showKey } from './show.ts'

/** `DELETE /keys/{id}`: from the next request on. */
export const revokeKey: Handle<typeof keysApp.revokeKey> = async (call, { params }) => {
  const { id } = await showKey(call, params.id)
  await revoke(call, { keyId: id, householdId: call.caller.householdId }, call.caller)
  return showKey(call, id)
}
