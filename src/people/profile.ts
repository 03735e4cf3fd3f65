import { Refusal, invalidParameter } from '#/platform/contract/refusal.ts'
import { inTransaction, sqlState } from '#/platform/database/database.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { pick, pickDifferent } from '#/platform/audited/change.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { PersonRequest, PersonHandle } from '#/access/sessions/person-request.ts'
import type { people } from './app-contract.ts'
import { findPerson } from './find.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import { describe } from '#/access/sessions/who-am-i.ts'

/** `PATCH /profile`: also changes the member in every household that the person belongs to. */
export const changeProfile: PersonHandle<typeof people.changeProfile> = async (
  request,
  { body },
) => {
  try {
    return await inTransaction(request.db, (tx) => change({ ...request, db: tx }, body))
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    throw invalidParameter('email', '`email` belongs to somebody else here.', {
      name: 'email_taken',
    })
  }
}

type Session = { readonly session: { readonly id: string; readonly personId: string } }

async function change(
  request: PersonRequest & Session,
  wanted: { name?: string | undefined; email?: string | undefined },
) {
  const { db } = request
  const { id, personId } = request.session
  const person = await findPerson(request, personId)
  if (person.email === null) throw new Refusal('guest_refused')
  const changed = pickDifferent(person, wanted)
  if (Object.keys(changed).length > 0) {
    const at = request.now()
    await db
      .updateTable('persons')
      .set({ ...changed, updated_at: at })
      .where('id', '=', personId)
      .execute()
    const memberships = await db
      .selectFrom('members')
      .select(['household_id', 'id', 'name', 'email'])
      .where('person_id', '=', personId)
      .where('removed_at', 'is', null)
      .orderBy('household_id')
      .execute()
    for (const member of memberships) await changeMember(request, member, changed)
    await recordPersonEvent(request, personId, 'profile.change')
  }
  return describe(request, id)
}

type Member = {
  readonly household_id: string
  readonly id: string
  readonly name: string
  readonly email: string
}

async function changeMember(
  request: PersonRequest,
  member: Member,
  changed: object,
): Promise<void> {
  await beginWrite(request, member.household_id)
  await request.db
    .updateTable('members')
    .set({ ...changed })
    .where('household_id', '=', member.household_id)
    .where('id', '=', member.id)
    .execute()
  const caller = { householdId: member.household_id, memberId: member.id, through: 'app' as const }
  await recordChange(
    { ...request, caller },
    {
      action: 'member.change',
      subject: { type: 'member', id: member.id },
      before: pick(member, changed),
      after: changed,
    },
  )
}
