import { notFound } from '#/platform/contract/refusal.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Visit, Visited } from './visit.ts'
import type { sessionsApp } from './app-contract.ts'
import { recordPersonEvent } from './record-event.ts'
import { describe } from './who-am-i.ts'

/** `POST /sign-out`. Succeeds without a session, too. */
export const signOut: Visited<typeof sessionsApp.signOut> = async (visit) => {
  if (visit.session) {
    await visit.db.deleteFrom('sessions').where('id', '=', visit.session.id).execute()
    await recordPersonEvent(visit, visit.session.personId, 'sign_out')
  }
  visit.keepToken(null)
  return { success: true }
}

/** `POST /session/household` */
export const chooseHousehold: Visited<typeof sessionsApp.chooseHousehold> = async (
  visit,
  { body },
) => {
  const { id, personId } = visit.session
  const belongs = await visit.db
    .selectFrom('members')
    .select('id')
    .where('household_id', '=', body.household_id)
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!belongs) throw notFound('household_id')
  await visit.db
    .updateTable('sessions')
    .set({ household_id: body.household_id })
    .where('id', '=', id)
    .execute()
  return describe(visit, id)
}

/** `GET /sessions` */
export const listSessions: Visited<typeof sessionsApp.listSessions> = async ({
  db,
  now,
  session,
}) => {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'through', 'agent', 'address', 'created_at', 'last_seen_at', 'expires_at'])
    .where('person_id', '=', session.personId)
    .where('expires_at', '>', now())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    current: row.id === session.id,
    created_at: writeInstant(row.created_at),
    last_seen_at: writeInstant(row.last_seen_at),
    expires_at: writeInstant(row.expires_at),
  }))
}

/** `DELETE /sessions/{id}` ends a session from the next request on. */
export const endSession: Visited<typeof sessionsApp.endSession> = async (visit, { params }) => {
  const { personId, id } = visit.session
  const ended = await visit.db
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .where('id', '=', params.id)
    .executeTakeFirst()
  if (ended.numDeletedRows === 0n) throw notFound('id')
  if (params.id === id) visit.keepToken(null)
  await recordPersonEvent(visit, personId, 'session.end')
  return { success: true }
}

/** `DELETE /sessions` */
export const endOtherSessions: Visited<typeof sessionsApp.endOtherSessions> = async (visit) => {
  const ended = await endSessionsOf(visit, visit.session.personId, visit.session.id)
  await recordPersonEvent(visit, visit.session.personId, 'session.end_others')
  return { ended }
}

/** Ends all sessions of a person except one, and returns their number. */
export async function endSessionsOf(
  { db }: Pick<Visit, 'db'>,
  personId: string,
  except: string | null,
): Promise<number> {
  const ended = await db
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .$if(except !== null, (query) => query.where('id', '<>', except!))
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}
