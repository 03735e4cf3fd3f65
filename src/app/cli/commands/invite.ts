import { languageTags } from '#/core/values/languages.ts'
import { linkTo } from '#/access/mails/link-to.ts'
import { membersApp } from '#/people/members/app-contract.ts'
import { createInvitation } from '#/people/members/invite.ts'
import { actFor } from '#/app/cli/budgeting/act-for.ts'
import { choiceOption, type Command, textOption, UsageError } from '#/app/cli/parsing/command.ts'
import { idOperand, readId } from '#/app/cli/parsing/operands.ts'
import { originOf } from '#/app/cli/serving/origin.ts'

export const inviteCommand: Command = {
  words: 'member invite',
  group: 'people',
  common: 'Print a link that makes somebody a member',
  summary: 'Prints a link by which a person becomes a member; it works once, for seven days.',
  operands: ['HOUSEHOLD_ID'],
  options: {
    member: {
      type: 'string',
      description: 'Instead of an address: a member who has no account yet.',
      value: 'MEMBER_ID',
    },
    email: {
      type: 'string',
      description: 'The address of the invited person; only they can use the link.',
      value: 'E',
    },
    role: {
      type: 'string',
      description: 'What the new member may do.',
      choices: ['member', 'owner'],
    },
    mail: {
      type: 'string',
      description: 'Also mails the link, in this language; needs a mail server and PUBLIC_URL.',
      choices: languageTags,
    },
  },
  examples: [
    'member invite HOUSEHOLD_ID --email bo@example.com',
    'member invite HOUSEHOLD_ID --email bo@example.com --mail es',
  ],
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const member = textOption(invocation, 'member')
    const language = choiceOption(invocation, 'mail', languageTags)
    const read = membersApp.createInvitation.body.safeParse({
      email: textOption(invocation, 'email'),
      member_id: member === undefined ? undefined : readId(member),
      role: choiceOption(invocation, 'role', ['member', 'owner']),
      ...(language !== undefined && { mail: { language } }),
    })
    if (!read.success) throw new UsageError('--email: not an address.')
    const made = await invocation.withRuntime((runtime) => {
      return actFor(runtime, householdId, {
        endpoint: membersApp.createInvitation,
        verb: createInvitation,
        input: { body: read.data },
      })
    })
    const { token, email, mail, expires_at } = membersApp.createInvitation.response.parse(made)
    const url = linkTo(originOf(invocation.config), 'invite', token!)
    return {
      json: { url, expires_at, mail },
      text: `${url}\n\nIt works once, until ${expires_at}.${mail === null ? '' : ` It is also mailed to ${email}.`}`,
    }
  },
}
