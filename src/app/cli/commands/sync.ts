import { requireHousehold } from '#/access/households/change.ts'
import { releaseDeadLeases } from '#/sources/banks/sync/lease.ts'
import { syncHousehold } from '#/sources/banks/sync/sync-household.ts'
import { choiceOption, type Command } from '#/app/cli/parsing/command.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'
import { listed } from '#/app/cli/words/table.ts'

export const syncCommand: Command = {
  words: 'sync',
  group: 'accounts',
  common: 'Ask the banks for news now',
  summary: 'Imports new transactions from the connected banks now, and prints the results.',
  operands: ['HOUSEHOLD_ID'],
  options: {
    provider: {
      type: 'string',
      description:
        'Only the banks of SimpleFIN (`provider_a`), Plaid (`provider_b`) or Enable Banking (`provider_c`).',
      choices: ['provider_a', 'provider_b', 'provider_c'],
    },
  },
  lists: true,
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const provider =
      choiceOption(invocation, 'provider', ['provider_a', 'provider_b', 'provider_c']) ?? null
    const report = await invocation.withRuntime(async (runtime) => {
      await requireHousehold(runtime, householdId)
      // Takes over the lease of a killed predecessor instead of waiting for its end.
      await releaseDeadLeases(runtime)
      return syncHousehold(runtime, householdId, provider)
    })
    return {
      ...listed(invocation, {
        json: report,
        rows: report.connections,
        columns: [
          { name: 'status', of: ({ status }) => status.replaceAll('_', ' ') },
          { name: 'added', of: ({ added }) => added },
          { name: 'updated', of: ({ updated }) => updated },
          { name: 'removed', of: ({ removed }) => removed },
          { name: 'dropped', of: ({ dropped }) => dropped },
          { name: 'error', of: ({ error }) => error?.message },
          { name: 'connection_id', of: (one) => one.connection_id },
        ],
        empty: 'No bank is connected.',
      }),
      failed: report.connections.some(({ status }) => status === 'failed'),
    }
  },
}
