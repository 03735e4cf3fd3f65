import type { Answer, Received } from '#/platform/contract/endpoint.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { keysApp } from './app-contract.ts'
import { changeKey as change } from './change.ts'
import { showKey } from './show.ts'

/** `PATCH /keys/{id}`: a key of the member's own. */
export async function changeKey(
  call: Call,
  { params, body }: Received<typeof keysApp.changeKey>,
): Promise<Answer<typeof keysApp.changeKey>> {
  const { householdId, memberId } = call.caller
  const { name, scopes, restrictions, allowed_from: allowedFrom } = body
  const wanted = {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes }),
    ...(restrictions !== undefined && { restrictions }),
    ...(allowedFrom !== undefined && { allowedFrom }),
  }
  await change(call, { keyId: params.id, householdId, memberId }, { wanted, author: call.caller })
  return showKey(call, params.id)
}
