import { sql } from 'kysely'
import { notFound } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { type Author, OPERATOR, recordChange } from '#/platform/audited/record-change.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Belongings, endBelongings, findBelongings } from './belongings.ts'
import { beginWrite, type BeginContext } from './begin-write.ts'
import { requireHousehold } from './change.ts'
import { requireOtherOwner } from './last-owner.ts'

/** A removed member, with the belongings they had. */
export type Removed = {
  readonly id: string
  readonly removed_at: Temporal.Instant
  readonly belongings: Belongings
}

/** As `endMembership`, by the operator, who may also remove the last owner, because they can add another. */
export function removeMember(
  runtime: Runtime,
  householdId: string,
  memberId: string,
): Promise<Removed> {
  return endMembership(runtime, { householdId, memberId, author: OPERATOR })
}

type Leaving = {
  readonly householdId: string
  readonly memberId: string
  readonly author: Author
}

/**
 * Removes a member and ends all their ways in, including devices and invitations that they made for others. Their past
 * actions and bank connections stay. Throws `resource_not_found`, or `last_owner`.
 */
export async function endMembership(
  runtime: BeginContext,
  { householdId, memberId, author }: Leaving,
): Promise<Removed> {
  const now = runtime.now()
  return inTransaction(runtime.db, async (tx) => {
    const within = { ...runtime, now: () => now, db: tx }
    await requireHousehold(within, householdId)
    await beginWrite(within, householdId)
    const members = await tx
      .selectFrom('members')
      .select(['id', 'name', 'email', 'role'])
      .where('household_id', '=', householdId)
      .where('removed_at', 'is', null)
      .execute()
    const member = members.find(({ id }) => id === memberId)
    if (!member) throw notFound(author === OPERATOR ? 'member_id' : 'id')
    if (author !== OPERATOR) requireOtherOwner(members, memberId)
    const belongings = await findBelongings(within, { householdId, memberId })
    await endBelongings(within, { householdId, author, of: belongings })
    await tx
      .updateTable('members')
      .set({ removed_at: now })
      .where('household_id', '=', householdId)
      .where('id', '=', memberId)
      .execute()
    await sql`delete from notice_ways where household_id = ${householdId}
      and member_id = ${memberId}`.execute(tx)
    await sql`delete from notices where household_id = ${householdId}
      and member_id = ${memberId}`.execute(tx)
    await sql`delete from notice_settings where household_id = ${householdId}
      and member_id = ${memberId}`.execute(tx)
    const { id, ...before } = member
    await recordChange(
      { ...within, caller: { householdId, ...author } },
      { action: 'member.remove', subject: { type: 'member', id }, before, after: null },
    )
    return { id: memberId, removed_at: now, belongings }
  })
}
