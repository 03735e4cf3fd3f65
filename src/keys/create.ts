import { writeInstant } from '#/contract/fields.ts'
import { notFound } from '#/contract/refusal.ts'
import { inTransaction } from '#/database/database.ts'
import { beginWrite } from '#/households/begin-write.ts'
import { requireHousehold } from '#/households/change.ts'
import { type Author, OPERATOR, recordChange } from '#/records/record-change.ts'
import type { World } from '#/world/world.ts'
import { type IssuedKey, issueKey, KEY_DAYS, type NewKey } from './issue.ts'

/**
 * Makes a key for a member who is still there. It expires after a year unless told otherwise; where that has passed, it
 * is refused from the first request on. Throws `resource_not_found`.
 */
export async function createKey(
  world: World,
  wanted: Omit<NewKey, 'expiresAt'> & { readonly expiresAt: Temporal.Instant | null },
  author: Author = OPERATOR,
): Promise<IssuedKey> {
  const { householdId, memberId } = wanted
  const expiresAt = wanted.expiresAt ?? world.now().add({ hours: KEY_DAYS * 24 })
  return inTransaction(world.db, async (tx) => {
    await requireHousehold({ db: tx }, householdId)
    // The lock of the household: nobody removes the member meanwhile.
    await beginWrite(tx, householdId)
    const member = await tx
      .selectFrom('members')
      .select('id')
      .where('household_id', '=', householdId)
      .where('id', '=', memberId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (!member) throw notFound('member_id')
    const issued = await issueKey({ ...world, db: tx }, { ...wanted, expiresAt })
    const { name, scopes } = wanted
    await recordChange(
      { ...world, db: tx, caller: { householdId, ...author } },
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
