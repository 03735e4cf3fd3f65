import { notFound } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { rememberBrowser } from '#/access/sessions/known-browser.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { PersonHandle } from '#/access/sessions/person-request.ts'
import type { access } from './app-contract.ts'
import { findPersonWays, findWaysOfMember } from './find-person-ways.ts'
import { revokeAll } from './revoke-all.ts'

/** `GET /access` */
export const showMyAccess: PersonHandle<typeof access.showMyAccess> = async (request) => {
  const { personId, id } = request.session
  return {
    ...(await findPersonWays(request, personId, id)),
    households: [...(await findWaysOfMember(request, personId))],
  }
}

/** `POST /access/revoke-all` */
export const endMyAccess: PersonHandle<typeof access.endMyAccess> = (request, { body }) => {
  const { personId, id: except } = request.session
  return inTransaction(request.db, async (db) => {
    const within = { ...request, db }
    const { passkeys } = body
    const ended = await revokeAll(within, { personId, except, passkeys, through: 'app' })
    await rememberBrowser(within, personId, { renamed: true })
    return ended
  })
}

/** `DELETE /access/browsers/{id}` */
export const forgetBrowser: PersonHandle<typeof access.forgetBrowser> = async (
  request,
  { params },
) => {
  const { personId } = request.session
  const forgotten = await request.db
    .deleteFrom('known_browsers')
    .where('person_id', '=', personId)
    .where('id', '=', params.id)
    .executeTakeFirst()
  if (forgotten.numDeletedRows === 0n) throw notFound('id')
  await recordPersonEvent(request, personId, 'browser.forget')
  return { success: true }
}
