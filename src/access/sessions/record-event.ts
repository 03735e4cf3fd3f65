import type { PersonAction } from './app-contract.ts'
import type { Visit, Visitor } from './visit.ts'

/** Records an action in the history of an account, with the address and browser it came from. */
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
