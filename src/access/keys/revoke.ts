import { writeInstant } from '#/platform/contract/fields.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { type Author, OPERATOR, recordChange } from '#/platform/audited/record-change.ts'
import { findHousehold } from './find-household.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/**
 * Revokes a key from the next request on. Revoking it again changes nothing. With `householdId`, keys of other
 * households are not found. Throws `resource_not_found`.
 */
export async function revokeKey(
  runtime: Pick<Runtime, 'db' | 'now' | 'newId'>,
  { keyId, householdId }: { readonly keyId: string; readonly householdId?: string },
  author: Author = OPERATOR,
): Promise<{ id: string; revoked_at: Temporal.Instant }> {
  return inTransaction(runtime.db, async (tx) => {
    const owner = householdId ?? (await findHousehold(tx, keyId))
    const key = await tx
      .selectFrom('api_keys')
      .select(['household_id', 'revoked_at'])
      .where('household_id', '=', owner)
      .where('id', '=', keyId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!key) throw notFound('key_id')
    if (key.revoked_at !== null) return { id: keyId, revoked_at: key.revoked_at }
    const revokedAt = runtime.now()
    await tx
      .updateTable('api_keys')
      .set({ revoked_at: revokedAt })
      .where('household_id', '=', key.household_id)
      .where('id', '=', keyId)
      .execute()
    await recordChange(
      { ...runtime, db: tx, caller: { householdId: key.household_id, ...author } },
      {
        action: 'key.revoke',
        subject: { type: 'key', id: keyId },
        before: { revoked_at: null },
        after: { revoked_at: writeInstant(revokedAt) },
      },
    )
    return { id: keyId, revoked_at: revokedAt }
  })
}
