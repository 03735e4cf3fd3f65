import { writeInstant } from '#/platform/contract/fields.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { managesMembers } from '#/access/households/manages-members.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { walletApp } from './app-contract.ts'

/**
 * `POST /wallet/devices/{id}/revoke`: refuses the device from its next request on. A repeat changes nothing. Only owners
 * and the operator can revoke the devices of other members.
 */
export const revokeDevice: Act<typeof walletApp.revokeDevice> = async (acting, { params }) => {
  const { id } = params
  const device = await acting.db
    .selectFrom('wallet_devices')
    .select(['name', 'revoked_at'])
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', id)
    .$if(!managesMembers(acting.caller), (query) =>
      query.where('member_id', '=', acting.caller.memberId),
    )
    .executeTakeFirst()
  if (!device) throw notFound('id')
  if (device.revoked_at !== null) return { id, revoked_at: writeInstant(device.revoked_at) }
  const now = acting.now()
  await acting.db
    .updateTable('wallet_devices')
    .set({ revoked_at: now })
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', id)
    .execute()
  await recordChange(acting, {
    action: 'wallet_device.revoke',
    subject: { type: 'wallet_device', id },
    before: { name: device.name, revoked_at: null },
    after: { revoked_at: now.toString() },
  })
  return { id, revoked_at: writeInstant(now) }
}
