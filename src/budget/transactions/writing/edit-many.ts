import type { Received } from '#/platform/contract/endpoint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Call, Handle } from '#/platform/runtime/call.ts'
import type { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { assignTransaction, loadSubject } from '#/budget/assignments/assign.ts'
import { editTransaction } from './edit.ts'

/** `POST /transactions/edit`: changes each transaction as a single edit would, all in one database transaction. */
export const editTransactions: Handle<typeof transactionsApp.editTransactions> = async (
  call,
  { body },
) => {
  let changed = 0
  for (const { id, expense_goal_id, expected, ...fields } of body.changes) {
    if (expected && !(await isAsExpected(call, id, expected))) continue
    changed += 1
    if (Object.keys(fields).length > 0)
      await editTransaction(call, { params: { id }, body: fields })
    if (expense_goal_id !== undefined) {
      await assignTransaction(call, { params: { id }, body: { expense_goal_id } })
    }
  }
  return { changed }
}

type Expected = NonNullable<
  Received<typeof transactionsApp.editTransactions>['body']['changes'][number]['expected']
>

/** False also for a transaction that somebody has removed. */
async function isAsExpected(call: Call, id: string, expected: Expected): Promise<boolean> {
  const subject = await loadSubject(call, id).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'resource_not_found') return null
    throw error
  })
  if (subject === null) return false
  const { categoryId, type, expenseId } = subject
  return (
    (expected.category_id === undefined || expected.category_id === categoryId) &&
    (expected.type === undefined || expected.type === type) &&
    (expected.expense_goal_id === undefined || expected.expense_goal_id === expenseId)
  )
}
