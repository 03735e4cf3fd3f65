import { writeInstant } from '#/platform/contract/fields.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { wallet } from './contract.ts'
import { receiveChanges } from './receive-changes.ts'
import { receivePayment } from './receive-payment.ts'

/**
 * `POST /ingest/wallet`: stores a push in one transaction. After a crash the device pushes again, and rows that were
 * stored are found by their ids.
 */
export const receivePush: Handle<typeof wallet.receivePush> = async (call, { body }) => {
  const deviceId = call.caller.deviceId!
  const counts =
    body.kind === 'changes'
      ? await receiveChanges(call, deviceId, body)
      : await receivePayment(call, deviceId, body)
  const now = call.now()
  await call.db
    .updateTable('wallet_devices')
    .set({ last_push_at: now })
    .where('household_id', '=', call.caller.householdId)
    .where('id', '=', deviceId)
    .execute()
  return { ...counts, received_at: writeInstant(now) }
}
