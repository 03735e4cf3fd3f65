import { sql } from 'kysely'
import { requireRoom } from '#/platform/contract/caps.ts'
import { invalidParameter, Refusal } from '#/platform/contract/refusal.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { inTransaction, sqlState } from '#/platform/database/database.ts'
import { becomeJoint } from '#/access/households/become-joint.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import { actIn } from '#/access/sessions/choose-household.ts'
import { signInHere } from '#/access/sessions/open.ts'
import { recordPersonEvent } from '#/access/sessions/record-event.ts'
import { digestOf } from '#/access/sessions/session.ts'
import type { PersonRequest, PersonHandle } from '#/access/sessions/person-request.ts'
import { canonicalEmail } from '#/core/values/canonical-email.ts'
import type { people } from './app-contract.ts'
import { findByEmail, findPerson } from './find.ts'
import { requireRoomForHousehold } from './household-room.ts'
import { hashPassword } from './password.ts'
import { requirePasswords } from './sign-in.ts'
import { describe } from '#/access/sessions/who-am-i.ts'

type Invitation = {
  household_id: string
  id: string
  role: 'owner' | 'member'
  email: string | null
  member_id: string | null
  expires_at: Temporal.Instant
  household_name: string
  invited_by_name: string | null
  member_name: string | null
}

/** `POST /invitations/check` */
export const checkInvitation: PersonHandle<typeof people.checkInvitation> = async (
  request,
  { body },
) => {
  const invitation = await requireInvitation(request, body.token)
  return {
    household_name: invitation.household_name,
    invited_by: invitation.invited_by_name,
    role: invitation.role,
    email: invitation.email,
    name: invitation.member_name,
    account: await accountFor(request, invitation),
    expires_at: writeInstant(invitation.expires_at),
  }
}

async function accountFor(request: PersonRequest, { email }: Invitation) {
  const { session } = request
  if (session && !session.isGuest) {
    const person = await findPerson(request, session.personId)
    if (isFor(email, person.email)) return 'signed_in'
  }
  return email !== null && (await findByEmail(request, email)) ? 'sign_in' : 'none'
}

type NewAccount = { readonly name: string; readonly email: string; readonly password: string }
type StoredAccount = Omit<NewAccount, 'password'> & { readonly password: string | null }
/** Work on the new account that is part of the same transaction. */
type Also = (within: PersonRequest, personId: string) => Promise<void>

/** `POST /invitations/accept`: with the signed-in account, or with a new one. */
export const acceptInvitation: PersonHandle<typeof people.acceptInvitation> = async (
  request,
  { body },
) => {
  // Checks the invitation before the expensive hash of the password.
  const { email } = await requireInvitation(request, body.token)
  const account = request.session ? null : await readAccount(request, email, body.account)
  return acceptAtOnce(request, { token: body.token, account })
}

/** Accepts with a new account without a password, whose owner a provider knows. `also` links them in the same transaction. */
export async function acceptByProvider(
  request: PersonRequest,
  { token, account, also }: Joined,
): Promise<Answer<typeof people.acceptInvitation>> {
  const { email } = await requireInvitation(request, token)
  await requireNewAddress(request, email, account.email)
  const unsigned = { ...request, session: null }
  return acceptAtOnce(unsigned, { token, account: { ...account, password: null }, also })
}

type Joined = {
  readonly token: string
  readonly account: { readonly name: string; readonly email: string }
  readonly also: Also
}

type Accepting = {
  readonly token: string
  readonly account: StoredAccount | null
  readonly also?: Also
}

async function acceptAtOnce(request: PersonRequest, accepting: Accepting) {
  try {
    return await inTransaction(request.db, (db) => accept({ ...request, db }, accepting))
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    throw new Refusal('already_member')
  }
}

/** Throws `sign_in_required` if the address has an account, whose owner must sign in first. */
async function readAccount(
  request: PersonRequest,
  email: string | null,
  given: NewAccount | undefined,
): Promise<StoredAccount> {
  requirePasswords(request)
  if (!given)
    throw invalidParameter('account', '`account` is required unless you are signed in.', {
      name: 'required',
    })
  await requireNewAddress(request, email, given.email)
  const { name } = given
  const password = await hashPassword(request, given.password, { email: given.email, name })
  return { ...given, password }
}

/** An address with an account must sign in first: a login at a provider cannot take the account over. */
async function requireNewAddress(
  request: PersonRequest,
  invited: string | null,
  given: string,
): Promise<void> {
  if (!isFor(invited, given)) {
    throw invalidParameter(
      'account.email',
      `\`account.email\` must be the address that was invited.`,
      { name: 'email_not_invited' },
    )
  }
  if (await findByEmail(request, given)) throw new Refusal('sign_in_required')
}

