import type { Call } from '#/platform/runtime/call.ts'
import { type Present, presentIf } from '#/sources/enable-banking/presence.ts'

/** Reads the browser of the calling person, which banks are shown; null for anybody without a session. */
export async function presentOf({ db, caller }: Call): Promise<Present | null> {
  const id = caller.signedIn?.sessionId
  if (id === undefined) return null
  const session = await db
    .selectFrom('sessions')
    .select(['address', 'agent'])
    .where('id', '=', id)
    .executeTakeFirst()
  return presentIf(session)
}
