import { writeInstant } from '#/platform/contract/fields.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { keysApp } from './app-contract.ts'
import { createKey as create } from './create.ts'
import { revokeKey as revoke } from './revoke.ts'
import { networkOfCaller } from './network-of-caller.ts'
import { showKey } from './show.ts'
import { readTerms } from './terms.ts'

/** `POST /keys/{id}/roll`: replaces a key. The old one keeps working for an overlap, so that programs need not stop. */
export const rollKey: Handle<typeof keysApp.rollKey> = async (call, { params, body }) => {
  const { householdId, memberId } = call.caller
  const old = await findUsable(call, params.id)
  const now = call.now()
  const life = old.expires_at.epochMilliseconds - old.created_at.epochMilliseconds
  const expiresAt = now.add({ milliseconds: life })
  const createdFrom = await networkOfCaller(call)
  const owned = { householdId, memberId, name: old.name, expiresAt, createdFrom }
  const wanted = { ...owned, ...readTerms(old) }
  // Shorten the old key first, which makes room for the new one.
  if (body.overlap_hours === 0) {
    await revoke(call, { keyId: old.id, householdId }, call.caller)
  } else await endAfter(call, old, now.add({ hours: body.overlap_hours }))
  const { id, apiKey } = await create(call, wanted, call.caller)
  return { ...(await showKey(call, id)), api_key: apiKey }
}

type Old = Awaited<ReturnType<typeof findUsable>>

/** Loads a working key of the member. */
async function findUsable({ db, caller, now }: Call, id: string) {
  const key = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'scopes', 'grants', 'allowed_from', 'expires_at', 'created_at'])
    .where('household_id', '=', caller.householdId)
    .where('member_id', '=', caller.memberId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!key) throw notFound('id')
  return key
}

/** Ends the old key after the overlap; an earlier end stays. */
async function endAfter(call: Call, old: Old, end: Temporal.Instant): Promise<void> {
  if (Temporal.Instant.compare(old.expires_at, end) <= 0) return
  await call.db
    .updateTable('api_keys')
    .set({ expires_at: end })
    .where('household_id', '=', call.caller.householdId)
    .where('id', '=', old.id)
    .execute()
  await recordChange(call, {
    action: 'key.roll',
    subject: { type: 'key', id: old.id },
    before: { expires_at: writeInstant(old.expires_at) },
    after: { expires_at: writeInstant(end) },
  })
}
