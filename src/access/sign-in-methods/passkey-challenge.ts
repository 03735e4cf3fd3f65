import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { PersonRequest } from '#/access/sessions/person-request.ts'
import { passkeyHost, passkeysOn } from './passkey-host.ts'

/** The minutes that a browser has to answer a challenge. */
const CHALLENGE_MINUTES = 5
const CHALLENGE_BYTES = 32

export type Challenge = {
  readonly purpose: 'register' | 'sign_in' | 'sudo'
  /** Null: any person's passkey may answer. */
  readonly personId: string | null
}

/** Returns the host name that passkeys are bound to. Throws `passkeys_unavailable` if browsers offer none here. */
export function requireHost({ client }: Pick<PersonRequest, 'client'>): string {
  if (passkeysOn(client) !== 'available') throw new Refusal('passkeys_unavailable')
  return passkeyHost(client)
}

/** Creates and stores random bytes for a browser to sign once. */
export async function createChallenge(
  { db, now, randomBytes }: Pick<PersonRequest, 'db' | 'now' | 'randomBytes'>,
  { purpose, personId }: Challenge,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = Uint8Array.from(randomBytes(CHALLENGE_BYTES))
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge: Buffer.from(challenge).toString('base64url'),
      purpose,
      person_id: personId,
      expires_at: now().add({ minutes: CHALLENGE_MINUTES }),
    })
    .execute()
  return challenge
}

/** Uses a challenge up: true if it was created for this purpose and person, has not expired and was not used before. */
export async function useChallenge(
  { db, now }: Pick<PersonRequest, 'db' | 'now'>,
  challenge: string,
  { purpose, personId }: Challenge,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where(sql<boolean>`person_id is not distinct from ${personId}::uuid`)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}
