import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { invalidParameter } from '#/platform/contract/refusal.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** The member who goes to their bank, and the session in which they begin. */
export type ConsentOwner = {
  readonly householdId: string
  readonly memberId: string
  /** Null: at the command line. */
  readonly sessionId: string | null
}

/** A consent that was begun. */
export type BegunConsent = {
  readonly connectionId: string | null
  readonly bank: { readonly name: string; readonly country: string }
}

/** Minutes for which the way to the bank and back may take. */
const LIFE_MINUTES = 60
const STATE_BYTES = 32

/** Stores that a consent was begun. Returns the state that the bank must send back. */
export async function beginConsent(
  { db, now, newId, randomBytes }: Pick<Runtime, 'db' | 'now' | 'newId' | 'randomBytes'>,
  owner: ConsentOwner,
  { connectionId, bank }: BegunConsent,
): Promise<{ state: string; expiresAt: Temporal.Instant }> {
  const state = Buffer.from(randomBytes(STATE_BYTES)).toString('base64url')
  const expiresAt = now().add({ minutes: LIFE_MINUTES })
  await db
    .insertInto('bank_consents')
    .values({
      household_id: owner.householdId,
      id: newId(),
      member_id: owner.memberId,
      session_id: owner.sessionId,
      connection_id: connectionId,
      state_digest: digestOf(state),
      country: bank.country,
      bank: bank.name,
      created_at: now(),
      expires_at: expiresAt,
      used_at: null,
    })
    .execute()
  return { state, expiresAt }
}

/**
 * Uses up the state that a bank has sent back. Throws `invalid_parameter` unless this owner began the consent within the hour
 * and the state comes back for the first time. A state of anybody else stays as it is, and is refused like an unknown one.
 */
export async function useConsent(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  owner: ConsentOwner,
  state: string,
): Promise<BegunConsent> {
  const moment = now()
  const { rows } = await sql<{
    bank: string
    country: string
    connectionId: string | null
    wasUsed: boolean
    isLate: boolean
  }>`
    with found as (
      select household_id, id, used_at is not null as was_used, expires_at <= ${moment} as is_late
      from bank_consents
      where state_digest = ${digestOf(state)} and household_id = ${owner.householdId}
        and member_id = ${owner.memberId} and session_id is not distinct from ${owner.sessionId}::uuid
      for update
    )
    update bank_consents c set used_at = coalesce(c.used_at, ${moment})
    from found f where c.household_id = ${owner.householdId} and c.id = f.id
    returning c.bank, c.country, c.connection_id as "connectionId", f.was_used as "wasUsed",
      f.is_late as "isLate"`.execute(db)
  const [found] = rows
  if (!found) throw refused('This consent was not begun here. Begin again where you are signed in.')
  if (found.wasUsed) throw refused('This answer of the bank was used before. Begin again.')
  if (found.isLate) throw refused('This took longer than an hour. Begin again.')
  const { connectionId, bank: name, country } = found
  return { connectionId, bank: { name, country } }
}

function refused(message: string): Error {
  return invalidParameter('state', message, { name: 'consent_refused' })
}

/** The database holds digests, so that a reader of it cannot finish a consent. */
function digestOf(state: string): string {
  return createHash('sha256').update(state).digest('hex')
}
