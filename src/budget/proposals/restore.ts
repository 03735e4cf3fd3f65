import { fold } from '#/core/values/fold.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { proposals } from './contract.ts'

/** `POST /proposals/restore`: proposes a dismissed payday or bill again. */
export const restoreProposal: Handle<typeof proposals.restoreProposal> = async (call, { body }) => {
  const { kind, name, amount } = body
  await call.db
    .deleteFrom('dismissed_proposals')
    .where('household_id', '=', call.caller.householdId)
    .where('kind', '=', kind)
    .where('payee', '=', fold(name))
    .where('amount', '=', amount)
    .execute()
  return { success: true }
}
