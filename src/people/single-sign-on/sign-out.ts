import { endSessionUrl, findProviderSession } from '#/access/oidc/end-session.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { sessionsApp } from '#/access/sessions/app-contract.ts'
import type { PersonHandle } from '#/access/sessions/person-request.ts'

/** `POST /sign-out`: succeeds without a session too. Names the provider's own sign-out, if the session came from there. */
export const signOut: PersonHandle<typeof sessionsApp.signOut> = async (request) => {
  const { session } = request
  request.keepToken(null)
  if (!session) return { success: true, url: null }
  const from = await findProviderSession(request, session.id)
  await request.db.deleteFrom('sessions').where('id', '=', session.id).execute()
  await recordPersonEvent(request, session.personId, 'sign_out')
  // The session has ended already: a provider that is slow or down keeps nobody signed in.
  return { success: true, url: from && (await endSessionUrl(request, from)) }
}
