import { requireHousehold } from '#/households/change.ts'
import { releaseDeadLeases } from '#/sync/lease.ts'
import { syncHousehold } from '#/sync/sync-household.ts'
import { choiceOption, columns, type Command } from './command.ts'
import { idOperand } from './operands.ts'

export const syncCommand: Command = {
  words: 'sync',
  synopsis: 'HOUSEHOLD_ID [--provider provider_a|provider_b]',
  summary: 'Imports what is new at the connected banks now, and says what came.',
  operands: ['HOUSEHOLD_ID'],
  options: { provider: { type: 'string' } },
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const provider = choiceOption(invocation, 'provider', ['provider_a', 'provider_b']) ?? null
    const report = await invocation.withWorld(async (world) => {
      await requireHousehold(world, householdId)
      // A predecessor that was killed would have us wait until its lease ends.
      await releaseDeadLeases(world)
      return syncHousehold(world, householdId, provider)
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
