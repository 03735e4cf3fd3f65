import { notFound } from '#/platform/contract/refusal.ts'
import type { PersonHandle, PersonRequest } from './person-request.ts'
import type { sessionsApp } from './app-contract.ts'
import { forgetLeftBrowsers } from '#/notices/push/browsers.ts'
import { recordPersonEvent } from './record-event.ts'

/** `DELETE /sessions/{id}`: from the next request on. */
export const endSession: PersonHandle<typeof sessionsApp.endSession> = async (
  request,
  { params },
) => {
  const { personId, id } = request.session
  const ended = await request.db
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .where('id', '=', params.id)
    .executeTakeFirst()
  if (ended.numDeletedRows === 0n) throw notFound('id')
  if (params.id === id) request.keepToken(null)
  await recordPersonEvent(request, personId, 'session.end')
  return { success: true }
}

/** `DELETE /sessions` */
export const endOtherSessions: PersonHandle<typeof sessionsApp.endOtherSessions> = async (
  request,
) => {
  const ended = await endSessionsOf(request, request.session.personId, request.session.id)
  await recordPersonEvent(request, request.session.personId, 'session.end_others')
  return { ended }
}

/** Ends all sessions of a person but one; returns how many ended. */
export async function endSessionsOf(
  { db }: Pick<PersonRequest, 'db'>,
  personId: string,
  except: string | null,
): Promise<number> {
  await forgetLeftBrowsers(db, personId)
  const ended = await db
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .$if(except !== null, (query) => query.where('id', '<>', except!))
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}
