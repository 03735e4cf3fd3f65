import type { PersonRequest } from '#/access/sessions/person-request.ts'
import { digestOf } from '#/access/sessions/session.ts'
import type { Binding } from '#/platform/runtime/sealed-columns.ts'
import { Unreadable } from '#/platform/runtime/seal.ts'
import { type LoginFacts, originOf } from './login.ts'
import { readFailure } from './oidc-failure.ts'
import { openProvider } from './open-provider.ts'
import type { Logout } from './verify-logout.ts'

const binding = (id: string): Binding => `oidc_sessions.id_token:${id}`

/** Keeps by which login at a provider a session was opened. */
export async function keepProviderSession(
  { db, seal }: Pick<PersonRequest, 'db' | 'seal'>,
  sessionId: string,
  { issuer, subject, sid, idToken }: LoginFacts & { readonly issuer: string },
): Promise<void> {
  const id_token = seal.seal(idToken, binding(sessionId))
  await db
    .insertInto('oidc_sessions')
    .values({ session_id: sessionId, issuer, subject, sid, id_token })
    .execute()
}

/** Notes what the provider calls its session now: a new login there may have opened another. */
export async function renewProviderSession(
  { db, seal }: Pick<PersonRequest, 'db' | 'seal'>,
  sessionId: string,
  { issuer, subject, sid, idToken }: LoginFacts & { readonly issuer: string },
): Promise<void> {
  const id_token = seal.seal(idToken, binding(sessionId))
  await db
    .updateTable('oidc_sessions')
    .set({ sid, id_token })
    .where('session_id', '=', sessionId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** Keeps the name of a logout token. False if it was used before. */
export async function noteLogout(
  { db, now }: Pick<PersonRequest, 'db' | 'now'>,
  { issuer, jti }: Pick<Logout, 'issuer' | 'jti'>,
): Promise<boolean> {
  const noted = await db
    .insertInto('oidc_logouts')
    .values({ issuer, jti_digest: digestOf(jti), received_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return noted.numInsertedOrUpdatedRows === 1n
}

/** The login at a provider by which a session was opened. */
export type ProviderSession = { readonly issuer: string; readonly idToken: string | null }

/** Finds it; null if the session was opened in another way. Call it before the session ends. */
export async function findProviderSession(
  { db, seal }: Pick<PersonRequest, 'db' | 'seal'>,
  sessionId: string,
): Promise<ProviderSession | null> {
  const found = await db
    .selectFrom('oidc_sessions')
    .select(['issuer', 'id_token'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (!found) return null
  try {
    return { issuer: found.issuer, idToken: seal.open(found.id_token, binding(sessionId)) }
  } catch (error) {
    if (error instanceof Unreadable) return { issuer: found.issuer, idToken: null }
    throw error
  }
}

/**
 * Returns the address that signs a person out at their provider, too (OpenID Connect RP-Initiated Logout 1.0). Null if the
 * provider offers none, cannot be reached or is not configured any more: signing out here succeeds in any case.
 */
export async function endSessionUrl(
  request: PersonRequest,
  { issuer, idToken }: ProviderSession,
): Promise<string | null> {
  const provider = request.oidc.providers.find((one) => one.issuer === issuer)
  if (!provider) return null
  try {
    const { library, configuration } = await openProvider(request, provider)
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null
    const url = library.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: `${originOf(request)}/sign-in`,
      ...(idToken !== null && { id_token_hint: idToken }),
    })
    return url.href
  } catch (error) {
    const { fault, detail } = readFailure(error)
    request.log('warn', 'oidc.sign_out_failed', { provider: provider.id, reason: fault, detail })
    return null
  }
}
