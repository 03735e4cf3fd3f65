import { writeInstant } from '#/contract/fields.ts'
import { invalidParameter, notFound } from '#/contract/refusal.ts'
import { inTransaction } from '#/database/database.ts'
import { beginWrite } from '#/households/begin-write.ts'
import { requireHousehold } from '#/households/change.ts'
import { type Author, OPERATOR, recordChange } from '#/records/record-change.ts'
import type { World } from '#/world/world.ts'
import { type IssuedKey, issueKey, KEY_DAYS, type NewKey } from './issue.ts'

/** How far ahead a key may expire, in days: ten years. */
const KEY_DAYS_MAX = 3653

/**
 * Makes a key for a member who is still there. It expires after a year unless told otherwise. Throws
 * `resource_not_found`, or `invalid_parameter` for an expiry that has passed or is more than ten years away.
 */
export async function createKey(
  world: World,
  wanted: Omit<NewKey, 'expiresAt'> & { readonly expiresAt: Temporal.Instant | null },
  author: Author = OPERATOR,
): Promise<IssuedKey> {
  const { householdId, memberId } = wanted
  const now = world.now()
  const expiresAt = wanted.expiresAt ?? now.add({ hours: KEY_DAYS * 24 })
  const latest = now.add({ hours: KEY_DAYS_MAX * 24 })
  if (isAfter(now, expiresAt) || isAfter(expiresAt, latest)) {
    throw invalidParameter('expires_at', 'Send a moment in the future, ten years ahead at most.', {
      name: 'expiry_outside',
      years: 10,
    })
  }
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

/** Whether the first moment is the second one or later. */
function isAfter(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) >= 0
}
