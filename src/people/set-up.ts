import type { Answer, Received } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { afterCommit, inTransaction } from '#/platform/database/database.ts'
import { signInHere } from '#/access/sessions/open.ts'
import type { PersonRequest, PersonHandle } from '#/access/sessions/person-request.ts'
import type { people } from './app-contract.ts'
import { foundDemoHousehold, foundHousehold } from './create-household.ts'
import { beginSetup, needsSetup } from './entrance.ts'
import { requireLink } from './links.ts'
import { requirePasswords } from './sign-in.ts'
import { addOperator } from './operators.ts'
import { hashPassword } from './password.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import { describe } from '#/access/sessions/who-am-i.ts'

const GUEST = 'Guest'

/** `POST /setup/check` */
export const checkSetupLink: PersonHandle<typeof people.checkSetupLink> = async (
  request,
  { body },
) => {
  if (!(await needsSetup(request))) throw new Refusal('setup_done')
  const { expiresAt } = await requireLink(request, 'setup', body.token)
  return { expires_at: writeInstant(expiresAt) }
}

/** `POST /setup`: creates the first account, for the holder of a setup link or a guest of the demo. */
export const setUp: PersonHandle<typeof people.setUp> = async (request, { body }) => {
  const { token, name, email, household } = body
  requirePasswords(request)
  await requirePass(request, token)
  const password = await hashPassword(request, body.password, { email, name })
  return foundInstance(request, { token, name, email, household, password })
}

type First = Omit<Received<typeof people.setUp>['body'], 'password'> & {
  readonly password: string | null
  /** Work on the new account that is part of the same transaction. */
  readonly also?: (within: PersonRequest, personId: string) => Promise<void>
}

/** Creates the first account with its household, and signs in. Without a password, `also` links another way in. */
export function foundInstance(
  request: PersonRequest,
  { token, name, email, household, password, also }: First,
): Promise<Answer<typeof people.setUp>> {
  return inTransaction(request.db, async (tx) => {
    const within = { ...request, db: tx }
    await beginSetup(tx)
    await requirePass(within, token)
    const at = request.now()
    const guest = request.session?.isGuest ? request.session.personId : null
    const person = { id: guest ?? request.newId(), name, email }
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
    await addOperator(within, person.id)
    await recordPersonEvent(within, person.id, 'setup')
    await also?.(within, person.id)
    afterCommit(tx, () => request.bell.ring('account'))
    const opening = { personId: person.id, householdId, through: 'setup' as const }
    return describe(within, await signInHere(within, opening))
  })
}

/** `POST /setup/demo`: opens the demo in one click, without an account. */
export const startDemo: PersonHandle<typeof people.startDemo> = async (request, { body }) => {
  return inTransaction(request.db, async (tx) => {
    const within = { ...request, db: tx }
    await beginSetup(tx)
    await requireLink(within, 'setup', body.token)
    const personId = await createGuest(within)
    const { householdId } = await foundDemoHousehold(within, personId)
    await recordPersonEvent(within, personId, 'setup')
    const opening = { personId, householdId, through: 'setup' as const }
    return describe(within, await signInHere(within, opening))
  })
}

/** Creates a person without credentials, who can only use the session that follows. */
export async function createGuest({ db, now, newId }: PersonRequest): Promise<string> {
  const id = newId()
  const at = now()
  await db
    .insertInto('persons')
    .values({ id, name: GUEST, email: null, password: null, created_at: at, updated_at: at })
    .execute()
  return id
}

async function requirePass(request: PersonRequest, token: string | undefined): Promise<void> {
  if (!(await needsSetup(request))) throw new Refusal('setup_done')
  if (token !== undefined) await requireLink(request, 'setup', token)
  else if (!request.session?.isGuest) throw new Refusal('link_not_valid')
}
