import { announceStoredIncome } from '#/budget/funding/announce-income.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { loadSubject } from '#/budget/assignments/assign.ts'
import { moveBalance } from './move-balance.ts'
import { unpairTransfers } from './pair-transfers.ts'
import { resettle } from '#/budget/assignments/settle.ts'

/**
 * `DELETE /transactions/{id}`. Its Expense gets its money back. The deletion is kept like an edit, so that the transaction
 * stays deleted when a bank or a device reports it again, even under another id.
 */
export const removeTransaction: Act<typeof transactionsApp.removeTransaction> = async (
  acting,
  { params },
) => {
  const before = await loadSubject(acting, params.id)
  const now = acting.now()
  await acting.db
    .updateTable('transactions')
    .set({
      deleted_at: now,
      edited: [...new Set([...before.edited, 'deleted_at'])].toSorted(),
      revision: acting.revision,
      updated_at: now,
    })
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', before.id)
    .execute()
  await moveBalance(acting, before, null)
  await resettle(acting, before, null)
  await unpairTransfers(acting)
  await announceStoredIncome(acting)
  const { amount, booked, concept } = before
  await recordChange(acting, {
    action: 'transaction.remove',
    subject: { type: 'transaction', id: before.id },
    before: { amount, booked_at: booked, concept },
    after: null,
  })
  return { success: true as const }
}
