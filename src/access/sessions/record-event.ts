import { afterCommit } from '#/platform/database/database.ts'
import type { PersonAction } from './app-contract.ts'
import type { PersonRequest, ClientInfo } from './person-request.ts'

/** The place that a history shows: a browser, or the command line, which has no whole address. */
export type EventSource = Pick<ClientInfo, 'address' | 'agent'> & Partial<ClientInfo>

/** Records an action in the history of an account, with the address and browser it came from, and logs it once it is committed. */
export async function recordPersonEvent(
  {
    db,
    now,
    newId,
    log,
    client,
  }: Pick<PersonRequest, 'db' | 'now' | 'newId' | 'log'> & { readonly client: EventSource },
  personId: string,
  action: PersonAction,
): Promise<void> {
  const { address, agent } = client
  await db
    .insertInto('person_events')
    .values({ person_id: personId, id: newId(), at: now(), action, address, agent })
    .execute()
  afterCommit(db, () => logPersonEvent({ log, client }, personId, action))
}

/** Logs an event of an account. The address comes first: `packaging/fail2ban` matches the beginning of the line. */
export function logPersonEvent(
  { log, client }: Pick<PersonRequest, 'log'> & { readonly client: EventSource },
  personId: string,
  action: PersonAction | 'browser.new',
): void {
  const facts = { address: client.wholeAddress ?? client.address, person_id: personId }
  // Refusals are logged with what was tried, known or not, by `log-refusal.ts`.
  if (!action.endsWith('failed')) log('info', `security.${action}`, facts)
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
