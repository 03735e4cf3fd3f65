import { sql } from 'kysely'
import type { FollowedEntry } from '#/sources/provider/catalog.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'
import type { ProviderTransaction } from '#/sources/provider/provider.ts'
import { contentHash, type Mirror, setAsideId } from './mirror.ts'

/**
 * Frees the ids that a source has given to other payments: the mirrors of the old ones stay, under ids that name their
 * contents too. Answers which rows are new by that; one that has been set aside itself is known, should it come again.
 */
export async function setAside(
  { db, caller }: WriteContext,
  entry: FollowedEntry,
  reused: readonly { readonly row: ProviderTransaction; readonly mirror: Mirror }[],
): Promise<ProviderTransaction[]> {
  if (reused.length === 0) return []
  const idOf = (row: ProviderTransaction) => setAsideId(row.externalId, contentHash(row))
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
    to: setAsideId(mirror.externalId, mirror.contentHash),
  }))
  await sql`
    update provider_transactions m set external_id = g."to"
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as g ("from" text, "to" text)
    where m.household_id = ${caller.householdId} and m.provider_account_id = ${entry.id}
      and m.external_id = g."from"`.execute(db)
  return fresh.map(({ row }) => row)
}
