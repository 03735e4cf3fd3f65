import type { PersonAction } from './app-contract.ts'
import type { PersonRequest, ClientInfo } from './person-request.ts'

/** Records an action in the history of an account, with the address and browser it came from. */
export async function recordPersonEvent(
  {
    db,
    now,
    newId,
    client,
  }: Pick<PersonRequest, 'db' | 'now' | 'newId'> & {
    readonly client: Pick<ClientInfo, 'address' | 'agent'>
  },
  personId: string,
  action: PersonAction,
): Promise<void> {
  const { address, agent } = client
  await db
    .insertInto('person_events')
    .values({ person_id: personId, id: newId(), at: now(), action, address, agent })
    .execute()
}
