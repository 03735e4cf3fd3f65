import type { Visit } from './visit.ts'

/** What the history of an account knows of. */
export type PersonAction =
  | 'setup'
  | 'sign_in'
  | 'sign_in.failed'
  | 'sign_in.second_factor_failed'
  | 'sign_in.passkey'
  | 'sign_out'
  | 'sudo'
  | 'session.end'
  | 'session.end_others'
  | 'profile.change'
  | 'password.set'
  | 'password.reset'
  | 'authenticator.add'
  | 'authenticator.remove'
  | 'recovery_code.use'
  | 'recovery_codes.renew'
  | 'passkey.add'
  | 'passkey.rename'
  | 'passkey.remove'
  | 'invitation.accept'

/** Notes in the history of an account what was done about it, and from where. */
export async function recordPersonEvent(
  { db, now, newId, visitor }: Pick<Visit, 'db' | 'now' | 'newId' | 'visitor'>,
  personId: string,
  action: PersonAction,
): Promise<void> {
  const { address, agent } = visitor
  await db
    .insertInto('person_events')
    .values({ person_id: personId, id: newId(), at: now(), action, address, agent })
    .execute()
}
