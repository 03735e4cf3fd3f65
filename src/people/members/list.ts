import { sql } from 'kysely'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { membersApp } from './app-contract.ts'

type Wire = Answer<typeof membersApp.listMembers>

/** `GET /members` */
export const listMembers: Act<typeof membersApp.listMembers> = (acting) => showMembers(acting, null)

/** Lists the current members in the order in which they joined; with an id only that one. */
export async function showMembers(
  { db, caller }: Pick<Acting, 'db' | 'caller'>,
  id: string | null,
): Promise<Wire> {
  const rows = await db
    .selectFrom('members')
    .select(['id', 'name', 'email', 'role', 'person_id', 'created_at'])
    .where('household_id', '=', caller.householdId)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`(${id}::uuid is null or id = ${id})`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ person_id: person, created_at: joined, ...row }) => ({
    ...row,
    me: row.id === caller.memberId,
    signs_in: person !== null,
    joined_at: writeInstant(joined),
  }))
}
