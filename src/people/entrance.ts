import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import { canMailLinks } from '#/platform/mail/server.ts'
import { passkeysOn } from '#/access/sign-in-methods/passkey-host.ts'
import type { PersonHandle } from '#/access/sessions/person-request.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { people } from './app-contract.ts'

/** `GET /entrance` */
export const showEntrance: PersonHandle<typeof people.showEntrance> = async (request) => ({
  needs_setup: await needsSetup(request),
  passkeys: request.oidc.only ? 'off' : passkeysOn(request.client),
  providers: request.oidc.providers.map(({ id, name }) => ({ id, name })),
  passwords: !request.oidc.only,
  mails_links: await canMailLinks(request),
  auto_redirect: request.oidc.autoRedirect,
})

/** True if nobody has an account here. A guest does not count. */
export async function needsSetup({ db }: Pick<Runtime, 'db'>): Promise<boolean> {
  const found = await db
    .selectFrom('persons')
    .select('id')
    .where('email', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found === undefined
}

/** An arbitrary constant: the advisory lock that makes the first account the only first account. */
const SETUP_LOCK = 0x65617273

/** Makes this transaction the only one that sets up. Throws `setup_done` if there is an account. */
export async function beginSetup(tx: Runtime['db']): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(tx)
  if (!(await needsSetup({ db: tx }))) throw new Refusal('setup_done')
}
