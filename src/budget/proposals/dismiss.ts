import { fold } from '#/core/values/fold.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { proposals } from './contract.ts'

/** `POST /proposals/dismiss`: hides a proposal from everybody in the household. */
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
