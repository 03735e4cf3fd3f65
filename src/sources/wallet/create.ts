import { requireRoom } from '#/platform/contract/caps.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { makeToken } from '#/access/keys/token.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { walletApp } from './app-contract.ts'

/**
 * `POST /wallet/devices`: a device of a member who is still there. Its token works from the moment that the transaction
 * is committed, and is told only here: its digest is all that is stored.
 */
export const createDevice: Act<typeof walletApp.createDevice> = async (acting, { body }) => {
  const { householdId, memberId } = acting.caller
  const owner = await findMember(acting, body.member_id ?? memberId)
  await requireRoomForDevice(acting, owner)
  const { text, publicId, digest } = makeToken(acting.randomBytes, 'em_wallet_')
  const [id, now] = [acting.newId(), acting.now()]
  const owned = { household_id: householdId }
  await acting.db
    .insertInto('wallet_devices')
    .values({
      ...owned,
      id,
      member_id: owner,
      name: body.name,
      public_id: publicId,
      digest,
      created_at: now,
      minute: now,
      minute_used: 0,
      hour: now,
      hour_used: 0,
    })
    .execute()
  await acting.db
    .insertInto('wallet_lookup')
    .values({ ...owned, public_id: publicId, device_id: id })
    .execute()
  await recordChange(acting, {
    action: 'wallet_device.create',
    subject: { type: 'wallet_device', id },
    before: null,
    after: { name: body.name, member_id: owner },
  })
  return { id, name: body.name, token: text }
}

/** The member, or the first owner for the operator, who is nobody's member. Throws `resource_not_found`. */
async function findMember({ db, caller }: Acting, memberId: string | null): Promise<string> {
  let members = db
    .selectFrom('members')
    .select('id')
    .where('household_id', '=', caller.householdId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
  members =
    memberId === null ? members.where('role', '=', 'owner') : members.where('id', '=', memberId)
  const found = await members.limit(1).executeTakeFirst()
  if (!found) throw notFound('member_id')
  return found.id
}

/** Under the household's lock. Revoked devices take no room. */
async function requireRoomForDevice({ db, caller }: Acting, memberId: string): Promise<void> {
  const { count } = await db
    .selectFrom('wallet_devices')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', caller.householdId)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  requireRoom('devices', count)
}
