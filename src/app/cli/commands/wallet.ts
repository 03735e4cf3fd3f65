import { walletApp } from '#/sources/wallet/app-contract.ts'
import { actFor } from '#/app/cli/budgeting/act-for.ts'
import { type Command, textOption } from '#/app/cli/parsing/command.ts'
import { commandOf } from '#/app/cli/budgeting/endpoint-command.ts'
import { idOperand, nameOption, readId } from '#/app/cli/parsing/operands.ts'

const createCommand: Command = {
  words: 'wallet create',
  group: 'programs',
  summary:
    'Creates the token with which a device pushes its wallet’s payments, and prints it, only now.',
  operands: ['HOUSEHOLD_ID'],
  options: {
    member: {
      type: 'string',
      description: 'The holder of the device; without it the first owner.',
      value: 'MEMBER_ID',
    },
    name: {
      type: 'string',
      description: 'The name in the list of devices.',
      value: 'N',
      default: 'Phone',
    },
  },
  examples: ["wallet create HOUSEHOLD_ID --name 'Ada’s phone'"],
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const member = textOption(invocation, 'member')
    const name = nameOption(invocation) ?? 'Phone'
    const body = { name, ...(member !== undefined && { member_id: readId(member) }) }
    const made = await invocation.withRuntime(async (runtime) =>
      actFor(runtime, householdId, {
        endpoint: walletApp.createDevice,
        verb: (await import('#/sources/wallet/create.ts')).createDevice,
        input: { body },
      }),
    )
    const { id, token } = made as { readonly id: string; readonly token: string }
    return {
      json: made,
      text: `${token}\n\nDevice ${id} pushes to /ingest/wallet with it. It is not shown again.`,
    }
  },
}

export const walletCommands = [
  createCommand,
  commandOf({
    words: 'wallet list',
    group: 'programs',
    shows: ['name', 'created_at', 'last_push_at', 'revoked_at', 'id'],
    endpoint: walletApp.listDevices,
  }),
  commandOf({
    words: 'wallet revoke',
    group: 'programs',
    endpoint: walletApp.revokeDevice,
  }),
  commandOf({
    words: 'wallet link',
    group: 'programs',
    endpoint: walletApp.linkWalletAccount,
  }),
]
