import { afterCommit } from '#/platform/database/database.ts'
import type { PersonAction } from './app-contract.ts'
import type { PersonRequest, ClientInfo } from './person-request.ts'

/** The place that a history shows: a browser, or the command line, which has no whole address. */
export type EventSource = Pick<ClientInfo, 'address' | 'agent'> & Partial<ClientInfo>

type Recording = Pick<PersonRequest, 'db' | 'now' | 'newId' | 'log'> & {
  readonly client: EventSource
  /** The name of a key, or another fact; never a secret. */
  readonly detail?: string | null
}

/** Records an action in the history of an account, with the address and browser it came from, and logs it once it is committed. */
export async function recordPersonEvent(
  { db, now, newId, log, client, detail = null }: Recording,
  personId: string,
  action: PersonAction,
): Promise<void> {
  const { address, agent } = client
  await db
    .insertInto('person_events')
    .values({ person_id: personId, id: newId(), at: now(), action, address, agent, detail })
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

type UsedKey = {
  /** Null: its member has no account. */
  readonly personId: string | null
  readonly householdId: string
  readonly name: string
}

/**
 * Records that a key was used from a network for the first time: in the history of the account that it belongs to, else
 * among the events of the instance.
 */
export async function recordKeyPlace(
  recording: Recording,
  { personId, householdId, name }: UsedKey,
): Promise<void> {
  if (personId !== null) {
    return recordPersonEvent({ ...recording, detail: name }, personId, 'key_new_place')
  }
  const { address } = recording.client
  await recordInstanceEvent(recording, 'key_new_place', `${name}, from ${address}`)
  afterCommit(recording.db, () => {
    const facts = { address, person_id: null, household_id: householdId }
    recording.log('info', 'security.key_new_place', facts)
  })
}

/** Events of the whole instance, or of nobody who has an account: nearly all are commands of the operator. */
export type InstanceAction =
  | 'key_new_place'
  | 'access.revoke_all'
  | 'secrets.rotate'
  | 'setup_link.create'
  | 'household.export'
  | 'backup.create'
  | 'backup.restore'
  | 'oidc.refused'

/** Records an event of the instance. `detail` contains no secret. */
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
