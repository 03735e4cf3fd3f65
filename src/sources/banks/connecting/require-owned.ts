import { notFound, Refusal } from '#/platform/contract/refusal.ts'
import type { Call } from '#/platform/runtime/call.ts'

/** Throws unless the caller made this connection: `resource_not_found` or `not_connection_owner`. */
export async function requireOwned(call: Call, id: string, param: string): Promise<void> {
  const { member_id } = await findConnection(call, id, param)
  if (member_id !== call.caller.memberId) throw new Refusal('not_connection_owner')
}

/** Reads who made a connection, and when that member left the household. Throws `resource_not_found` about `param`. */
export async function findConnection({ db, caller }: Call, id: string, param: string) {
  const row = await db
    .selectFrom('connections as c')
    .innerJoin('members as m', (join) =>
      join.on('m.household_id', '=', caller.householdId).onRef('m.id', '=', 'c.member_id'),
    )
    .select(['c.member_id', 'm.removed_at'])
    .where('c.household_id', '=', caller.householdId)
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(param)
  return row
}

/** Narrows the caller's member id. Throws TypeError: the router admits only members here. */
export function memberOf(memberId: string | null): string {
  if (memberId === null) throw new TypeError('a connection belongs to a member')
  return memberId
}
