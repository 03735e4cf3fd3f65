import { revokeAll } from '#/people/access/revoke-all.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { requireSecondFactor } from '#/access/sign-in-methods/second-factor.ts'
import { forgetBrowsers, rememberBrowser } from '#/access/sessions/known-browser.ts'
import { signInHere } from '#/access/sessions/open.ts'
import { digestOf } from '#/access/sessions/session.ts'
import type { PersonRequest, PersonHandle } from '#/access/sessions/person-request.ts'
import type { people } from './app-contract.ts'
import { countAttempt, ownCounter, resetAttempts } from './attempts.ts'
import { findPerson } from './find.ts'
import { requireLink } from './links.ts'
import { hashPassword } from './password.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import { endSessionsOf } from '#/access/sessions/end.ts'
import { lastHousehold, requirePasswords } from './sign-in.ts'
import { describe } from '#/access/sessions/who-am-i.ts'

/** `PUT /password`: signs other browsers out and forgets them. */
export const setPassword: PersonHandle<typeof people.setPassword> = async (request, { body }) => {
  const { id, email, name } = await findPerson(request, request.session.personId)
  if (email === null) throw new Refusal('guest_refused')
  requirePasswords(request)
  const password = await hashPassword(request, body.password, { email, name })
  return inTransaction(request.db, async (tx) => {
    const within = { ...request, db: tx }
    await store(within, id, password)
    const ended = await endSessionsOf(within, id, request.session.id)
    await forgetBrowsers(within, id)
    await rememberBrowser(within, id, { renamed: true })
    await recordPersonEvent(within, id, 'password.set')
    return { ended }
  })
}

/** `POST /password-reset/check` */
export const checkResetLink: PersonHandle<typeof people.checkResetLink> = async (
  request,
  { body },
) => {
  const { personId, expiresAt } = await requireLink(request, 'reset', body.token)
  const { email } = await findPerson(request, personId!)
  return { email: email!, expires_at: writeInstant(expiresAt) }
}

/** `POST /password-reset` */
export const resetPassword: PersonHandle<typeof people.resetPassword> = async (
  request,
  { body },
) => {
  const { personId } = await requireLink(request, 'reset', body.token)
  const person = await findPerson(request, personId!)
  const email = person.email!
  const password = await hashPassword(request, body.password, { email, name: person.name })
  await requireCode(request, person.id, body.code)
  return inTransaction(request.db, async (tx) => {
    const within = { ...request, db: tx }
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

/** Limits the codes for one reset link, so that somebody who finds the link cannot guess the second factor. */
async function requireCode(
  request: PersonRequest,
  personId: string,
  code: string | undefined,
): Promise<void> {
  if (code === undefined) return requireSecondFactor(request, personId, code)
  const counters = ownCounter(`reset:${personId}`)
  await countAttempt(request, counters)
  await requireSecondFactor(request, personId, code)
  await resetAttempts(request, counters)
}

async function store({ db, now }: PersonRequest, id: string, password: string): Promise<void> {
  await db
    .updateTable('persons')
    .set({ password, updated_at: now() })
    .where('id', '=', id)
    .execute()
}
