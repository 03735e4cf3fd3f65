import { revokeAll } from '#/people/access/revoke-all.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { requireSecondFactor } from '#/access/sign-in-methods/second-factor.ts'
import { forgetBrowsers, rememberBrowser } from '#/access/sessions/known-browser.ts'
import { signInHere } from '#/access/sessions/open.ts'
import { digestOf } from '#/access/sessions/session.ts'
import type { Visit, Visited } from '#/access/sessions/visit.ts'
import type { people } from './app-contract.ts'
import { countAttempt, countedAlone, forgiveAttempts } from './attempts.ts'
import { findPerson } from './find.ts'
import { requireLink } from './links.ts'
import { hashPassword } from './password.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import { endSessionsOf } from '#/access/sessions/manage.ts'
import { lastHousehold } from './sign-in.ts'
import { describe } from '#/access/sessions/who-am-i.ts'

/** `PUT /password`: other browsers are signed out, and have no tries of their own any more. */
export const setPassword: Visited<typeof people.setPassword> = async (visit, { body }) => {
  const { id, email, name } = await findPerson(visit, visit.session.personId)
  if (email === null) throw new Refusal('guest_refused')
  const password = await hashPassword(visit, body.password, { email, name })
  return inTransaction(visit.db, async (tx) => {
    const within = { ...visit, db: tx }
    await store(within, id, password)
    const ended = await endSessionsOf(within, id, visit.session.id)
    await forgetBrowsers(within, id)
    await rememberBrowser(within, id, { renamed: true })
    await recordPersonEvent(within, id, 'password.set')
    return { ended }
  })
}

/** `POST /password-reset/check` */
export const checkResetLink: Visited<typeof people.checkResetLink> = async (visit, { body }) => {
  const { personId, expiresAt } = await requireLink(visit, 'reset', body.token)
  const { email } = await findPerson(visit, personId!)
  return { email: email!, expires_at: writeInstant(expiresAt) }
}

/** `POST /password-reset` */
export const resetPassword: Visited<typeof people.resetPassword> = async (visit, { body }) => {
  const { personId } = await requireLink(visit, 'reset', body.token)
  const person = await findPerson(visit, personId!)
  const email = person.email!
  const password = await hashPassword(visit, body.password, { email, name: person.name })
  await requireCode(visit, person.id, body.code)
  return inTransaction(visit.db, async (tx) => {
    const within = { ...visit, db: tx }
    const used = await tx
      .deleteFrom('one_time_links')
      .where('digest', '=', digestOf(body.token))
      .executeTakeFirst()
    if (used.numDeletedRows === 0n) throw new Refusal('link_not_valid')
    await tx.deleteFrom('one_time_links').where('person_id', '=', person.id).execute()
    const householdId = await lastHousehold(within, person.id)
    await store(within, person.id, password)
    if (body.revoke_all) {
      const all = { personId: person.id, except: null, passkeys: true, through: 'app' as const }
      await revokeAll(within, all)
    }
    await endSessionsOf(within, person.id, null)
    await forgetBrowsers(within, person.id)
    await recordPersonEvent(within, person.id, 'password.reset')
    const opening = { personId: person.id, householdId, through: 'reset' as const }
    return describe(within, await signInHere(within, opening))
  })
}

/** Whoever finds a link of the operator must not get past the second factor by trying. */
async function requireCode(
  visit: Visit,
  personId: string,
  code: string | undefined,
): Promise<void> {
  if (code === undefined) return requireSecondFactor(visit, personId, code)
  const counted = countedAlone(`reset:${personId}`)
  await countAttempt(visit, counted)
  await requireSecondFactor(visit, personId, code)
  await forgiveAttempts(visit, counted)
}

async function store({ db, now }: Visit, id: string, password: string): Promise<void> {
  await db
    .updateTable('persons')
    .set({ password, updated_at: now() })
    .where('id', '=', id)
    .execute()
}
