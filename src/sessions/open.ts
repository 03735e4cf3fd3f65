import type { World } from '#/world/world.ts'
import { digestOf, SESSION_DAYS } from './session.ts'

type Member = {
  readonly householdId: string
  readonly memberId: string
  readonly days?: number
}

/** Signs a member in, who has shown who they are. The token is told once; only its digest is stored. */
export async function openSession(
  { db, now, randomBytes }: Pick<World, 'db' | 'now' | 'randomBytes'>,
  { householdId, memberId, days = SESSION_DAYS }: Member,
): Promise<{ readonly token: string; readonly expiresAt: Temporal.Instant }> {
  const token = Buffer.from(randomBytes(32)).toString('base64url')
  const expiresAt = now().add({ hours: days * 24 })
  await db
    .insertInto('sessions')
    .values({
      digest: digestOf(token),
      household_id: householdId,
      member_id: memberId,
      expires_at: expiresAt,
      created_at: now(),
    })
    .execute()
  return { token, expiresAt }
}
