import { sql } from 'kysely'
import { SESSIONS_MAX } from '#/platform/contract/caps.ts'
import { type Database, inTransaction } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { rememberBrowser } from './known-browser.ts'
import { digestOf, SESSION_DAYS } from './session.ts'
import type { Visit, Visitor } from './visit.ts'

type Opening = {
  readonly personId: string
  readonly householdId: string | null
  readonly through: 'password' | 'passkey' | 'setup' | 'invitation' | 'reset'
  readonly visitor: Pick<Visitor, 'address' | 'agent'>
  readonly days?: number
}

/**
 * Signs a person in, who has shown who they are. The token is told once; only its digest is stored. Of more than
 * `SESSIONS_MAX` sessions the one that was not used for longest ends.
 */
export async function openSession(
  runtime: Pick<Runtime, 'db' | 'now' | 'newId' | 'randomBytes'>,
  opening: Opening,
): Promise<{ readonly id: string; readonly token: string }> {
  return inTransaction(runtime.db, async (db) => {
    await makeRoom(db, opening.personId, runtime.now())
    return storeSession({ ...runtime, db }, opening)
  })
}

/** Holds the person's row until the session is stored, so that two at once do not take the same room. */
async function makeRoom(db: Database, personId: string, at: Temporal.Instant): Promise<void> {
  await db.selectFrom('persons').select('id').where('id', '=', personId).forNoKeyUpdate().execute()
  await sql`
    delete from sessions where id in (
      select id from sessions where person_id = ${personId}
      order by expires_at > ${at} desc, last_seen_at desc, id desc offset ${SESSIONS_MAX - 1})
    `.execute(db)
}

async function storeSession(
  { db, now, newId, randomBytes }: Pick<Runtime, 'db' | 'now' | 'newId' | 'randomBytes'>,
  { personId, householdId, through, visitor, days = SESSION_DAYS }: Opening,
): Promise<{ readonly id: string; readonly token: string }> {
  const id = newId()
  const token = Buffer.from(randomBytes(32)).toString('base64url')
  const at = now()
  await db
    .insertInto('sessions')
    .values({
      id,
      digest: digestOf(token),
      person_id: personId,
      household_id: householdId,
      through,
      agent: visitor.agent,
      address: visitor.address,
      created_at: at,
      last_seen_at: at,
      expires_at: at.add({ hours: days * 24 }),
      proved_at: at,
    })
    .execute()
  return { id, token }
}

/**
 * Signs this browser in under a token of its own, whatever cookie it came with; the session of that cookie ends. So
 * nobody can be made to sign in under a token that somebody else knows. Returns the session's id.
 */
export async function signInHere(
  visit: Visit,
  opening: Omit<Opening, 'visitor' | 'days'>,
): Promise<string> {
  const { id, token } = await openSession(visit, { ...opening, visitor: visit.visitor })
  if (visit.session) {
    await visit.db.deleteFrom('sessions').where('id', '=', visit.session.id).execute()
  }
  visit.keepToken(token)
  await rememberBrowser(visit, opening.personId, { renamed: opening.through === 'reset' })
  return id
}
