import type { PersonAction } from './app-contract.ts'
import type { Visit, Visitor } from './visit.ts'

/** Notes in the history of an account what was done about it, and from where. */
export async function recordPersonEvent(
  {
    db,
    now,
    newId,
    visitor,
  }: Pick<Visit, 'db' | 'now' | 'newId'> & {
    readonly visitor: Pick<Visitor, 'address' | 'agent'>
  },
  personId: string,
  action: PersonAction,
): Promise<void> {
  const { address, agent } = visitor
  await db
    .insertInto('person_events')
    .values({ person_id: personId, id: newId(), at: now(), action, address, agent })
    .execute()
}
