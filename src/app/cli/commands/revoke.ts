import type { EndedWays } from '#/people/access/revoke-all.ts'
import { revokeEverybody, revokePerson } from '#/people/access/revoke-everybody.ts'
import { type Command, counted, textOption, UsageError } from '#/app/cli/parsing/command.ts'
import { confirm } from '#/app/cli/parsing/secrets.ts'
import { nameOf, requirePerson } from './person.ts'

export const revokeCommand: Command = {
  words: 'revoke',
  group: 'people',
  summary:
    'Ends keys, devices, calendar addresses, sessions, known browsers, invitations and links of a person or of everybody; with --passkeys also passkeys and linked logins of people who have a password.',
  operands: [],
  options: {
    person: { type: 'string', description: 'The person whose credentials end.', value: 'EMAIL|ID' },
    all: { type: 'boolean', description: 'Instead of a person: everybody.' },
    passkeys: { type: 'boolean', description: 'Passkeys end too, of people who have a password.' },
    yes: { type: 'boolean', description: 'Does not ask for a confirmation.' },
  },
  examples: ['revoke --person ada@example.com --yes'],
  run: async (invocation) => {
    const asked = textOption(invocation, 'person')
    if ((asked === undefined) !== (invocation.options['all'] === true)) {
      throw new UsageError('Say whose credentials to end: --person EMAIL, or --all.')
    }
    const passkeys = invocation.options['passkeys'] === true
    if (asked !== undefined) {
      const { person, ended } = await invocation.withRuntime(async (runtime) => {
        const found = await requirePerson(runtime, asked)
        await confirm(invocation, `This ends all credentials of ${nameOf(found)}.`)
        return {
          person: found,
          ended: await revokePerson(runtime, { personId: found.id, passkeys }),
        }
      })
      return {
        json: { person, ...ended },
        text: `Ended for ${nameOf(person)}: ${textOf(ended)}.`,
      }
    }
    await confirm(
      invocation,
      'This ends all credentials of everybody: every program and device must be connected again.',
    )
    const ended = await invocation.withRuntime((runtime) => revokeEverybody(runtime, { passkeys }))
    const faults = ended.failed.map(({ id, message }) => `\nNot ended: ${id}: ${message}`).join('')
    return {
      json: ended,
      text: `Ended for everybody (${ended.people}): ${textOf(ended)}.${faults}`,
      failed: ended.failed.length > 0,
    }
  },
}

function textOf(ended: EndedWays): string {
  return [
    counted(ended.keys, 'key'),
    counted(ended.devices, 'device'),
    counted(ended.feeds, 'calendar'),
    counted(ended.sessions, 'session'),
    counted(ended.known_browsers, 'known browser'),
    counted(ended.invitations, 'invitation'),
    counted(ended.reset_links, 'link'),
    counted(ended.passkeys, 'passkey'),
    counted(ended.identities, 'linked login'),
  ].join(', ')
}
