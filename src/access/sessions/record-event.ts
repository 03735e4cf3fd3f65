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

/** Commands of the operator that concern the whole instance. */
export type InstanceAction =
  | 'access.revoke_all'
  | 'secrets.rotate'
  | 'setup_link.create'
  | 'household.export'
  | 'backup.create'
  | 'backup.restore'

/** Records a command of the operator. `detail` contains no secret. */
export async function recordInstanceEvent(
  { db, now, newId }: Pick<PersonRequest, 'db' | 'now' | 'newId'>,
  action: InstanceAction,
  detail = '',
): Promise<void> {
  await db
    .insertInto('instance_events')
    .values({ id: newId(), at: now(), action, detail })
    .execute()
}
