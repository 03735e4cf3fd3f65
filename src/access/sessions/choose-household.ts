import { notFound } from '#/platform/contract/refusal.ts'
import type { PersonHandle, PersonRequest } from './person-request.ts'
import type { sessionsApp } from './app-contract.ts'
import { describe } from './who-am-i.ts'

/** `POST /session/household` */
export const chooseHousehold: PersonHandle<typeof sessionsApp.chooseHousehold> = async (
  request,
  { body },
) => {
  const { id, personId } = request.session
  const belongs = await request.db
    .selectFrom('members')
    .select('id')
    .where('household_id', '=', body.household_id)
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!belongs) throw notFound('household_id')
  return actIn(request, id, body.household_id)
}

/** Lets a session act in a household from now on, to which its person must belong. */
export async function actIn(
  request: Pick<PersonRequest, 'db' | 'now' | 'oidc'>,
  sessionId: string,
  householdId: string,
) {
  await request.db
    .updateTable('sessions')
    .set({ household_id: householdId })
    .where('id', '=', sessionId)
    .execute()
  return describe(request, sessionId)
}
