import { notFound } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { rememberBrowser } from '#/access/sessions/known-browser.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { Visited } from '#/access/sessions/visit.ts'
import type { access } from './app-contract.ts'
import { findPersonWays, findWaysOfMember } from './find-person-ways.ts'
import { revokeAll } from './revoke-all.ts'

/** `GET /access` */
export const showMyAccess: Visited<typeof access.showMyAccess> = async (visit) => {
  const { personId, id } = visit.session
  return {
    ...(await findPersonWays(visit, personId, id)),
    households: [...(await findWaysOfMember(visit, personId))],
  }
}

/** `POST /access/revoke-all` */
export const endMyAccess: Visited<typeof access.endMyAccess> = (visit, { body }) => {
  const { personId, id: except } = visit.session
  return inTransaction(visit.db, async (db) => {
    const within = { ...visit, db }
    const { passkeys } = body
    const ended = await revokeAll(within, { personId, except, passkeys, through: 'app' })
    await rememberBrowser(within, personId, { renamed: true })
    return ended
  })
}

/** `DELETE /access/browsers/{id}` */
export const forgetBrowser: Visited<typeof access.forgetBrowser> = async (visit, { params }) => {
  const { personId } = visit.session
  const forgotten = await visit.db
    .deleteFrom('known_browsers')
    .where('person_id', '=', personId)
    .where('id', '=', params.id)
    .executeTakeFirst()
  if (forgotten.numDeletedRows === 0n) throw notFound('id')
  await recordPersonEvent(visit, personId, 'browser.forget')
  return { success: true }
}
