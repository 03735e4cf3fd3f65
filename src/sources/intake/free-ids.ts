import { sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { contentHash, type Mirror, retiredId } from './mirror.ts'

/**
 * Frees the ids that a source has given to other payments: the old mirrors stay under ids that include a hash of their
 * contents. Returns the rows that are new; a row whose own mirror was retired before is known.
 */
export async function freeIds(
  { db, caller }: WriteContext,
  entry: FollowedEntry,
  reused: readonly { readonly row: ProviderTransaction; readonly mirror: Mirror }[],
): Promise<ProviderTransaction[]> {
  if (reused.length === 0) return []
  const idOf = (row: ProviderTransaction) => retiredId(row.externalId, contentHash(row))
  const seen = await db
    .selectFrom('provider_transactions')
    .select('external_id')
    .where('household_id', '=', caller.householdId)
    .where('provider_account_id', '=', entry.id)
    .where(
      'external_id',
      'in',
      reused.map(({ row }) => idOf(row)),
    )
    .execute()
  const known = new Set(seen.map(({ external_id }) => external_id))
  const fresh = reused.filter(({ row }) => !known.has(idOf(row)))
  const moved = fresh.map(({ mirror }) => ({
    from: mirror.externalId,
    to: retiredId(mirror.externalId, mirror.contentHash),
  }))
  await sql`
    update provider_transactions m set external_id = g."to"
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as g ("from" text, "to" text)
    where m.household_id = ${caller.householdId} and m.provider_account_id = ${entry.id}
      and m.external_id = g."from"`.execute(db)
  return fresh.map(({ row }) => row)
}
