import { sql } from 'kysely'
import { inTransaction } from '#/platform/database/database.ts'
import { noteLogout } from '#/access/oidc/end-session.ts'
import { OidcFailure } from '#/access/oidc/oidc-failure.ts'
import { type Logout, verifyLogout } from '#/access/oidc/verify-logout.ts'
import { type EventSource, recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { OidcProvider } from '#/platform/settings/oidc-settings.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

type Sent = {
  readonly provider: OidcProvider
  readonly token: string
  /** The provider's server, as the histories of accounts show it. */
  readonly client: EventSource
}

/**
 * Ends the sessions that a provider's logout token names. A token works once, in one transaction with what it ends; a session
 * that has ended already is no fault. Throws an OidcFailure for a token that does not count.
 */
export async function endByProvider(
  runtime: Runtime,
  { provider, token, client }: Sent,
): Promise<number> {
  const logout = await verifyLogout(runtime, provider, token)
  return inTransaction(runtime.db, async (db) => {
    const within = { ...runtime, db, client }
    if (!(await noteLogout(within, logout))) throw new OidcFailure('wrong_token', 'jti')
    const ended = await endSessions(within, logout)
    for (const personId of new Set(ended)) {
      await recordPersonEvent(within, personId, 'sign_out.oidc')
    }
    return ended.length
  })
}

/**
 * Ends one session at the provider, or all of the subject. A session whose provider did not name its own ends with those of
 * its subject: nobody can tell them apart, and signing in again costs a click.
 */
async function endSessions(
  { db }: Pick<Runtime, 'db'>,
  { issuer, subject, sid }: Logout,
): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    delete from sessions s using oidc_sessions o
    where o.session_id = s.id and o.issuer = ${issuer}
      and (${subject}::text is null or o.subject = ${subject})
      and (${sid}::text is null or o.sid = ${sid} or (o.sid is null and ${subject}::text is not null))
    returning s.person_id`.execute(db)
  return rows.map(({ person_id }) => person_id)
}
