import { sql } from 'kysely'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { ReadContext, WriteContext } from '#/platform/runtime/write-context.ts'
import type { transactions } from '#/budget/transactions/contract.ts'
import { refuseSplit } from '#/budget/transactions/refuse-split.ts'
import { refusalOf } from '#/budget/transactions/constraints.ts'
import type { Part } from '#/budget/transactions/parts.ts'
import { resettle, type Subject } from './settle.ts'

/** `POST /transactions/{id}/expense`: spends a transaction from an Expense; null clears the assignment. */
export const assignTransaction: Act<typeof transactions.assignTransaction> = async (
  call,
  { params, body },
) => {
  const before = await loadSubject(call, params.id)
  await decide(call, before, { expenseId: body.expense_goal_id })
  return { success: true }
}

type Decision = {
  readonly expenseId: string | null
  /** Nobody has decided any more. */
  readonly isUndone?: boolean
}

/**
 * Stores a person's decision about a payment: its Expense, or none. From now on it is theirs, even if nothing changes, so
 * that no import decides otherwise and later payments of the merchant follow it. `isUndone` takes a decision back instead.
 */
export async function decide(
  writer: WriteContext,
  before: Stored,
  { expenseId, isUndone = false }: Decision,
): Promise<void> {
  const isChanged = before.expenseId !== expenseId
  if (isChanged) refuseSplit(before, 'expense_goal_id')
  const rest = before.edited.filter((field) => field !== 'expense_goal_id')
  const edited = isUndone ? rest : [...rest, 'expense_goal_id'].toSorted()
  if (!isChanged && !before.isAutomatic && edited.length === before.edited.length) return
  try {
    await writer.db
      .updateTable('transactions')
      .set({
        edited,
        expense_why: null,
        // A confirmation changes nothing visible, so the time of the last change stays.
        ...(isChanged && {
          expense_goal_id: expenseId,
          revision: writer.revision,
          updated_at: writer.now(),
        }),
      })
      .where('household_id', '=', writer.caller.householdId)
      .where('id', '=', before.id)
      .execute()
  } catch (error) {
    throw refusalOf(error) ?? error
  }
  if (isChanged) await resettle(writer, before, { ...before, expenseId })
}

type Stored = Subject & {
  readonly parts: readonly Part[] | null
  readonly concept: string
  readonly originalConcept: string | null
  readonly categoryId: string | null
  readonly notes: string | null
  readonly provider: string
  readonly status: 'pending' | 'booked'
  readonly edited: string[]
  readonly updatedAt: Temporal.Instant
  /** Earmark has assigned its Expense. */
  readonly isAutomatic: boolean
}

/** Loads a visible transaction for a writer that holds the household's lock. Throws `resource_not_found`. */
export async function loadSubject(call: ReadContext, id: string): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select id, account_id as "accountId", amount, type, booked_at as booked,
      expense_goal_id as "expenseId", history, concept, original_concept as "originalConcept",
      category_id as "categoryId", notes, provider, status, edited, splits as parts,
      updated_at as "updatedAt",
      expense_why is not null as "isAutomatic"
    from transactions
    where household_id = ${call.caller.householdId} and id = ${id} and visible`.execute(call.db)
  const found = rows[0]
  if (!found) throw notFound('id')
  return found
}
