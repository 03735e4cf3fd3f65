import { sql } from 'kysely'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { invalidParameter, notFound } from '#/platform/contract/refusal.ts'
import { may } from '#/access/households/rights.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import { dayAt } from '#/core/values/day.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { keysApp } from './app-contract.ts'
import { createKey as create } from './create.ts'
import { revokeKey as revoke } from './revoke.ts'

type Wire = Answer<typeof keysApp.listKeys>[number]

/** `GET /keys` */
export const listKeys: Handle<typeof keysApp.listKeys> = (call) => showKeys(call, null)

/** The latest expiry that a person may choose, in days ahead (ten years). */
const KEY_DAYS_MAX = 3653

/** `POST /keys`. No other answer shows the key's text. */
export const createKey: Handle<typeof keysApp.createKey> = async (call, { body }) => {
  const { householdId, memberId } = call.caller
  const { name, scopes } = body
  const expiresAt = Temporal.Instant.from(body.expires_at)
  const latest = call.now().add({ hours: KEY_DAYS_MAX * 24 })
  if (isAfter(call.now(), expiresAt) || isAfter(expiresAt, latest)) {
    throw invalidParameter('expires_at', 'Send a moment in the future, at most ten years ahead.', {
      name: 'expiry_outside',
      years: 10,
    })
  }
  const wanted = { householdId, memberId, name, scopes, expiresAt }
  const { id, apiKey } = await create(call, wanted, call.caller)
  return { ...(await showKey(call, id)), api_key: apiKey }
}

/** True if `a` is `b` or later. */
function isAfter(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) >= 0
}

/** `DELETE /keys/{id}` revokes a key from the next request on. */
export const revokeKey: Handle<typeof keysApp.revokeKey> = async (call, { params }) => {
  const { id } = await showKey(call, params.id)
  await revoke(call, { keyId: id, householdId: call.caller.householdId }, call.caller)
  return showKey(call, id)
}

/** `POST /keys/{id}/roll` creates a successor. The old key keeps working for a while, so programs can change over. */
export const rollKey: Handle<typeof keysApp.rollKey> = async (call, { params, body }) => {
  const { householdId, memberId } = call.caller
  const old = await findUsable(call, params.id)
  const now = call.now()
  const life = old.expires_at.epochMilliseconds - old.created_at.epochMilliseconds
  const expiresAt = now.add({ milliseconds: life })
  const { name, scopes } = old
  const wanted = { householdId, memberId, name, scopes, expiresAt }
  // End the old key first, to make room for the new one.
  if (body.overlap_hours === 0) {
    await revoke(call, { keyId: old.id, householdId }, call.caller)
  } else await endAfter(call, old, now.add({ hours: body.overlap_hours }))
  const { id, apiKey } = await create(call, wanted, call.caller)
  return { ...(await showKey(call, id)), api_key: apiKey }
}

type Old = Awaited<ReturnType<typeof findUsable>>

/** Finds one of the member's own keys that is neither revoked nor expired. */
async function findUsable({ db, caller, now }: Call, id: string) {
  const key = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'scopes', 'expires_at', 'created_at'])
    .where('household_id', '=', caller.householdId)
    .where('member_id', '=', caller.memberId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!key) throw notFound('id')
  return { ...key, scopes: key.scopes as Call['caller']['scopes'] }
}

/** Sets the key's expiry to `end`, unless it expires earlier. */
async function endAfter(call: Call, old: Old, end: Temporal.Instant): Promise<void> {
  if (Temporal.Instant.compare(old.expires_at, end) <= 0) return
  await call.db
    .updateTable('api_keys')
    .set({ expires_at: end })
    .where('household_id', '=', call.caller.householdId)
    .where('id', '=', old.id)
    .execute()
  await recordChange(call, {
    action: 'key.roll',
    subject: { type: 'key', id: old.id },
    before: { expires_at: writeInstant(old.expires_at) },
    after: { expires_at: writeInstant(end) },
  })
}

async function showKey(call: Call, id: string): Promise<Wire> {
  const [key] = await showKeys(call, id)
  if (!key) throw notFound('id')
  return key
}

type Row = {
  id: string
  member_id: string
  name: string
  scopes: Wire['scopes']
  public_id: string
  expires_at: Temporal.Instant
  revoked_at: Temporal.Instant | null
  created_at: Temporal.Instant
  last_used_at: Temporal.Instant | null
  address: string | null
  agent: string | null
  day: string | null
  requests: number | null
}

/** Lists the keys that a member may see, newest first; with `id` only that one. */
async function showKeys({ db, caller, now }: Call, id: string | null): Promise<Wire[]> {
  const seesAll = caller.signedIn !== undefined && may(caller.signedIn.role, 'people')
  const today = dayAt(now(), caller.zone)
  const { rows } = await sql<Row>`
    select k.id, k.member_id, k.name, k.scopes, k.public_id, k.expires_at, k.revoked_at, k.created_at,
      u.last_used_at, u.address, u.agent, u.day::text as day, u.requests
    from api_keys k
    left join key_usage u on u.household_id = k.household_id and u.key_id = k.id
    where k.household_id = ${caller.householdId} and (${seesAll} or k.member_id = ${caller.memberId})
      and (${id}::uuid is null or k.id = ${id})
    order by k.created_at desc, k.id desc`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    member_id: row.member_id,
    name: row.name,
    scopes: row.scopes,
    prefix: `em_live_${row.public_id}`,
    expires_at: writeInstant(row.expires_at),
    revoked_at: row.revoked_at === null ? null : writeInstant(row.revoked_at),
    created_at: writeInstant(row.created_at),
    last_used:
      row.last_used_at === null
        ? null
        : { at: writeInstant(row.last_used_at), address: row.address!, agent: row.agent! },
    requests_today: row.day === today ? row.requests! : 0,
  }))
}
