import type { Call } from '#/platform/runtime/call.ts'
import { isPlace } from './places.ts'

/** Finds the network from which the signed-in caller asks, as their session knows it; null if they are not signed in. */
export async function networkOfCaller({ db, caller }: Call): Promise<string | null> {
  if (!caller.signedIn) return null
  const session = await db
    .selectFrom('sessions')
    .select('address')
    .where('id', '=', caller.signedIn.sessionId)
    .executeTakeFirst()
  return session && isPlace(session.address) ? session.address : null
}
