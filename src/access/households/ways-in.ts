import { sql } from 'kysely'
import type { Database } from '#/platform/database/database.ts'
import { type Author, recordChange } from '#/platform/audited/record-change.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** A key that is neither revoked nor expired. */
export type OpenKey = {
  readonly id: string
  readonly member_id: string
  readonly name: string
  readonly scopes: readonly ('data.read' | 'data.write')[]
  readonly public_id: string
  readonly expires_at: Temporal.Instant
  readonly last_used_at: Temporal.Instant | null
}

/** A device whose token is not revoked. */
export type OpenDevice = {
  readonly id: string
  readonly member_id: string
  /** The member who created it; null: the operator. */
  readonly made_by: string | null
  readonly name: string
  readonly public_id: string
  readonly created_at: Temporal.Instant
  readonly last_push_at: Temporal.Instant | null
}

/** A calendar address that is not revoked. */
export type OpenFeed = {
  readonly id: string
  readonly member_id: string
  /** The member who created it; null: the operator. */
  readonly made_by: string | null
  readonly name: string
  readonly public_id: string
  readonly created_at: Temporal.Instant
  readonly last_read_at: Temporal.Instant | null
}

/** An invitation that can be accepted now. */
export type OpenInvitation = {
  readonly id: string
  readonly invited_by: string | null
  readonly email: string | null
  readonly role: 'owner' | 'member'
  readonly expires_at: Temporal.Instant
}

/** Everything that gives access to a household, except people who sign in. */
export type WaysIn = {
  readonly keys: readonly OpenKey[]
  readonly devices: readonly OpenDevice[]
  readonly feeds: readonly OpenFeed[]
  readonly invitations: readonly OpenInvitation[]
}

type Sought = {
  readonly householdId: string
  /** Only the ways in that this member holds or has created; null: everybody's. */
  readonly memberId: string | null
}

/** Finds the open ways into a household. A device or feed belongs to its holder and to the member who created it. */
export async function findWaysIn(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  { householdId, memberId }: Sought,
): Promise<WaysIn> {
  const at = now()
  const { rows: keys } = await sql<OpenKey>`
    select k.id, k.member_id, k.name, k.scopes, k.public_id, k.expires_at, u.last_used_at
    from api_keys k
    join members m on m.household_id = ${householdId} and m.id = k.member_id and m.removed_at is null
    left join key_usage u on u.household_id = ${householdId} and u.key_id = k.id
    where k.household_id = ${householdId} and k.revoked_at is null and k.expires_at > ${at}
      and (${memberId}::uuid is null or k.member_id = ${memberId})
    order by k.created_at, k.id`.execute(db)
  const { rows: devices } = await sql<OpenDevice>`
    select d.id, d.member_id, d.made_by, d.name, d.public_id, d.created_at, d.last_push_at
    from wallet_devices d
    join members m on m.household_id = ${householdId} and m.id = d.member_id and m.removed_at is null
    where d.household_id = ${householdId} and d.revoked_at is null
      and (${memberId}::uuid is null or d.member_id = ${memberId} or d.made_by = ${memberId})
    order by d.created_at, d.id`.execute(db)
  const { rows: feeds } = await sql<OpenFeed>`
    select f.id, f.member_id, f.made_by, f.name, f.public_id, f.created_at, f.last_read_at
    from calendar_feeds f
    join members m on m.household_id = ${householdId} and m.id = f.member_id and m.removed_at is null
    where f.household_id = ${householdId} and f.revoked_at is null
      and (${memberId}::uuid is null or f.member_id = ${memberId} or f.made_by = ${memberId})
    order by f.created_at, f.id`.execute(db)
  const { rows: invitations } = await sql<OpenInvitation>`
    select id, invited_by, email, role, expires_at from invitations
    where household_id = ${householdId} and accepted_at is null and revoked_at is null
      and expires_at > ${at} and (${memberId}::uuid is null or invited_by = ${memberId})
    order by created_at, id`.execute(db)
  return { keys, devices, feeds, invitations }
}

type Ending = {
  readonly householdId: string
  readonly author: Author
  readonly ways: WaysIn
}

/** Revokes ways in from the next request on, each with an audit entry. Call it under the household's lock. */
export async function endWaysIn(
  runtime: Pick<Runtime, 'db' | 'now' | 'newId'>,
  { householdId, author, ways }: Ending,
): Promise<void> {
  const at = runtime.now()
  const recorder = { ...runtime, now: () => at, caller: { householdId, ...author } }
  const kinds = [
    { table: 'api_keys', type: 'key', list: ways.keys },
    { table: 'wallet_devices', type: 'wallet_device', list: ways.devices },
    { table: 'calendar_feeds', type: 'calendar_feed', list: ways.feeds },
    { table: 'invitations', type: 'invitation', list: ways.invitations },
  ] as const
  for (const { table, type, list } of kinds) {
    await revoke(runtime.db, table, { householdId, at, ids: list.map(({ id }) => id) })
    for (const { id } of list) {
      await recordChange(recorder, {
        action: `${type}.revoke`,
        subject: { type, id },
        before: { revoked_at: null },
        after: { revoked_at: at.toString() },
      })
    }
  }
}

type Revoked = {
  readonly householdId: string
  readonly ids: readonly string[]
  readonly at: Temporal.Instant
}

async function revoke(
  db: Database,
  table: 'api_keys' | 'wallet_devices' | 'calendar_feeds' | 'invitations',
  { householdId, ids, at }: Revoked,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable(table as 'api_keys')
    .set({ revoked_at: at })
    .where('household_id', '=', householdId)
    .where('id', 'in', ids)
    .execute()
}
