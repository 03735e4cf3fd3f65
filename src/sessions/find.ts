import type { Caller } from '#/world/call.ts'
import type { World } from '#/world/world.ts'
import { digestOf } from './session.ts'

/** Who shows this session token; null where it is unknown or expired, or the member has left the household. */
export async function findSession(
  { db, now }: Pick<World, 'db' | 'now'>,
  token: string,
): Promise<Caller | null> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('members as m', (join) =>
      join.onRef('m.household_id', '=', 's.household_id').onRef('m.id', '=', 's.member_id'),
    )
    .innerJoin('households as h', 'h.household_id', 's.household_id')
    .select(['h.household_id', 'm.id', 'h.plan', 'h.standing', 'h.timezone', 'h.currency'])
    .where('s.digest', '=', digestOf(token))
    .where('s.expires_at', '>', now())
    .where('m.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    householdId: row.household_id,
    memberId: row.id,
    through: 'app',
    key: null,
    scopes: ['data.read', 'data.write'],
    plan: row.plan,
    standing: row.standing,
    zone: row.timezone,
    currency: row.currency,
  }
}
