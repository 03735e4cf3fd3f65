import type { Handle } from '#/platform/runtime/call.ts'
import type { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { assignTransaction } from '#/budget/assignments/assign.ts'
import { editTransaction } from './edit.ts'

/** `POST /transactions/edit`: changes each transaction as a single edit would, all in one database transaction. */
export const editTransactions: Handle<typeof transactionsApp.editTransactions> = async (
  call,
  { body },
) => {
  for (const { id, expense_goal_id, ...fields } of body.changes) {
    if (Object.keys(fields).length > 0)
      await editTransaction(call, { params: { id }, body: fields })
    if (expense_goal_id !== undefined) {
      await assignTransaction(call, { params: { id }, body: { expense_goal_id } })
    }
  }
  return { changed: body.changes.length }
}
