import { writeInstant } from '#/contract/fields.ts'
import { notFound } from '#/contract/refusal.ts'
import { inTransaction } from '#/database/database.ts'
import { type Author, OPERATOR, recordChange } from '#/records/record-change.ts'
import type { World } from '#/world/world.ts'

/**
 * Stops a key for good, from the next request on. Revoking it again changes nothing. With `householdId` only that
 * household's key is found. Throws `resource_not_found`.
 */
export async function revokeKey(
  world: Pick<World, 'db' | 'now' | 'newId'>,
  { keyId, householdId }: { readonly keyId: string; readonly householdId?: string },
  author: Author = OPERATOR,
): Promise<{ id: string; revoked_at: Temporal.Instant }> {
  return inTransaction(world.db, async (tx) => {
    const key = await tx
      .selectFrom('api_keys')
      .select(['household_id', 'revoked_at'])
      .where('id', '=', keyId)
      .$if(householdId !== undefined, (query) => query.where('household_id', '=', householdId!))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!key) throw notFound('key_id')
    if (key.revoked_at !== null) return { id: keyId, revoked_at: key.revoked_at }
    const revokedAt = world.now()
    await tx
      .updateTable('api_keys')
      .set({ revoked_at: revokedAt })
      .where('household_id', '=', key.household_id)
      .where('id', '=', keyId)
      .execute()
    await recordChange(
      { ...world, db: tx, caller: { householdId: key.household_id, ...author } },
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
