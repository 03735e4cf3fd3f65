import { sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import { passkeysOn } from '#/access/sign-in-methods/passkey-host.ts'
import type { Visited } from '#/access/sessions/visit.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { people } from './app-contract.ts'

/** `GET /entrance` */
export const showEntrance: Visited<typeof people.showEntrance> = async (visit) => ({
  needs_setup: await needsSetup(visit),
  passkeys: passkeysOn(visit.visitor),
})

/** Whether nobody has an account here. Guests have none. */
export async function needsSetup({ db }: Pick<Runtime, 'db'>): Promise<boolean> {
  const found = await db
    .selectFrom('persons')
    .select('id')
    .where('email', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found === undefined
}

/** Held while the first account is made, so that there is one first account. An arbitrary constant. */
const SETUP_LOCK = 0x65617273

/** Makes this transaction the only one that sets up. Throws `setup_done` where another one has. */
export async function beginSetup(tx: Runtime['db']): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(tx)
  if (!(await needsSetup({ db: tx }))) throw new Refusal('setup_done')
}
