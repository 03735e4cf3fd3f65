import { writeInstant } from '#/platform/contract/fields.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** A key without its text. */
export type ListedKey = {
  readonly id: string
  readonly member_id: string
  readonly name: string
  readonly scopes: readonly string[]
  /** The part of the key after `em_live_` by which its holder recognises it. */
  readonly public_id: string
  readonly expires_at: string
  readonly revoked_at: string | null
  readonly last_used_at: string | null
  readonly created_at: string
}

/** Lists every key of a household, oldest first, including revoked and expired ones. */
export async function listKeys({ db }: Runtime, householdId: string): Promise<ListedKey[]> {
  const rows = await db
    .selectFrom('api_keys as k')
    .leftJoin('key_windows as w', (join) =>
      join.onRef('w.household_id', '=', 'k.household_id').onRef('w.key_id', '=', 'k.id'),
    )
    .select(['k.id', 'k.member_id', 'k.name', 'k.scopes', 'k.public_id', 'k.expires_at'])
    .select(['k.revoked_at', 'w.last_used_at', 'k.created_at'])
    .where('k.household_id', '=', householdId)
    .orderBy('k.created_at')
    .orderBy('k.id')
    .execute()
  const moment = (at: Temporal.Instant | null) => (at === null ? null : writeInstant(at))
  return rows.map((row) => ({
    ...row,
    expires_at: writeInstant(row.expires_at),
    revoked_at: moment(row.revoked_at),
    last_used_at: moment(row.last_used_at),
    created_at: writeInstant(row.created_at),
  }))
}
