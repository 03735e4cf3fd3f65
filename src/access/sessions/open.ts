import { sql } from 'kysely'
import { SESSIONS_MAX } from '#/platform/contract/caps.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { afterCommit, type Database, inTransaction } from '#/platform/database/database.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { writeNewBrowser } from '#/access/mails/write-new-browser.ts'
import { writeSignIn } from '#/notices/outbox/write-sign-in.ts'
import { followSession, leaveBrowsers } from '#/notices/push/browsers.ts'
import { rememberBrowser } from './known-browser.ts'
import { digestOf, SESSION_DAYS } from './session.ts'
import type { PersonRequest, ClientInfo } from './person-request.ts'
import { logPersonEvent } from './record-event.ts'

type Opening = {
  readonly personId: string
  readonly householdId: string | null
  readonly through: 'password' | 'passkey' | 'oidc' | 'setup' | 'invitation' | 'reset'
  readonly client: Pick<ClientInfo, 'address' | 'agent'>
  readonly days?: number
}

/**
 * Creates a session for a person who has proved who they are. The token is returned once; only its digest is stored. If
 * there are more than `SESSIONS_MAX` sessions, the one unused for longest ends.
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

/** Enforces the cap, and throws `account_locked`. Locks the person's row until the session is stored, so that concurrent sign-ins cannot exceed it. */
async function makeRoom(db: Database, personId: string, at: Temporal.Instant): Promise<void> {
  const person = await db
    .selectFrom('persons')
    .select('locked_at')
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (person?.locked_at) throw new Refusal('account_locked')
  const { rows } = await sql<{ id: string }>`
    select id from sessions where person_id = ${personId}
    order by expires_at > ${at} desc, last_seen_at desc, id desc offset ${SESSIONS_MAX - 1}`.execute(
    db,
  )
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await leaveBrowsers(db, ids)
  await db.deleteFrom('sessions').where('id', 'in', ids).execute()
}

async function storeSession(
  { db, now, newId, randomBytes }: Pick<Runtime, 'db' | 'now' | 'newId' | 'randomBytes'>,
  { personId, householdId, through, client, days = SESSION_DAYS }: Opening,
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
      agent: client.agent,
      address: client.address,
      created_at: at,
      last_seen_at: at,
      expires_at: at.add({ hours: days * 24 }),
      proved_at: at,
    })
    .execute()
  return { id, token }
}

/** Ways in that make an account: its first browser is not news. */
const firsts: readonly Opening['through'][] = ['setup', 'invitation']

/**
 * Signs this browser in with a new token and ends the session of the cookie that it sent. This prevents session fixation:
 * nobody can sign in under a token that somebody else knows. Returns the session's id.
 */
export function signInHere(
  request: PersonRequest,
  opening: Omit<Opening, 'client' | 'days'>,
): Promise<string> {
  return inTransaction(request.db, (db) => replaceSession({ ...request, db }, opening))
}

async function replaceSession(
  request: PersonRequest,
  opening: Omit<Opening, 'client' | 'days'>,
): Promise<string> {
  const { id, token } = await openSession(request, { ...opening, client: request.client })
  if (request.session) {
    if (request.session.personId === opening.personId) {
      await followSession(request.db, { from: request.session.id, to: id })
    }
    await request.db.deleteFrom('sessions').where('id', '=', request.session.id).execute()
  }
  afterCommit(request.db, () => request.keepToken(token))
  const { personId, through } = opening
  const browser = await rememberBrowser(request, personId, { renamed: through === 'reset' })
  if (browser.isNew) await reportNewBrowser(request, { personId, through, browserId: browser.id })
  return id
}

async function reportNewBrowser(
  request: PersonRequest,
  { personId, through, browserId }: Pick<Opening, 'personId' | 'through'> & { browserId: string },
): Promise<void> {
  const { address, agent } = request.client
  afterCommit(request.db, () => logPersonEvent(request, personId, 'browser.new'))
  await writeSignIn(request, { personId, browserId, address, agent })
  if (firsts.includes(through)) return
  await writeNewBrowser(request, { personId, address, agent })
}