async function accept(request: PersonRequest, { token, account, also }: Accepting) {
  const seen = await requireInvitation(request, token)
  await beginWrite(request, seen.household_id)
  // Reads the invitation again under the household's lock, so that nobody uses it twice.
  const invitation = await requireInvitation(request, token)
  const person = account
    ? await createPerson(request, account)
    : await requireInvitee(request, invitation)
  const memberId = await becomeMember(request, invitation, person)
  const { household_id: householdId, id } = invitation
  await becomeJoint(request, { householdId, author: { memberId, through: 'app' } })
  await request.db
    .updateTable('invitations')
    .set({ accepted_at: request.now() })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()
  await recordChange(
    { ...request, caller: { householdId, memberId, through: 'app' } },
    {
      action: 'invitation.accept',
      subject: { type: 'invitation', id },
      before: null,
      after: { member_id: memberId, role: invitation.role, email: person.email },
    },
  )
  await recordPersonEvent(request, person.id, 'invitation.accept')
  if (account) {
    await also?.(request, person.id)
    const opening = { personId: person.id, householdId, through: 'invitation' as const }
    return describe(request, await signInHere(request, opening))
  }
  return actIn(request, request.session!.id, householdId)
}

type Joining = { readonly id: string; readonly name: string; readonly email: string }

async function requireInvitee(request: PersonRequest, { email }: Invitation): Promise<Joining> {
  const person = await findPerson(request, request.session!.personId)
  if (person.email === null) throw new Refusal('guest_refused')
  if (!isFor(email, person.email)) {
    throw new Refusal('sign_in_required', {
      message: 'This invitation is for another account. Sign in to it, and open the link again.',
      detail: { name: 'other_account' },
    })
  }
  return { id: person.id, name: person.name, email: person.email }
}

async function createPerson(
  request: PersonRequest,
  { name, email, password }: StoredAccount,
): Promise<Joining> {
  const id = request.newId()
  const at = request.now()
  await request.db
    .insertInto('persons')
    .values({ id, name, email, password, created_at: at, updated_at: at })
    .execute()
  return { id, name, email }
}

/** Makes the person a member. Throws `already_member` if they belong to the household. */
async function becomeMember(
  { db, now, newId }: PersonRequest,
  invitation: Invitation,
  person: Joining,
): Promise<string> {
  const { household_id: householdId, member_id: vacant } = invitation
  const belongs = await db
    .selectFrom('members')
    .select('id')
    .where('household_id', '=', householdId)
    .where('person_id', '=', person.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (belongs) throw new Refusal('already_member')
  await requireRoomForHousehold(db, person.id)
  if (vacant !== null) {
    const taken = await db
      .updateTable('members')
      .set({ person_id: person.id })
      .where('household_id', '=', householdId)
      .where('id', '=', vacant)
      .where('person_id', 'is', null)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) throw new Refusal('link_not_valid')
    return vacant
  }
  await requireRoomForMember(db, householdId)
  const id = newId()
  await db
    .insertInto('members')
    .values({
      household_id: householdId,
      id,
      name: person.name,
      email: person.email,
      role: invitation.role,
      person_id: person.id,
      created_at: now(),
    })
    .execute()
  return id
}

/** Call it under the household's lock. */
async function requireRoomForMember(db: PersonRequest['db'], householdId: string): Promise<void> {
  const { count } = await db
    .selectFrom('members')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  requireRoom('members', count)
}

/** Finds the invitation. Throws `link_not_valid` if it never existed, or was accepted, revoked or has expired. */
async function requireInvitation({ db, now }: PersonRequest, token: string): Promise<Invitation> {
  const { rows } = await sql<Invitation>`
    select i.household_id, i.id, coalesce(m.role, i.role) as role, i.email, i.member_id, i.expires_at,
      h.name as household_name, o.name as invited_by_name, m.name as member_name
    from invitations i
    join households h on h.household_id = i.household_id
    left join members o on o.household_id = i.household_id and o.id = i.invited_by
    left join members m on m.household_id = i.household_id and m.id = i.member_id
    where i.digest = ${digestOf(token)} and i.accepted_at is null and i.revoked_at is null
      and i.expires_at > ${now()} and (i.member_id is null or (m.removed_at is null and m.person_id is null))
      and (i.invited_by is null or (o.removed_at is null and o.role = 'owner'))`.execute(db)
  const [invitation] = rows
  if (!invitation) throw new Refusal('link_not_valid')
  return invitation
}

function isFor(invited: string | null, email: string | null): boolean {
  if (invited === null) return true
  return email !== null && canonicalEmail(invited) === canonicalEmail(email)
}
