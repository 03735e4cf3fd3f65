import { managesMembers } from '#/access/households/manages-members.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { connectionsApp } from '#/sources/banks/connections/app-contract.ts'
import { disconnect } from './disconnect.ts'
import { refusalsAbout } from './refusals-about.ts'
import { findConnection } from './require-owned.ts'

/** `DELETE /connections/{id}`. */
export const removeConnection: Handle<typeof connectionsApp.removeConnection> = async (
  call,
  { params },
) => {
  await requireRemovable(call, params.id)
  const { householdId, memberId, through } = call.caller
  await refusalsAbout('id', () =>
    disconnect(call, { householdId, connectionId: params.id, author: { memberId, through } }),
  )
  return { id: params.id, status: 'disconnected' as const }
}

/** Throws as `requireOwned`, but lets owners of the household remove connections of members who have left it. */
async function requireRemovable(call: Call, id: string): Promise<void> {
  const { member_id, removed_at } = await findConnection(call, id, 'id')
  if (removed_at !== null && managesMembers(call.caller)) return
  if (member_id !== call.caller.memberId) throw new Refusal('not_connection_owner')
}
