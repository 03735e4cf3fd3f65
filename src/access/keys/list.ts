import { sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** A key without its text. */
export type ListedKey = {
  readonly id: string
  readonly member_id: string
  readonly name: string
  readonly scopes: readonly string[]
  /** The permissions of a restricted key; null: all within the scopes. */
  readonly grants: readonly string[] | null
  /** The networks from which it may be used; null: from anywhere. */
  readonly allowed_from: readonly string[] | null
  /** The part of the key after `em_live_` by which its holder recognises it. */
  readonly public_id: string
  readonly expires_at: string
  readonly revoked_at: string | null
  readonly last_used_at: string | null
  /** The address, or its network, and the program of the last use; null if it was not used yet. */
  readonly last_used_from: string | null
  readonly last_used_by: string | null
  readonly places: readonly { readonly network: string; readonly first_at: string }[]
  readonly created_at: string
}

type Row = Omit<ListedKey, 'expires_at' | 'revoked_at' | 'last_used_at' | 'created_at'> & {
  readonly expires_at: Temporal.Instant
  readonly revoked_at: Temporal.Instant | null
  readonly last_used_at: Temporal.Instant | null
  readonly created_at: Temporal.Instant
}

/** Lists every key of a household, oldest first, including revoked and expired ones. */
export async function listKeys({ db }: Runtime, householdId: string): Promise<ListedKey[]> {
  const { rows } = await sql<Row>`
    select k.id, k.member_id, k.name, k.scopes, k.grants, k.allowed_from, k.public_id, k.expires_at,
      k.revoked_at, w.last_used_at, u.address as last_used_from, u.agent as last_used_by, (
        select coalesce(json_agg(json_build_object('network', p.network, 'first_at', p.first_at)
          order by p.first_at desc, p.network), '[]')
        from key_places p where p.household_id = ${householdId} and p.key_id = k.id) as places,
      k.created_at
    from api_keys k
    left join key_windows w on w.household_id = ${householdId} and w.key_id = k.id
    left join key_usage u on u.household_id = ${householdId} and u.key_id = k.id
    where k.household_id = ${householdId}
    order by k.created_at, k.id`.execute(db)
  const moment = (at: Temporal.Instant | null) => (at === null ? null : writeInstant(at))
  return rows.map((row) => ({
    ...row,
    expires_at: writeInstant(row.expires_at),
    revoked_at: moment(row.revoked_at),
    last_used_at: moment(row.last_used_at),
    places: row.places.map(({ network, first_at: at }) => ({
      network,
      first_at: writeInstant(Temporal.Instant.from(at)),
    })),
    created_at: writeInstant(row.created_at),
  }))
}
