import { notFound } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { type Author, OPERATOR, recordChange } from '#/platform/audited/record-change.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Belongings, endBelongings, findBelongings } from './belongings.ts'
import { beginWrite, type Beginning } from './begin-write.ts'
import { requireHousehold } from './change.ts'
import { requireOtherOwner } from './last-owner.ts'

/** A member who has gone, and what they held until then. */
export type Removed = {
  readonly id: string
  readonly removed_at: Temporal.Instant
  readonly belongings: Belongings
}

/** As `letMemberGo`, by the operator, who may take the last owner out as well: they can add another. */
export function removeMember(
  runtime: Runtime,
  householdId: string,
  memberId: string,
): Promise<Removed> {
  return letMemberGo(runtime, { householdId, memberId, author: OPERATOR })
}

type Leaving = {
  readonly householdId: string
  readonly memberId: string
  readonly author: Author
}

/**
 * Lets a member go, and ends every way in that they leave behind, also what they made in the name of others. What they
 * did stays, and so do their bank connections. Throws `resource_not_found`, or `last_owner`.
 */
export async function letMemberGo(
  runtime: Beginning,
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
    const { id, ...before } = member
    await recordChange(
      { ...within, caller: { householdId, ...author } },
      { action: 'member.remove', subject: { type: 'member', id }, before, after: null },
    )
    return { id: memberId, removed_at: now, belongings }
  })
}
