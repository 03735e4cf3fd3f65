import { requireRoom } from '#/platform/contract/caps.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { makeToken } from '#/access/keys/token.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { walletApp } from './app-contract.ts'

/**
 * `POST /wallet/devices`: creates a device for the caller; the operator creates one for any current member. The token is
 * shown only in this answer, because only its digest is stored.
 */
export const createDevice: Act<typeof walletApp.createDevice> = async (acting, { body }) => {
  const { householdId, memberId } = acting.caller
  const owner = await findHolder(acting, body.member_id ?? null)
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
      made_by: memberId,
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

/**
 * Finds the holder of a new device: the caller; for the operator the wanted member, by default the first owner. Throws
 * `resource_not_found`, also if a member names somebody else.
 */
async function findHolder({ db, caller }: Acting, wanted: string | null): Promise<string> {
  const own = caller.memberId
  if (own !== null && wanted !== null && wanted !== own) throw notFound('member_id')
  const memberId = own ?? wanted
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

/** Throws `limit_reached`. Runs under the household's lock; revoked devices do not count. */
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
