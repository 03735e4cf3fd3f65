import { fold } from '#/core/values/fold.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { proposals } from './contract.ts'

/** `POST /proposals/dismiss`: nobody in the household hears of it again. */
export const dismissProposal: Handle<typeof proposals.dismissProposal> = async (call, { body }) => {
  const { kind, name, amount } = body
  const { householdId } = call.caller
  await call.db
    .insertInto('dismissed_proposals')
    .values({
      household_id: householdId,
      kind,
      payee: fold(name),
      amount,
      dismissed_at: call.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { success: true }
}

/** `POST /proposals/restore`: takes that back. */
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
