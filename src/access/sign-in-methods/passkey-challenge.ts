import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Visit } from '#/access/sessions/visit.ts'
import { passkeyHost, passkeysOn } from './passkey-host.ts'

/** How long a browser may take to answer, in minutes. */
const PATIENCE_MINUTES = 5
const CHALLENGE_BYTES = 32

export type Asked = {
  readonly purpose: 'register' | 'sign_in' | 'sudo'
  /** Null: whoever it turns out to be. */
  readonly personId: string | null
}

/** The name that passkeys belong to here. Throws `passkeys_unavailable` where browsers offer none. */
export function requireHost({ visitor }: Pick<Visit, 'visitor'>): string {
  if (passkeysOn(visitor) !== 'available') throw new Refusal('passkeys_unavailable')
  return passkeyHost(visitor)
}

/** Random bytes for a browser to sign, once. */
export async function askFor(
  { db, now, randomBytes }: Pick<Visit, 'db' | 'now' | 'randomBytes'>,
  { purpose, personId }: Asked,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = Uint8Array.from(randomBytes(CHALLENGE_BYTES))
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge: Buffer.from(challenge).toString('base64url'),
      purpose,
      person_id: personId,
      expires_at: now().add({ minutes: PATIENCE_MINUTES }),
    })
    .execute()
  return challenge
}

/** Whether this was asked for, of this person, and has not been answered yet; it has been then. */
export async function takeAnswer(
  { db, now }: Pick<Visit, 'db' | 'now'>,
  challenge: string,
  { purpose, personId }: Asked,
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
