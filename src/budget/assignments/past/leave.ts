import { notFound } from '#/platform/contract/refusal.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { pastPaymentsApp } from './app-contract.ts'
import { loadPast } from './load-past.ts'

/** `POST /past-payments/dismiss`: leaves the payments with free-to-spend, and offers them no more. */
export const leavePastPayments: Act<typeof pastPaymentsApp.leavePastPayments> = async (
  acting,
  { body },
) => {
  const { candidates } = await loadPast(acting, body.transaction_ids)
  if (candidates.length === 0) throw notFound('transaction_ids')
  await acting.db
    .insertInto('left_payments')
    .values(
      candidates.map(({ id }) => ({
        household_id: acting.caller.householdId,
        transaction_id: id,
        left_at: acting.now(),
      })),
    )
    .execute()
  return { success: true as const }
}
