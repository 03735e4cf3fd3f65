import { sql } from 'kysely'
import { connectionName } from '#/access/households/belongings.ts'
import { endWaysIn, findWaysIn } from '#/access/households/ways-in.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { householdAccess } from './app-contract.ts'
import { writeWays } from './find-person-ways.ts'

/** `GET /household/access` */
export const showHouseholdAccess: Act<typeof householdAccess.showHouseholdAccess> = async (
  acting,
) => {
  const { householdId } = acting.caller
  const ways = writeWays(await findWaysIn(acting, { householdId, memberId: null }))
  const { rows } = await sql<Left>`
    select c.id, m.name as member_name, ${connectionName(householdId)} as name
    from connections c join members m on m.household_id = ${householdId} and m.id = c.member_id
    where c.household_id = ${householdId} and m.removed_at is not null and c.status <> 'disconnected'
    order by c.created_at, c.id`.execute(acting.db)
  return { ...ways, left_connections: rows }
}

type Left = { readonly id: string; readonly name: string | null; readonly member_name: string }

/** `POST /household/access/revoke-all` */
export const endHouseholdAccess: Act<typeof householdAccess.endHouseholdAccess> = async (
  acting,
) => {
  const { householdId } = acting.caller
  const ways = await findWaysIn(acting, { householdId, memberId: null })
  await endWaysIn(acting, { householdId, author: acting.caller, ways })
  return {
    keys: ways.keys.length,
    devices: ways.devices.length,
    feeds: ways.feeds.length,
    invitations: ways.invitations.length,
  }
}
