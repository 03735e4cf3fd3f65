import { notFound } from '#/platform/contract/refusal.ts'
import type { Database } from '#/platform/database/database.ts'

/** Finds the household of a key, for the operator, who names the key alone. Throws `resource_not_found`. */
export async function findHousehold(db: Database, keyId: string): Promise<string> {
  const key = await db
    .selectFrom('api_keys')
    .select('household_id')
    .where('id', '=', keyId)
    .executeTakeFirst()
  if (!key) throw notFound('key_id')
  return key.household_id
}
