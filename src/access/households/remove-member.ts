import { notFound } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { type Author, OPERATOR, recordChange } from '#/platform/audited/record-change.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { beginWrite, type Beginning } from './begin-write.ts'
import { requireHousehold } from './change.ts'
import { requireOtherOwner } from './last-owner.ts'

/** As `letMemberGo`, by the operator, who may take the last owner out as well: they can add another. */
export function removeMember(
  runtime: Runtime,
  householdId: string,
  memberId: string,
): Promise<{ id: string; removed_at: Temporal.Instant }> {
  return letMemberGo(runtime, { householdId, memberId, author: OPERATOR })
}

type Leaving = {
  readonly householdId: string
  readonly memberId: string
  readonly author: Author
}

/**
 * Lets a member go. Their keys stop with the next request, because a key is asked for its member each time. What they
 * did stays. Throws `resource_not_found`, or `last_owner`.
 */
export async function letMemberGo(
  runtime: Beginning,
  { householdId, memberId, author }: Leaving,
): Promise<{ id: string; removed_at: Temporal.Instant }> {
  const now = runtime.now()
  await inTransaction(runtime.db, async (tx) => {
    await requireHousehold({ db: tx }, householdId)
    await beginWrite({ ...runtime, db: tx }, householdId)
    const members = await tx
      .selectFrom('members')
      .select(['id', 'name', 'email', 'role'])
      .where('household_id', '=', householdId)
      .where('removed_at', 'is', null)
      .execute()
    const member = members.find(({ id }) => id === memberId)
    if (!member) throw notFound(author === OPERATOR ? 'member_id' : 'id')
    if (author !== OPERATOR) requireOtherOwner(members, memberId)
    await tx
      .updateTable('members')
      .set({ removed_at: now })
      .where('household_id', '=', householdId)
      .where('id', '=', memberId)
      .execute()
    const { id, ...before } = member
    await recordChange(
      { ...runtime, now: () => now, db: tx, caller: { householdId, ...author } },
      { action: 'member.remove', subject: { type: 'member', id }, before, after: null },
    )
  })
  return { id: memberId, removed_at: now }
}
