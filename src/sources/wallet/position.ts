import type { Handle } from '#/platform/runtime/call.ts'
import type { wallet } from './contract.ts'
import { loadEntries } from './entries.ts'

/** `GET /ingest/wallet`: what a device that has lost its place, or was told that it has, goes on from. */
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
