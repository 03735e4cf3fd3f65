import { writeInstant } from '#/platform/contract/fields.ts'
import { requireRoom } from '#/platform/contract/caps.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { requireHousehold } from '#/access/households/change.ts'
import { type Author, OPERATOR, recordChange } from '#/platform/audited/record-change.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type IssuedKey, issueKey, KEY_DAYS, type NewKey } from './issue.ts'

/**
 * Makes a key for a member who is still there. It expires after a year unless told otherwise; where that has passed, it
 * is refused from the first request on. Throws `resource_not_found` and `limit_reached`.
 */
export async function createKey(
  runtime: Runtime,
  wanted: Omit<NewKey, 'expiresAt'> & { readonly expiresAt: Temporal.Instant | null },
  author: Author = OPERATOR,
): Promise<IssuedKey> {
  const { householdId, memberId } = wanted
  const expiresAt = wanted.expiresAt ?? runtime.now().add({ hours: KEY_DAYS * 24 })
  return inTransaction(runtime.db, async (tx) => {
    await requireHousehold({ db: tx }, householdId)
    // The lock of the household: nobody removes the member meanwhile.
    await beginWrite({ ...runtime, db: tx }, householdId)
    const member = await tx
      .selectFrom('members')
      .select('id')
      .where('household_id', '=', householdId)
      .where('id', '=', memberId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (!member) throw notFound('member_id')
    await requireRoomForKey({ ...runtime, db: tx }, wanted)
    const issued = await issueKey({ ...runtime, db: tx }, { ...wanted, expiresAt })
    const { name, scopes } = wanted
    await recordChange(
      { ...runtime, db: tx, caller: { householdId, ...author } },
      {
        action: 'key.create',
        subject: { type: 'key', id: issued.id },
        before: null,
        after: { member_id: memberId, name, scopes, expires_at: writeInstant(expiresAt) },
      },
    )
    return issued
  })
}

/** Under the household's lock. Keys that no longer work take no room. */
async function requireRoomForKey(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  { householdId, memberId }: Pick<NewKey, 'householdId' | 'memberId'>,
): Promise<void> {
  const { count } = await db
    .selectFrom('api_keys')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirstOrThrow()
  requireRoom('keys', count)
}
