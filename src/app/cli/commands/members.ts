import * as z from 'zod'
import { visibleText, writeInstant } from '#/platform/contract/fields.ts'
import { addMember } from '#/access/households/add-member.ts'
import { removeMember } from '#/access/households/remove-member.ts'
import {
  choiceOption,
  type Command,
  requiredOption,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { inviteCommand } from './invite.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'
import { columns } from '#/app/cli/words/columns.ts'

const addCommand: Command = {
  words: 'member add',
  group: 'people',
  summary: 'Adds a member to a household.',
  operands: ['HOUSEHOLD_ID'],
  options: {
    email: {
      type: 'string',
      description: 'The address of the member.',
      value: 'E',
      required: true,
    },
    name: { type: 'string', description: 'The name of the member.', value: 'N', required: true },
    role: {
      type: 'string',
      description: 'What the member may do.',
      choices: ['member', 'owner'],
      default: 'member',
    },
  },
  examples: ['member add HOUSEHOLD_ID --email bo@example.com --name Bo'],
  run: async (invocation) => {
    const id = idOperand(invocation, 0)
    const email = requiredOption(invocation, 'email')
    const name = requiredOption(invocation, 'name')
    const role = choiceOption(invocation, 'role', ['member', 'owner']) ?? 'member'
    if (!z.email().max(254).safeParse(email).success) {
      throw new UsageError('--email: not an address.')
    }
    if (!visibleText({ min: 1, max: 200 }).safeParse(name).success) {
      throw new UsageError('--name: 1 to 200 characters.')
    }
    const added = await invocation.withRuntime((runtime) => {
      return addMember(runtime, id, { name, email, role })
    })
    return { json: added, text: `${added.name} is a member now: ${added.id}` }
  },
}

const removeCommand: Command = {
  words: 'member remove',
  group: 'people',
  summary: 'Removes a member; every credential that they leave behind ends at once, and is listed.',
  operands: ['HOUSEHOLD_ID', 'MEMBER_ID'],
  options: {},
  run: async (invocation) => {
    const [householdId, memberId] = [idOperand(invocation, 0), idOperand(invocation, 1)]
    const removed = await invocation.withRuntime((runtime) => {
      return removeMember(runtime, householdId, memberId)
    })
    const { ways, webhooks, connections } = removed.belongings
    const names = (list: readonly { readonly name: string | null }[]) =>
      list.map(({ name }) => name ?? '-').join(', ') || 'none'
    const ended = [
      ['keys', names(ways.keys)],
      ['devices', names(ways.devices)],
      ['calendars', names(ways.feeds)],
      ['webhooks', names(webhooks)],
      ['invitations', String(ways.invitations.length)],
    ]
    return {
      json: {
        id: removed.id,
        removed_at: writeInstant(removed.removed_at),
        ended: {
          keys: ways.keys.map(({ id }) => id),
          devices: ways.devices.map(({ id }) => id),
          feeds: ways.feeds.map(({ id }) => id),
          webhooks: webhooks.map(({ id }) => id),
          invitations: ways.invitations.map(({ id }) => id),
        },
        left: { connections: connections.map(({ id }) => id) },
      },
      text: `Removed ${removed.id}. Ended:\n${columns(ended)}\nBank connections that stay: ${names(connections)}`,
    }
  },
}

export const memberCommands = [addCommand, inviteCommand, removeCommand]
