import type { PersonHandle } from './person-request.ts'
import type { sessionsApp } from './app-contract.ts'
import { recordPersonEvent } from './record-event.ts'

/** `POST /sign-out`: succeeds without a session too. */
export const signOut: PersonHandle<typeof sessionsApp.signOut> = async (request) => {
  if (request.session) {
    await request.db.deleteFrom('sessions').where('id', '=', request.session.id).execute()
    await recordPersonEvent(request, request.session.personId, 'sign_out')
  }
  request.keepToken(null)
  return { success: true }
}
