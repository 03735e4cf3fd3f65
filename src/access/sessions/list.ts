import { writeInstant } from '#/platform/contract/fields.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { PersonHandle } from './person-request.ts'
import type { sessionsApp } from './app-contract.ts'

/** `GET /sessions` */
export const listSessions: PersonHandle<typeof sessionsApp.listSessions> = (request) =>
  findSessions(request, request.session.personId, request.session.id)

/** Finds the sessions of a person that have not expired. `currentId`: the session that asks, or null. */
export async function findSessions(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  personId: string,
  currentId: string | null,
): Promise<Answer<typeof sessionsApp.listSessions>> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'through', 'agent', 'address', 'created_at', 'last_seen_at', 'expires_at'])
    .where('person_id', '=', personId)
    .where('expires_at', '>', now())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    current: row.id === currentId,
    created_at: writeInstant(row.created_at),
    last_seen_at: writeInstant(row.last_seen_at),
    expires_at: writeInstant(row.expires_at),
  }))
}
