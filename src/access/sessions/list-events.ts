import { writeInstant } from '#/platform/contract/fields.ts'
import { personActions, type sessionsApp } from './app-contract.ts'
import type { PersonHandle } from './person-request.ts'

const EVENTS_MAX = 200

/** `GET /profile/events` */
export const listMyEvents: PersonHandle<typeof sessionsApp.listMyEvents> = async ({
  db,
  session,
}) => {
  const rows = await db
    .selectFrom('person_events')
    .select(['id', 'at', 'action', 'address', 'agent', 'detail'])
    .where('person_id', '=', session.personId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(EVENTS_MAX)
    .execute()
  return rows.flatMap((row) => {
    // Skip actions written by a newer version.
    const action = personActions.find((known) => known === row.action)
    return action ? [{ ...row, action, at: writeInstant(row.at) }] : []
  })
}
