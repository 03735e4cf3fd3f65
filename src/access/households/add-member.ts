import { Refusal } from '#/platform/contract/refusal.ts'
import { inTransaction, sqlState } from '#/platform/database/database.ts'
import { OPERATOR, recordChange } from '#/platform/audited/record-change.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { becomeJoint } from './become-joint.ts'
import { beginWrite } from './begin-write.ts'
import { requireHousehold } from './change.ts'

export type NewMember = {
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'member'
}

/** Adds a member to a household. Throws `resource_not_found`, or `invalid_parameter` if the address is taken. */
export async function addMember(
  runtime: Runtime,
  householdId: string,
  member: NewMember,
): Promise<{ id: string } & NewMember> {
  const id = runtime.newId()
  const { name, email, role } = member
  try {
    await inTransaction(runtime.db, async (tx) => {
      await requireHousehold({ db: tx }, householdId)
      await beginWrite({ ...runtime, db: tx }, householdId)
      await tx
        .insertInto('members')
        .values({
          household_id: householdId,
          id,
          name,
          email,
          role,
          created_at: runtime.now(),
          removed_at: null,
        })
        .execute()
      await recordChange(
        { ...runtime, db: tx, caller: { householdId, ...OPERATOR } },
        {
          action: 'member.add',
          subject: { type: 'member', id },
          before: null,
          after: { name, email, role },
        },
      )
      await becomeJoint({ ...runtime, db: tx }, { householdId, author: OPERATOR })
    })
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    throw new Refusal('invalid_parameter', {
      param: 'email',
      message: 'A member of this household already has this address.',
      detail: { name: 'email_taken' },
    })
  }
  return { id, name, email, role }
}
