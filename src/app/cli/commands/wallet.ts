import { walletApp } from '#/sources/wallet/app-contract.ts'
import { createDevice } from '#/sources/wallet/create.ts'
import { linkWalletAccount } from '#/sources/wallet/link.ts'
import { listDevices } from '#/sources/wallet/list.ts'
import { revokeDevice } from '#/sources/wallet/revoke.ts'
import { actFor } from '#/app/cli/budgeting/act-for.ts'
import { type Command, textOption } from '#/app/cli/parsing/command.ts'
import { commandOf } from '#/app/cli/budgeting/endpoint-command.ts'
import { idOperand, nameOption, readId } from '#/app/cli/parsing/operands.ts'

const createCommand: Command = {
  words: 'wallet create',
  synopsis: 'HOUSEHOLD_ID [--member MEMBER_ID] [--name N]',
  summary:
    'Creates the token with which a device pushes its wallet’s payments, and prints it, only now.',
  operands: ['HOUSEHOLD_ID'],
  options: { member: { type: 'string' }, name: { type: 'string' } },
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const member = textOption(invocation, 'member')
    const name = nameOption(invocation) ?? 'Phone'
    const body = { name, ...(member !== undefined && { member_id: readId(member) }) }
    const made = await invocation.withRuntime((runtime) =>
      actFor(runtime, householdId, {
        endpoint: walletApp.createDevice,
        verb: createDevice,
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
  commandOf({ words: 'wallet list', endpoint: walletApp.listDevices, verb: listDevices }),
  commandOf({ words: 'wallet revoke', endpoint: walletApp.revokeDevice, verb: revokeDevice }),
  commandOf({
    words: 'wallet link',
    endpoint: walletApp.linkWalletAccount,
    verb: linkWalletAccount,
  }),
]
