import { Refusal } from '#/platform/contract/refusal.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { signInHere } from '#/access/sessions/open.ts'
import type { Visit, Visited } from '#/access/sessions/visit.ts'
import type { people } from './app-contract.ts'
import { foundDemoHousehold, foundHousehold } from './create-household.ts'
import { beginSetup, needsSetup } from './entrance.ts'
import { requireLink } from './links.ts'
import { hashPassword } from './password.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import { describe } from '#/access/sessions/who-am-i.ts'

const GUEST = 'Guest'

/** `POST /setup/check` */
export const checkSetupLink: Visited<typeof people.checkSetupLink> = async (visit, { body }) => {
  if (!(await needsSetup(visit))) throw new Refusal('setup_done')
  const { expiresAt } = await requireLink(visit, 'setup', body.token)
  return { expires_at: writeInstant(expiresAt) }
}

/** `POST /setup`: the first account. Only whoever has the link of the server's log makes it, or the guest whom it let in. */
export const setUp: Visited<typeof people.setUp> = async (visit, { body }) => {
  const { token, name, email, household } = body
  await requirePass(visit, token)
  const password = await hashPassword(visit, body.password, { email, name })
  return inTransaction(visit.db, async (tx) => {
    const within = { ...visit, db: tx }
    await beginSetup(tx)
    await requirePass(within, token)
    const at = visit.now()
    const guest = visit.session?.isGuest ? visit.session.personId : null
    const person = { id: guest ?? visit.newId(), name, email }
    const columns = { name, email, password, updated_at: at }
    if (guest === null) {
      await tx
        .insertInto('persons')
        .values({ id: person.id, ...columns, created_at: at })
        .execute()
    } else {
      await tx.updateTable('persons').set(columns).where('id', '=', guest).execute()
    }
    await tx.deleteFrom('one_time_links').where('purpose', '=', 'setup').execute()
    const { householdId } = await foundHousehold(within, { person, household })
    await recordPersonEvent(within, person.id, 'setup')
    const opening = { personId: person.id, householdId, through: 'setup' as const }
    return describe(within, await signInHere(within, opening))
  })
}

/** `POST /setup/demo`: in one click, without an account. */
export const startDemo: Visited<typeof people.startDemo> = async (visit, { body }) => {
  return inTransaction(visit.db, async (tx) => {
    const within = { ...visit, db: tx }
    await beginSetup(tx)
    await requireLink(within, 'setup', body.token)
    const at = visit.now()
    const person = { id: visit.newId(), name: GUEST, email: null }
    await tx
      .insertInto('persons')
      .values({ ...person, password: null, created_at: at, updated_at: at })
      .execute()
    const { householdId } = await foundDemoHousehold(within, person.id)
    await recordPersonEvent(within, person.id, 'setup')
    const opening = { personId: person.id, householdId, through: 'setup' as const }
    return describe(within, await signInHere(within, opening))
  })
}

async function requirePass(visit: Visit, token: string | undefined): Promise<void> {
  if (!(await needsSetup(visit))) throw new Refusal('setup_done')
  if (token !== undefined) await requireLink(visit, 'setup', token)
  else if (!visit.session?.isGuest) throw new Refusal('link_not_valid')
}
