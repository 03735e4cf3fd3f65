import { sql } from 'kysely'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { may } from '#/access/households/rights.ts'
import { dayAt } from '#/core/values/day.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { keysApp } from './app-contract.ts'
import { readGrants } from './restrictions.ts'

type Wire = Answer<typeof keysApp.listKeys>[number]

/** `GET /keys` */
export const listKeys: Handle<typeof keysApp.listKeys> = (call) => showKeys(call, null)

/** One key as its member sees it. Throws `resource_not_found`. */
export async function showKey(call: Call, id: string): Promise<Wire> {
  const [key] = await showKeys(call, id)
  if (!key) throw notFound('id')
  return key
}

type Row = {
  id: string
  member_id: string
  name: string
  scopes: Wire['scopes']
  grants: string[] | null
  allowed_from: string[] | null
  public_id: string
  expires_at: Temporal.Instant
  revoked_at: Temporal.Instant | null
  created_at: Temporal.Instant
  last_used_at: Temporal.Instant | null
  address: string | null
  agent: string | null
  day: string | null
  requests: number | null
  places: (Omit<Wire['places'][number], 'first_at'> & { readonly first_at: string })[]
}

/** The keys that a member may see, the newest first; only one of them with an id. */
async function showKeys({ db, caller, now }: Call, id: string | null): Promise<Wire[]> {
  const seesAll = caller.signedIn !== undefined && may(caller.signedIn.role, 'people')
  const today = dayAt(now(), caller.zone)
  const { rows } = await sql<Row>`
    select k.id, k.member_id, k.name, k.scopes, k.grants, k.allowed_from, k.public_id, k.expires_at, k.revoked_at, k.created_at,
      u.last_used_at, u.address, u.agent, u.day::text as day, u.requests,
      (select coalesce(json_agg(json_build_object('network', p.network, 'agent', p.agent,
          'first_at', p.first_at, 'is_new', p.alerted and p.seen_at is null)
          order by p.first_at desc, p.network), '[]')
        from key_places p where p.household_id = ${caller.householdId} and p.key_id = k.id) as places
    from api_keys k
    left join key_usage u on u.household_id = ${caller.householdId} and u.key_id = k.id
    where k.household_id = ${caller.householdId} and (${seesAll} or k.member_id = ${caller.memberId})
      and (${id}::uuid is null or k.id = ${id})
    order by k.created_at desc, k.id desc`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    member_id: row.member_id,
    name: row.name,
    scopes: row.scopes,
    restrictions: row.grants && readGrants(row.grants),
    allowed_from: row.allowed_from,
    prefix: `em_live_${row.public_id}`,
    expires_at: writeInstant(row.expires_at),
    revoked_at: row.revoked_at === null ? null : writeInstant(row.revoked_at),
    created_at: writeInstant(row.created_at),
    last_used:
      row.last_used_at === null
        ? null
        : { at: writeInstant(row.last_used_at), address: row.address!, agent: row.agent! },
    requests_today: row.day === today ? row.requests! : 0,
    places: row.places.map((place) => ({
      ...place,
      first_at: writeInstant(Temporal.Instant.from(place.first_at)),
    })),
  }))
}
