import { sql } from 'kysely'
import type { Code } from '#/platform/contract/codes.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { requireSecondFactor } from '#/access/sign-in-methods/second-factor.ts'
import { sudoUntil } from '#/access/sessions/session.ts'
import { signInHere } from '#/access/sessions/open.ts'
import type { Visit, Visited } from '#/access/sessions/visit.ts'
import type { people } from './app-contract.ts'
import {
  countAttempt,
  type Counted,
  countedAlone,
  countedCode,
  countedFor,
  forgiveAttempts,
  isAlone,
  sharedOf,
  takeBackAttempt,
  type Tried,
} from './attempts.ts'
import { findByEmail, findPerson, type Person } from './find.ts'
import { isRightPassword } from './password.ts'
import type { PersonAction } from '#/access/sessions/app-contract.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import { describe } from '#/access/sessions/who-am-i.ts'

/** `POST /sign-in` */
export const signIn: Visited<typeof people.signIn> = async (visit, { body }) => {
  const person = await findByEmail(visit, body.email)
  const tried = { email: body.email, personId: person?.id ?? null }
  await prove(visit, { ...body, person, tried, counted: countedFor(visit, tried) })
  const personId = person!.id
  await recordPersonEvent(visit, personId, 'sign_in')
  const opening = { personId, householdId: await lastHousehold(visit, personId) }
  return describe(visit, await signInHere(visit, { ...opening, through: 'password' }))
}

/** `POST /sudo` */
export const proveMyself: Visited<typeof people.proveMyself> = async (visit, { body }) => {
  const person = await findPerson(visit, visit.session.personId)
  const tried = { email: person.email ?? person.id, personId: person.id }
  const counted = countedAlone(`session:${visit.session.id}`)
  await prove(visit, { ...body, person, tried, counted })
  await recordPersonEvent(visit, person.id, 'sudo')
  return { sudo_until: await openSudo(visit) }
}

/** Opens what is most sensitive in this session; until when. */
export async function openSudo(visit: Visit & { session: { id: string } }): Promise<string> {
  const provedAt = visit.now()
  await visit.db
    .updateTable('sessions')
    .set({ proved_at: provedAt })
    .where('id', '=', visit.session.id)
    .execute()
  return writeInstant(sudoUntil(provedAt))
}

const noWrongTries: ReadonlySet<Code> = new Set([
  'second_factor_required',
  'second_factor_unreadable',
])

type Proof = {
  readonly person: Person | null
  readonly tried: Tried
  readonly counted: readonly Counted[]
  readonly password: string
  readonly code?: string | undefined
}

/**
 * Returns where the password is right and the second factor, if there is one, as well. Throws `sign_in_failed`, which
 * says of nobody whether they exist, `too_many_attempts`, `second_factor_required`, `second_factor_failed` and
 * `second_factor_unreadable`.
 */
async function prove(visit: Visit, proof: Proof): Promise<void> {
  const { person, tried, counted, code } = proof
  await countAttempt(visit, counted)
  if (!(await isRight(visit, proof)) || !person) {
    await recordFailure(visit, tried.personId)
    throw new Refusal('sign_in_failed')
  }
  const countedToo = code === undefined ? [] : countedCode(counted, tried)
  await countCode(visit, countedToo, counted)
  try {
    await requireSecondFactor(visit, person.id, code)
  } catch (error) {
    // A wrong code is a wrong try; a right password alone is none, nor is a code that nobody can check.
    if (error instanceof Refusal && noWrongTries.has(error.code)) {
      await takeBackAttempt(visit, [...counted, ...countedToo])
    } else await recordPersonEvent(visit, person.id, 'sign_in.second_factor_failed')
    throw error
  }
  await forgiveAttempts(visit, [...counted, ...countedToo])
}

/** Whether the password is right. A try that could not be looked at, because too many wait, is taken back. */
async function isRight(visit: Visit, { person, counted, password }: Proof): Promise<boolean> {
  const holder = isAlone(counted) ? counted[0]!.subject : null
  try {
    return await isRightPassword(person?.password ?? null, password, holder)
  } catch (error) {
    await takeBackAttempt(visit, counted)
    throw error
  }
}

/** Counts a code. One that is refused must not stay in the counts that others share. */
async function countCode(
  visit: Visit,
  countedToo: readonly Counted[],
  counted: readonly Counted[],
): Promise<void> {
  try {
    await countAttempt(visit, countedToo)
  } catch (error) {
    await takeBackAttempt(visit, sharedOf(counted))
    throw error
  }
}

/** Notes a wrong password in the history of whom it concerns, by a statement that is the same where it concerns nobody. */
async function recordFailure(visit: Visit, personId: string | null): Promise<void> {
  const { address, agent } = visit.visitor
  const action: PersonAction = 'sign_in.failed'
  await sql`insert into person_events (person_id, id, at, action, address, agent)
    select id, ${visit.newId()}, ${visit.now()}, ${action}, ${address}, ${agent}
    from persons where id = ${personId}`.execute(visit.db)
}

/** The household that a person looked at last, in whatever browser. */
export async function lastHousehold({ db }: Visit, personId: string): Promise<string | null> {
  const latest = await db
    .selectFrom('sessions')
    .select('household_id')
    .where('person_id', '=', personId)
    .orderBy('last_seen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.household_id ?? null
}
