import { linkTo } from '#/access/mails/link-to.ts'
import { findByEmail } from '#/people/find.ts'
import { needsSetup } from '#/people/entrance.ts'
import { makeLink } from '#/people/links.ts'
import { COMMAND_LINE } from '#/people/access/revoke-all.ts'
import { revokePerson } from '#/people/access/revoke-everybody.ts'
import { recordInstanceEvent, recordPersonEvent } from '#/access/sessions/record-event.ts'
import { removeFactors } from '#/access/sign-in-methods/remove-factors.ts'
import { writeInstant } from '#/platform/contract/fields.ts'
import { type Command, CommandError, type Invocation } from '#/app/cli/parsing/command.ts'
import { originOf } from '#/app/cli/serving/origin.ts'

const setupLinkCommand: Command = {
  words: 'setup-link',
  group: 'people',
  beginsInstance: true,
  summary: 'Prints a link that creates the first account; it works once, for 24 hours.',
  operands: [],
  options: {},
  run: async (invocation) => {
    const { token, expiresAt } = await invocation.withRuntime(async (runtime) => {
      if (await needsSetup(runtime)) {
        await recordInstanceEvent(runtime, 'setup_link.create')
        return makeLink(runtime, { purpose: 'setup', personId: null })
      }
      throw new CommandError(
        'This instance has been set up. Invite people with `earmark member invite`, or let them back in with `earmark reset-password`.',
      )
    })
    return linkOutput(invocation, { page: 'setup', token, expiresAt })
  },
}

const resetCommand: Command = {
  words: 'reset-password',
  group: 'people',
  common: 'Print a link that sets a new password',
  summary:
    'Prints a link with which a person sets a new password; it works once, for 24 hours. --revoke-all ends all of their credentials at once.',
  operands: ['EMAIL'],
  options: {
    'remove-second-factors': {
      type: 'boolean',
      description: 'Authenticator and recovery codes end too.',
    },
    'revoke-all': {
      type: 'boolean',
      description: 'Every key, device, session and passkey of the person ends at once.',
    },
  },
  examples: ['reset-password ada@example.com'],
  run: async (invocation) => {
    const email = invocation.operands[0]!
    const { token, expiresAt } = await invocation.withRuntime(async (runtime) => {
      const person = await findByEmail(runtime, email)
      if (!person) throw new CommandError(`There is no account with the address ${email}.`)
      const client = { ...runtime, client: COMMAND_LINE }
      if (invocation.options['remove-second-factors'] === true) {
        await removeFactors(runtime, person.id)
        await recordPersonEvent(client, person.id, 'second_factors.remove')
      }
      if (invocation.options['revoke-all'] === true) {
        await revokePerson(runtime, { personId: person.id, passkeys: true })
      }
      await recordPersonEvent(client, person.id, 'reset_link.create')
      return makeLink(runtime, { purpose: 'reset', personId: person.id })
    })
    return linkOutput(invocation, { page: 'reset', token, expiresAt })
  },
}

type Link = {
  readonly page: 'setup' | 'reset'
  readonly token: string
  readonly expiresAt: Temporal.Instant
}

function linkOutput({ config }: Invocation, { page, token, expiresAt }: Link) {
  const url = linkTo(originOf(config), page, token)
  const expires = writeInstant(expiresAt)
  return {
    json: { url, expires_at: expires },
    text: `${url}\n\nIt works once, until ${expires}.`,
  }
}

export const peopleCommands = [setupLinkCommand, resetCommand]
