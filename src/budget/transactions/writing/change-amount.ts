import { loadSubject } from '#/budget/assignments/assign.ts'
import { resettle } from '#/budget/assignments/settle.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import { moveBalance } from './move-balance.ts'

/** Changes the amount of a manual transaction as part of another write: its account and its Expense follow. */
export async function changeAmount(acting: Acting, id: string, amount: Cents): Promise<void> {
  const before = await loadSubject(acting, id)
  const after = { ...before, amount }
  await acting.db
    .updateTable('transactions')
    .set({ amount, revision: acting.revision, updated_at: acting.now() })
    .where('household_id', '=', acting.caller.householdId)
    .where('id', '=', id)
    .execute()
  await moveBalance(acting, before, after)
  await resettle(acting, before, after)
}
