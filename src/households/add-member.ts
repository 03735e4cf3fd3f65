import { Refusal } from '#/contract/refusal.ts'
import { inTransaction, sqlState } from '#/database/database.ts'
import { OPERATOR, recordChange } from '#/records/record-change.ts'
import type { World } from '#/world/world.ts'
import { becomeJoint } from './become-joint.ts'
import { beginWrite } from './begin-write.ts'
import { requireHousehold } from './change.ts'

export type NewMember = {
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'member'
}

/** Takes a person into a household. Throws `resource_not_found`, or `invalid_parameter` where the address is taken. */
export async function addMember(
  world: World,
  householdId: string,
  member: NewMember,
): Promise<{ id: string } & NewMember> {
  const id = world.newId()
  const { name, email, role } = member
  try {
    await inTransaction(world.db, async (tx) => {
      await requireHousehold({ db: tx }, householdId)
      await beginWrite(tx, householdId)
      await tx
        .insertInto('members')
        .values({
          household_id: householdId,
          id,
          name,
          email,
          role,
          created_at: world.now(),
          removed_at: null,
        })
        .execute()
      await recordChange(
        { ...world, db: tx, caller: { householdId, ...OPERATOR } },
        {
          action: 'member.add',
          subject: { type: 'member', id },
          before: null,
          after: { name, email, role },
        },
      )
      await becomeJoint({ ...world, db: tx }, { householdId, author: OPERATOR })
    })
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    throw new Refusal('invalid_parameter', {
      param: 'email',
      message: 'A member of this household has this address already.',
      detail: { name: 'email_taken' },
    })
  }
  return { id, name, email, role }
}
