import { notFound, Refusal } from '#/contract/refusal.ts'
import { inTransaction } from '#/database/database.ts'
import { OPERATOR, recordChange } from '#/records/record-change.ts'
import type { World } from '#/world/world.ts'
import { beginWrite } from './begin-write.ts'
import { requireHousehold } from './change.ts'

/**
 * Lets a member go. Their keys stop with the next request, because a key is asked for its member each time. What they
 * did stays. Throws `resource_not_found`, or `invalid_parameter` for the last owner.
 */
export async function removeMember(
  world: World,
  householdId: string,
  memberId: string,
): Promise<{ id: string; removed_at: Temporal.Instant }> {
  const now = world.now()
  await inTransaction(world.db, async (tx) => {
    await requireHousehold({ db: tx }, householdId)
    await beginWrite(tx, householdId)
    const members = await tx
      .selectFrom('members')
      .select(['id', 'name', 'email', 'role'])
      .where('household_id', '=', householdId)
      .where('removed_at', 'is', null)
      .execute()
    const member = members.find(({ id }) => id === memberId)
    if (!member) throw notFound('member_id')
    if (member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1) {
      throw new Refusal('invalid_parameter', {
        param: 'member_id',
        message: 'The last owner of a household stays. Add another owner first.',
      })
    }
    await tx
      .updateTable('members')
      .set({ removed_at: now })
      .where('household_id', '=', householdId)
      .where('id', '=', memberId)
      .execute()
    const { id, ...before } = member
    await recordChange(
      { ...world, now: () => now, db: tx, caller: { householdId, ...OPERATOR } },
      { action: 'member.remove', subject: { type: 'member', id }, before, after: null },
    )
  })
  return { id: memberId, removed_at: now }
}
