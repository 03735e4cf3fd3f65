import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { email, id, instant, text } from '#/platform/contract/fields.ts'
import { languageTags } from '#/core/values/languages.ts'
import { done } from '#/platform/audited/contract.ts'

const tag = 'Members'
const params = z.strictObject({ id })
const role = z.enum(['owner', 'member'])

const member = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role,
  me: z.boolean(),
  signs_in: z.boolean().describe('False: this member has no account yet; invite them.'),
  joined_at: instant,
})

const invitation = z.object({
  id,
  role,
  email: z.string().nullable(),
  member_id: id
    .nullable()
    .describe('The existing member that the invitee becomes; null: a new one.'),
  invited_by: id.nullable().describe('Null: the operator.'),
  mail: z
    .enum(['queued', 'sent', 'failed', 'unsure', 'cancelled'])
    .nullable()
    .describe(
      'How the mail with the link fares. `unsure`: the mail server had it and gave no answer. Null: it was not mailed.',
    ),
  mail_problem: z.string().nullable().describe('Why the mail has not been sent.'),
  created_at: instant,
  expires_at: instant,
})

const named = z.object({ id, name: z.string() })

const belongings = z.object({
  ends: z
    .object({
      keys: z.array(named),
      devices: z.array(
        named.extend({
          member_id: id.describe(
            'The member in whose name it works; the maker may have made it for somebody else.',
          ),
        }),
      ),
      feeds: z.array(named).describe('Calendar addresses.'),
      webhooks: z.array(named.extend({ host: z.string() })).describe('Webhooks that are paused.'),
      invitations: z.array(z.object({ id, email: z.string().nullable(), role })),
    })
    .describe('It ends when the member goes.'),
  stays: z.object({
    connections: z
      .array(z.object({ id, name: z.string().nullable() }))
      .describe('Owners may disconnect them from then on.'),
  }),
})

const gone = done.extend({ belongings })

/** Declares who belongs to a household. */
export const membersApp = {
  listMembers: endpoint({
    method: 'GET',
    path: '/members',
    tag,
    summary: 'List the members',
    scope: 'data.read',
    response: z.array(member),
  }),
  changeMember: endpoint({
    method: 'PATCH',
    path: '/members/{id}',
    logged: 'member.change',
    tag,
    summary: 'Change a member’s role',
    scope: 'data.write',
    right: 'people',
    sudo: true,
    refusals: ['resource_not_found', 'last_owner'],
    params,
    body: z.strictObject({ role }),
    response: member,
  }),
  showBelongings: endpoint({
    method: 'GET',
    path: '/members/{id}/belongings',
    tag,
    summary: 'Show what ends and what stays when a member leaves',
    description: 'A member sees their own; owners see everybody’s.',
    scope: 'data.read',
    refusals: ['resource_not_found'],
    params,
    response: belongings,
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/members/{id}',
    logged: 'member.remove',
    tag,
    summary: 'Remove a member',
    description:
      'Nothing of theirs opens this household any more, nor what they made in the name of others. What they did stays; so ' +
      'do their bank connections.',
    scope: 'data.write',
    right: 'people',
    sudo: true,
    refusals: ['resource_not_found', 'last_owner'],
    params,
    response: gone,
  }),
  leaveHousehold: endpoint({
    method: 'POST',
    path: '/leave',
    tag,
    summary: 'Leave the household',
    scope: 'data.write',
    standing: 'any',
    sudo: true,
    refusals: ['last_owner'],
    response: gone,
  }),
  listInvitations: endpoint({
    method: 'GET',
    path: '/invitations',
    tag,
    summary: 'List the open invitations',
    scope: 'data.read',
    right: 'people',
    response: z.array(invitation),
  }),
  createInvitation: endpoint({
    method: 'POST',
    path: '/invitations',
    logged: 'invitation.create',
    tag,
    summary: 'Create a link by which one person becomes a member',
    cost: 5,
    description:
      'It works once, for seven days. With `email` it works only for the account with that address, which is created if ' +
      'needed.',
    scope: 'data.write',
    right: 'people',
    sudo: true,
    status: 201,
    refusals: ['limit_reached', 'resource_not_found', 'already_member', 'mail_unavailable'],
    body: z.strictObject({
      role: role.default('member'),
      email: email.optional(),
      member_id: id.optional().describe('A member without an account.'),
      mail: z
        .strictObject({ language: z.enum(languageTags) })
        .optional()
        .describe('Also mail the link to `email`, or to the address of `member_id`.'),
    }),
    firstAnswerOnly: ['token'],
    response: z.object({
      ...invitation.shape,
      token: z.string().optional().describe('The link is `/invite#k=TOKEN`; shown only now.'),
    }),
  }),
  mailInvitationAgain: endpoint({
    method: 'POST',
    path: '/invitations/{id}/mail-again',
    logged: 'invitation.create',
    tag,
    summary: 'Mail an invitation again whose mail was not sent',
    cost: 5,
    description:
      'A link is not stored, so the invitation is replaced by one with a new link, for seven days from now. For a mail that ' +
      'failed, or of which nobody knows if it arrived (`failed`, `unsure`, `cancelled`).',
    scope: 'data.write',
    right: 'people',
    sudo: true,
    status: 201,
    refusals: ['resource_not_found', 'already_member', 'limit_reached', 'mail_unavailable'],
    params,
    body: z.strictObject({ language: z.enum(languageTags) }),
    response: invitation,
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/invitations/{id}',
    tag,
    summary: 'Revoke an invitation',
    scope: 'data.write',
    right: 'people',
    refusals: ['resource_not_found'],
    params,
    response: done,
  }),
  exportHousehold: endpoint({
    method: 'GET',
    path: '/export',
    logged: 'household.export',
    tag,
    summary: 'Export the household as a document, including its history',
    cost: 100,
    heavy: true,
    description: '`earmark load` makes an equal household of it (docs/household-document.md).',
    scope: 'data.read',
    standing: 'any',
    right: 'deletion',
    sudo: true,
    separate: true,
    stream: true,
    response: z.looseObject({}),
  }),
  deleteHousehold: endpoint({
    method: 'DELETE',
    path: '/household',
    logged: 'household.delete',
    tag,
    summary: 'Delete the household with everything in it, permanently',
    cost: 100,
    heavy: true,
    description: 'Asks Plaid to delete its logins, repeatedly until Plaid confirms.',
    scope: 'data.write',
    standing: 'any',
    right: 'deletion',
    sudo: true,
    body: z.strictObject({
      name: text({ min: 1, max: 200 }).describe('The household’s name, typed again.'),
    }),
    response: done,
  }),
}
