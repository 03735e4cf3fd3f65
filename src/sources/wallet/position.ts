import type { Handle } from '#/platform/runtime/call.ts'
import type { wallet } from './contract.ts'
import { loadEntries } from './entries.ts'

/** `GET /ingest/wallet`: returns the tokens to continue from, for a device that is out of step. */
export const showPosition: Handle<typeof wallet.showPosition> = async ({ db, caller }) => {
  const deviceId = caller.deviceId!
  const entries = await loadEntries(db, caller.householdId, deviceId)
  return {
    device_id: deviceId,
    accounts: [...entries]
      .map(([id, { accountId, token }]) => ({ id, account_id: accountId, token }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  }
}
