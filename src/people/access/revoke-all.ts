import { sql } from 'kysely'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { beginWrite, type BeginContext } from '#/access/households/begin-write.ts'
import { endWaysIn, findWaysIn } from '#/access/households/ways-in.ts'
import type { Author } from '#/platform/audited/record-change.ts'
import { forgetBrowsers } from '#/access/sessions/known-browser.ts'
import { endSessionsOf } from '#/access/sessions/end.ts'
import { type EventSource, recordPersonEvent } from '#/access/sessions/record-event.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { access } from './app-contract.ts'
import { findMemberships } from './find-person-ways.ts'

/** The place that the account's history shows for the revocation. */
type From = EventSource

export const COMMAND_LINE: From = { address: 'command line', agent: 'earmark' }

export type EndedWays = Answer<typeof access.endMyAccess>

type Revoking = {
  readonly personId: string
  /** The session to keep, or null. */
  readonly except: string | null
  /** Ends passkeys and linked providers too, unless the account has no password to sign in with. */
  readonly passkeys: boolean
  readonly through: Author['through']
}

/**
 * Ends every credential of a person and of their programs. Call it in a transaction: it locks each of their households
 * in turn, in the global lock order.
 */
export async function revokeAll(
  runtime: BeginContext & Pick<Runtime, 'oidc'> & { readonly client: From },
  { personId, except, passkeys, through }: Revoking,
): Promise<EndedWays> {
  const { db } = runtime
  await recordPersonEvent(runtime, personId, 'access.revoke_all')
  const counts = { keys: 0, devices: 0, feeds: 0, invitations: 0 }
  for (const { household_id: householdId, id: memberId } of await findMemberships(
    runtime,
    personId,
  )) {
    await beginWrite(runtime, householdId)
    const ways = await findWaysIn(runtime, { householdId, memberId })
    const author = { memberId: through === 'cli' ? null : memberId, through }
    await endWaysIn(runtime, { householdId, author, ways })
    counts.keys += ways.keys.length
    counts.devices += ways.devices.length
    counts.feeds += ways.feeds.length
    counts.invitations += ways.invitations.length
  }
  const links = await db
    .deleteFrom('one_time_links')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return {
    ...counts,
    sessions: await endSessionsOf({ db }, personId, except),
    known_browsers: await forgetBrowsers({ db }, personId),
    passkeys: passkeys ? await removePasskeys(db, personId) : 0,
    identities: passkeys ? await removeIdentities(runtime, personId) : 0,
    reset_links: Number(links.numDeletedRows),
  }
}

async function removePasskeys(db: Runtime['db'], personId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from passkeys k using persons p
    where k.person_id = ${personId} and p.id = k.person_id and p.password is not null`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Unlinks the accounts at providers, unless nothing else would let the person in. */
async function removeIdentities(
  { db, oidc }: Pick<Runtime, 'db' | 'oidc'>,
  personId: string,
): Promise<number> {
  if (oidc.only) return 0
  const { numAffectedRows } = await sql`
    delete from oidc_identities i using persons p
    where i.person_id = ${personId} and p.id = i.person_id and p.password is not null`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
