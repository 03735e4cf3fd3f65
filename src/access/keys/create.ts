import { writeInstant } from '#/platform/contract/fields.ts'
import { requireRoom } from '#/platform/contract/caps.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { requireHousehold } from '#/access/households/change.ts'
import { type Author, OPERATOR, recordChange } from '#/platform/audited/record-change.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { checkTerms, describeTerms } from './terms.ts'
import { type IssuedKey, issueKey, KEY_DAYS, type NewKey } from './issue.ts'

/**
 * Creates a key for a current member. It expires after `KEY_DAYS` by default; an expiry in the past is allowed, and the key
 * never works. Throws `resource_not_found`, `limit_reached` and `invalid_parameter`.
 */
export async function createKey(
  runtime: Runtime,
  wanted: Omit<NewKey, 'expiresAt'> & { readonly expiresAt: Temporal.Instant | null },
  author: Author = OPERATOR,
): Promise<IssuedKey> {
  const { householdId, memberId } = wanted
  const terms = checkTerms({ restrictions: null, allowedFrom: null, ...wanted })
  const expiresAt = wanted.expiresAt ?? runtime.now().add({ hours: KEY_DAYS * 24 })
  return inTransaction(runtime.db, async (tx) => {
    await requireHousehold({ db: tx }, householdId)
    // Lock the household, so that nobody removes the member meanwhile.
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
    const issued = await issueKey({ ...runtime, db: tx }, { ...wanted, ...terms, expiresAt })
    const { name } = wanted
    await recordChange(
      { ...runtime, db: tx, caller: { householdId, ...author } },
      {
        action: 'key.create',
        subject: { type: 'key', id: issued.id },
        before: null,
        after: {
          member_id: memberId,
          name,
          ...describeTerms(terms),
          expires_at: writeInstant(expiresAt),
        },
      },
    )
    return issued
  })
}

/** Checks the cap on keys, under the household's lock. Revoked and expired keys do not count. */
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
