import { sql } from 'kysely'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { transactions } from '#/budget/transactions/contract.ts'
import { refusalOf } from '#/budget/transactions/constraints.ts'
import { resettle, type Subject } from './settle.ts'

/** `POST /transactions/{id}/expense`: spends a transaction from an Expense; null clears the assignment. */
export const assignTransaction: Handle<typeof transactions.assignTransaction> = async (
  call,
  { params, body },
) => {
  const before = await loadSubject(call, params.id)
  if (before.expenseId === body.expense_goal_id) return { success: true }
  try {
    await call.db
      .updateTable('transactions')
      .set({
        expense_goal_id: body.expense_goal_id,
        revision: call.revision,
        updated_at: call.now(),
      })
      .where('household_id', '=', call.caller.householdId)
      .where('id', '=', params.id)
      .execute()
  } catch (error) {
    throw refusalOf(error) ?? error
  }
  await resettle(call, before, { ...before, expenseId: body.expense_goal_id })
  return { success: true }
}

type Stored = Subject & {
  readonly concept: string
  readonly originalConcept: string | null
  readonly categoryId: string | null
  readonly notes: string | null
  readonly provider: string
  readonly status: 'pending' | 'booked'
  readonly edited: string[]
}

/** Loads a visible transaction for a writer that holds the household's lock. Throws `resource_not_found`. */
export async function loadSubject(call: ReadContext, id: string): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select id, account_id as "accountId", amount, type, booked_at as booked,
      expense_goal_id as "expenseId", history, concept, original_concept as "originalConcept",
      category_id as "categoryId", notes, provider, status, edited
    from transactions
    where household_id = ${call.caller.householdId} and id = ${id} and visible`.execute(call.db)
  const found = rows[0]
  if (!found) throw notFound('id')
  return found
}
