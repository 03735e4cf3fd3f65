import { writeInstant } from '#/contract/fields.ts'
import type { sessionsApp } from './app-contract.ts'
import type { Visited } from './visit.ts'

const EVENTS_MAX = 200

/** `GET /profile/events` */
export const listMyEvents: Visited<typeof sessionsApp.listMyEvents> = async ({ db, session }) => {
  const rows = await db
    .selectFrom('person_events')
    .select(['id', 'at', 'action', 'address', 'agent'])
    .where('person_id', '=', session.personId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(EVENTS_MAX)
    .execute()
  return rows.map((row) => ({ ...row, at: writeInstant(row.at) }))
}
