import { writeInstant } from '#/platform/contract/fields.ts'
import { afterCommit } from '#/platform/database/database.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { connectionsApp } from '#/sources/banks/connections/app-contract.ts'
import { requireOwned } from './require-owned.ts'

/** `POST /connections/{id}/resume`. */
export const resumeConnection: Handle<typeof connectionsApp.resumeConnection> = async (
  call,
  { params },
) => {
  await requireOwned(call, params.id, 'id')
  return { id: params.id, next_sync_at: await syncSoon(call, params.id) }
}

/** Schedules an import for now, because a person has repaired the login. Returns when it is due. */
export async function syncSoon(call: Call, id: string): Promise<string> {
  const now = call.now()
  await call.db
    .updateTable('connections')
    .set({
      next_sync_at: now,
      sync_requested_at: now,
      asked_session_id: call.caller.signedIn?.sessionId ?? null,
      updated_at: now,
    })
    .where('household_id', '=', call.caller.householdId)
    .where('id', '=', id)
    .where('status', '<>', 'disconnected')
    .execute()
  afterCommit(call.db, () => call.bell.ring('import'))
  return writeInstant(now)
}
