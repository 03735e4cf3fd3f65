import { writeInstant } from '#/platform/contract/fields.ts'
import type { PersonHandle } from './person-request.ts'
import type { sessionsApp } from './app-contract.ts'

/** `GET /sessions` */
export const listSessions: PersonHandle<typeof sessionsApp.listSessions> = async ({
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
