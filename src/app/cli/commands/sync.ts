import { requireHousehold } from '#/access/households/change.ts'
import { releaseDeadLeases } from '#/sources/banks/sync/lease.ts'
import { syncHousehold } from '#/sources/banks/sync/sync-household.ts'
import { choiceOption, columns, type Command } from '#/app/cli/parsing/command.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'

export const syncCommand: Command = {
  words: 'sync',
  synopsis: 'HOUSEHOLD_ID [--provider provider_a|provider_b]',
  summary: 'Imports what is new at the connected banks now, and says what came.',
  operands: ['HOUSEHOLD_ID'],
  options: { provider: { type: 'string' } },
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const provider = choiceOption(invocation, 'provider', ['provider_a', 'provider_b']) ?? null
    const report = await invocation.withRuntime(async (runtime) => {
      await requireHousehold(runtime, householdId)
      // A predecessor that was killed would have us wait until its lease ends.
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
