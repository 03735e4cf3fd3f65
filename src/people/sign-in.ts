import { sql } from 'kysely'
import type * as z from 'zod'
import type { Code } from '#/platform/contract/codes.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { requireSecondFactor } from '#/access/sign-in-methods/second-factor.ts'
import { sudoUntil } from '#/access/sessions/session.ts'
import { signInHere } from '#/access/sessions/open.ts'
import type { PersonRequest, PersonHandle } from '#/access/sessions/person-request.ts'
import type { people } from './app-contract.ts'
import {
  countAttempt,
  type Counter,
  ownCounter,
  countersForCode,
  countersFor,
  resetAttempts,
  isAlone,
  sharedCounters,
  refundAttempt,
  type TriedAccount,
} from './attempts.ts'
import { findByEmail, findPerson, type Person } from './find.ts'
import { logLocked, logRefusedSignIn } from '#/access/sessions/log-refusal.ts'
import { isRightPassword } from './password.ts'
import type { PersonAction, whoami } from '#/access/sessions/app-contract.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import { describe } from '#/access/sessions/who-am-i.ts'

type Whoami = z.infer<typeof whoami>

/** `POST /sign-in` */
export const signIn: PersonHandle<typeof people.signIn> = async (request, { body }) => {
  requirePasswords(request)
  const person = await findByEmail(request, body.email)
  const tried = { email: body.email, personId: person?.id ?? null }
  await prove(request, { ...body, person, tried, counters: countersFor(request, tried) })
  return enter(request, person!.id, { through: 'password' })
}

/** Throws `oidc_only` where people sign in through a provider only. */
export function requirePasswords({ oidc }: Pick<PersonRequest, 'oidc'>): void {
  if (oidc.only) throw new Refusal('oidc_only')
}

type Entering = {
  readonly through: 'password' | 'passkey' | 'oidc'
  /** Stores what belongs to the session, in the transaction that stores it. */
  readonly also?: (within: PersonRequest, sessionId: string) => Promise<void>
}

/** Signs a person in who has proved who they are. Throws `account_locked`, which their history records. */
export async function enter(
  request: PersonRequest,
  personId: string,
  { through, also }: Entering,
): Promise<Whoami> {
  const opening = { personId, householdId: await lastHousehold(request, personId), through }
  const action = through === 'password' ? 'sign_in' : (`sign_in.${through}` as const)
  try {
    return await inTransaction(request.db, async (db) => {
      const within = { ...request, db }
      const sessionId = await signInHere(within, opening)
      await recordPersonEvent(within, personId, action)
      await also?.(within, sessionId)
      return describe(within, sessionId)
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'account_locked') {
      await recordPersonEvent(request, personId, 'sign_in.locked')
    }
    throw error
  }
}

/** `POST /sudo` */
export const proveMyself: PersonHandle<typeof people.proveMyself> = async (request, { body }) => {
  const person = await findPerson(request, request.session.personId)
  const tried = { email: person.email ?? person.id, personId: person.id }
  const counters = ownCounter(`session:${request.session.id}`)
  await prove(request, { ...body, person, tried, counters })
  await recordPersonEvent(request, person.id, 'sudo')
  return { sudo_until: await openSudo(request) }
}

/** Allows sensitive actions in this session. Returns the end of that time as an ISO string. */
export async function openSudo(
  request: PersonRequest & { session: { id: string } },
): Promise<string> {
  const provedAt = request.now()
  await request.db
    .updateTable('sessions')
    .set({ proved_at: provedAt })
    .where('id', '=', request.session.id)
    .execute()
  return writeInstant(sudoUntil(provedAt))
}

const noWrongTries: ReadonlySet<Code> = new Set([
  'second_factor_required',
  'second_factor_unreadable',
])

type Proof = {
  readonly person: Person | null
  readonly tried: TriedAccount
  readonly counters: readonly Counter[]
  readonly password: string
  readonly code?: string | undefined
}

/**
 * Returns if the password is right and the second factor too, if there is one. Throws `sign_in_failed`, which does not
 * reveal whether the account exists, `too_many_attempts`, `second_factor_required`, `second_factor_failed` or
 * `second_factor_unreadable`.
 */
async function prove(request: PersonRequest, proof: Proof): Promise<void> {
  const { person, tried, counters, code } = proof
  const asLocked = logLocked(request, tried)
  await countAttempt(request, counters).catch(asLocked)
  if (!(await isRight(request, proof)) || !person) {
    await recordFailure(request, tried.personId)
    logRefusedSignIn(request, { reason: 'password', tried })
    throw new Refusal('sign_in_failed')
  }
  const codeCounters = code === undefined ? [] : countersForCode(counters, tried)
  await countCode(request, codeCounters, counters).catch(asLocked)
  try {
    await requireSecondFactor(request, person.id, code)
  } catch (error) {
    // A wrong code counts as a wrong attempt. A right password without a code does not, nor does an unreadable secret.
    if (error instanceof Refusal && noWrongTries.has(error.code)) {
      await refundAttempt(request, [...counters, ...codeCounters])
    } else {
      await recordPersonEvent(request, person.id, 'sign_in.second_factor_failed')
      logRefusedSignIn(request, { reason: 'second_factor', tried })
    }
    throw error
  }
  await resetAttempts(request, [...counters, ...codeCounters])
}

/** Checks the password. Refunds the attempt if it was not judged because too many wait. */
async function isRight(
  request: PersonRequest,
  { person, counters, password }: Proof,
): Promise<boolean> {
  const holder = isAlone(counters) ? counters[0]!.subject : null
  try {
    return await isRightPassword(person?.password ?? null, password, holder)
  } catch (error) {
    await refundAttempt(request, counters)
    throw error
  }
}

/** Counts a code. A refused one is refunded to the counters that others share. */
async function countCode(
  request: PersonRequest,
  codeCounters: readonly Counter[],
  counters: readonly Counter[],
): Promise<void> {
  try {
    await countAttempt(request, codeCounters)
  } catch (error) {
    await refundAttempt(request, sharedCounters(counters))
    throw error
  }
}

/** Records a wrong password in the person's history. Sends the same statement for an unknown account, to take as long. */
async function recordFailure(request: PersonRequest, personId: string | null): Promise<void> {
  const { address, agent } = request.client
  const action: PersonAction = 'sign_in.failed'
  await sql`insert into person_events (person_id, id, at, action, address, agent)
    select id, ${request.newId()}, ${request.now()}, ${action}, ${address}, ${agent}
    from persons where id = ${personId}`.execute(request.db)
}

/** Finds the household that a person looked at last, in any browser. */
export async function lastHousehold(
  { db }: PersonRequest,
  personId: string,
): Promise<string | null> {
  const latest = await db
    .selectFrom('sessions')
    .select('household_id')
    .where('person_id', '=', personId)
    .orderBy('last_seen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.household_id ?? null
}
