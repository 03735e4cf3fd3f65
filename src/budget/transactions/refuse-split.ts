import { invalidParameter } from '#/platform/contract/refusal.ts'
import type { Part } from './parts.ts'

/**
 * Refuses a category or an Expense for a split transaction as a whole: each part has its own, and one for all of them would
 * discard what a person has divided.
 */
export function refuseSplit(
  transaction: { readonly parts: readonly Part[] | null },
  param: 'category_id' | 'expense_goal_id',
): void {
  if (transaction.parts === null) return
  throw invalidParameter(
    param,
    `This transaction is split, so each part has its own \`${param}\`. Change its parts or join them.`,
    { name: 'transaction_split' },
  )
}
