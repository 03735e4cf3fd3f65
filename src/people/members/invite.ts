import { sql } from 'kysely'
import type { Answer, Received } from '#/platform/contract/endpoint.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { requireRoom } from '#/platform/contract/caps.ts'
import { invalidParameter, notFound, Refusal } from '#/platform/contract/refusal.ts'
import { mailInvitation } from '#/access/mails/mail-invitation.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import { digestOf } from '#/access/sessions/session.ts'
import { canonicalEmail } from '#/core/values/canonical-email.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { membersApp } from './app-contract.ts'

/** Days for which an invitation works. */
const INVITATION_DAYS = 7
const TOKEN_BYTES = 20

type Wire = Answer<typeof membersApp.listInvitations>[number]

/** `POST /invitations`: only this answer has the token. */
export const createInvitation: Act<typeof membersApp.createInvitation> = async (
  acting,
  { body },
) => {
  const member = await findInvited(acting, body)
  requireRoom('invitations', (await listOpen(acting)).length)
  const { invitation, token } = await invite(acting, { ...body, member })
  return { ...invitation, token }
}

type Invited = Pick<
  Received<typeof membersApp.createInvitation>['body'],
  'role' | 'email' | 'mail'
> & {
  /** The existing member that the invitee becomes. */
  readonly member: Awaited<ReturnType<typeof findInvited>>
}

async function invite(
  acting: Acting,
  { member, ...body }: Invited,
): Promise<{ readonly invitation: Wire; readonly token: string }> {
  const { db, caller } = acting
  const token = Buffer.from(acting.randomBytes(TOKEN_BYTES)).toString('base64url')
  const createdAt = acting.now()
  const email = member?.email ?? body.email ?? null
  const expiresAt = createdAt.add({ hours: INVITATION_DAYS * 24 })
  if (body.mail && email === null) {
    throw invalidParameter('email', 'Send the address to which the link is mailed.', {
      name: 'malformed',
    })
  }
  const mailed = body.mail && email !== null ? { ...body.mail, email, token, expiresAt } : null
  const row = {
    id: acting.newId(),
    role: member?.role ?? body.role,
    email,
    member_id: member?.id ?? null,
    invited_by: caller.memberId,
    created_at: createdAt,
    expires_at: expiresAt,
  }
  const mailId = mailed && (await mailInvitation(acting, mailed))
  await db
    .insertInto('invitations')
    .values({ household_id: caller.householdId, ...row, mail_id: mailId, digest: digestOf(token) })
    .execute()
  await recordChange(acting, {
    action: 'invitation.create',
    subject: { type: 'invitation', id: row.id },
    before: null,
    after: { role: row.role, email: row.email, member_id: row.member_id },
  })
  const mail = mailed && ('queued' as const)
  return { invitation: toWire({ ...row, mail, mail_problem: null }), token }
}

/** States of a mail after which it is not sent any more, although nobody is known to have it. */
const UNSENT: readonly (string | null)[] = ['failed', 'unsure', 'cancelled']

/**
 * `POST /invitations/{id}/mail-again`: the old invitation ends in the same transaction, so that no repeated request mails twice,
 * and the mails of a day count as ever. Throws `resource_not_found` if a mail waits or was sent.
 */
export const mailInvitationAgain: Act<typeof membersApp.mailInvitationAgain> = async (
  acting,
  { params, body: { language } },
) => {
  const found = (await listOpen(acting)).find(({ id }) => id === params.id)
  if (!found || !UNSENT.includes(found.mail_state)) throw notFound('id')
  const { role, email, member_id } = found
  const member = member_id === null ? null : await findInvited(acting, { member_id })
  await revoke(acting, found.id)
  const { invitation } = await invite(acting, {
    role,
    member,
    ...(email !== null && { email }),
    mail: { language },
  })
  return invitation
}

/**
 * Finds the existing member that the invitee becomes, if any: by id, or by the invited address. Throws `already_member`
 * if that member has an account.
 */
async function findInvited(
  { db, caller }: Acting,
  { member_id, email }: { member_id?: string | undefined; email?: string | undefined },
) {
  if (member_id === undefined && email === undefined) return null
  const member = await db
    .selectFrom('members')
    .select(['id', 'role', 'email', 'person_id'])
    .where('household_id', '=', caller.householdId)
    .where('removed_at', 'is', null)
    .where(
      member_id === undefined
        ? sql<boolean>`canonical_email(email) = ${canonicalEmail(email ?? '')}`
        : sql<boolean>`id = ${member_id}`,
    )
    .executeTakeFirst()
  if (!member && member_id !== undefined) throw notFound('member_id')
  if (member && member.person_id !== null) throw new Refusal('already_member')
  return member ?? null
}

/** `GET /invitations` */
export const listInvitations: Act<typeof membersApp.listInvitations> = async (acting) =>
  (await listOpen(acting)).map(({ mail_state: mail, ...row }) =>
    toWire({ ...row, mail: mail === 'asked' ? 'queued' : mail }),
  )

function listOpen(acting: Acting) {
  return acting.db
    .selectFrom('invitations as i')
    .leftJoin('mails as m', 'm.id', 'i.mail_id')
    .select(['i.id', 'role', 'email', 'member_id', 'invited_by', 'i.created_at', 'i.expires_at'])
    .select(['m.state as mail_state', 'm.reason as mail_problem'])
    .where('household_id', '=', acting.caller.householdId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('i.expires_at', '>', acting.now())
    .orderBy('i.created_at')
    .orderBy('i.id')
    .execute()
}

/** `DELETE /invitations/{id}`. Throws `resource_not_found` for an accepted invitation too. */
export const revokeInvitation: Act<typeof membersApp.revokeInvitation> = async (
  acting,
  { params },
) => {
  await revoke(acting, params.id)
  return { success: true }
}

async function revoke(acting: Acting, id: string): Promise<void> {
  const revoked = await acting.db
    .updateTable('invitations')
    .set({ revoked_at: acting.now() })
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (revoked.numUpdatedRows === 0n) throw notFound('id')
  await recordChange(acting, {
    action: 'invitation.revoke',
    subject: { type: 'invitation', id },
    before: null,
    after: null,
  })
}

type InvitationRow = Omit<Wire, 'created_at' | 'expires_at'> & {
  readonly created_at: Temporal.Instant
  readonly expires_at: Temporal.Instant
}

function toWire(row: InvitationRow): Wire {
  return {
    ...row,
    created_at: writeInstant(row.created_at),
    expires_at: writeInstant(row.expires_at),
  }
}
