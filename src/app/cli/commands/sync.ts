import { requireHousehold } from '#/access/households/change.ts'
import { releaseDeadLeases } from '#/sources/banks/sync/lease.ts'
import { syncHousehold } from '#/sources/banks/sync/sync-household.ts'
import { choiceOption, columns, type Command } from '#/app/cli/parsing/command.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'

export const syncCommand: Command = {
  words: 'sync',
  synopsis: 'HOUSEHOLD_ID [--provider provider_a|provider_b]',
  summary: 'Imports new transactions from the connected banks now, and prints the results.',
  operands: ['HOUSEHOLD_ID'],
  options: { provider: { type: 'string' } },
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const provider = choiceOption(invocation, 'provider', ['provider_a', 'provider_b']) ?? null
    const report = await invocation.withRuntime(async (runtime) => {
      await requireHousehold(runtime, householdId)
      // Takes over the lease of a killed predecessor instead of waiting for its end.
      await releaseDeadLeases(runtime)
      return syncHousehold(runtime, householdId, provider)
    })
    const rows = report.connections.map((one) => [
      one.connection_id,
      one.status.replaceAll('_', ' '),
      `${one.added} added, ${one.updated} updated, ${one.removed} removed, ${one.dropped} dropped`,
      one.error?.message ?? '',
    ])
    return {
      json: report,
      text: rows.length === 0 ? 'No bank is connected.' : columns(rows),
      failed: report.connections.some(({ status }) => status === 'failed'),
    }
  },
}
