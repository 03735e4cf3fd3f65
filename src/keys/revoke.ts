import { sql } from 'kysely'
import { notFound } from '#/contract/refusal.ts'
import type { World } from '#/world/world.ts'

/**
 * Stops a key for good, from the next request on. Revoking it again changes nothing. With `householdId` only that
 * household's key is found. Throws `resource_not_found`.
 */
export async function revokeKey(
  { db, now }: Pick<World, 'db' | 'now'>,
  { keyId, householdId }: { readonly keyId: string; readonly householdId?: string },
): Promise<{ id: string; revoked_at: Temporal.Instant }> {
  const revoked = await db
    .updateTable('api_keys')
    .set({ revoked_at: sql`coalesce(revoked_at, ${now()})` })
    .where('id', '=', keyId)
    .$if(householdId !== undefined, (query) => query.where('household_id', '=', householdId!))
    .returning(['id', 'revoked_at'])
    .executeTakeFirst()
  if (!revoked) throw notFound('key_id')
  return { id: revoked.id, revoked_at: revoked.revoked_at! }
}
