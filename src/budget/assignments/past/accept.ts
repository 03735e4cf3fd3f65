import { sql } from 'kysely'
import type { Cents } from '#/core/values/cents.ts'
import { dayAt } from '#/core/values/day.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import { toHoldings } from '#/budget/expenses/holdings.ts'
import { linkWithoutMoney, resettle, type Subject } from '#/budget/assignments/settle.ts'
import type { pastPaymentsApp } from './app-contract.ts'
import { createdDay, loadPast, type Past } from './load-past.ts'
import { pastMovement } from './past-movement.ts'

/**
 * `POST /past-payments/accept`. Each link is a person's choice, from which later imports learn. Money moves only for a
 * payment whose money the Expense still keeps.
 */
export const acceptPastPayments: Act<typeof pastPaymentsApp.acceptPastPayments> = async (
  acting,
  { body },
) => {
  const past = await loadPast(acting, body.transaction_ids)
  const row = past.expenses.find(({ id }) => id === body.expense_id)
  if (!row) throw notFound('expense_id')
  if (past.candidates.length === 0) throw notFound('transaction_ids')
  return linkAll(acting, { ...past, expenseId: row.id })
}

/** Links payments with an Expense, and returns the money that it gives back. */
export async function linkAll(
  acting: Acting,
  {
    candidates,
    expenses,
    expenseId,
  }: Pick<Past, 'candidates' | 'expenses'> & { expenseId: string },
): Promise<{ transaction_ids: string[]; moved: Cents }> {
  const index = expenses.findIndex(({ id }) => id === expenseId)
  const row = expenses[index]!
  const { zone } = acting.caller
  const since = { created: createdDay(row, zone), today: dayAt(acting.now(), zone) }
  const ids = candidates.map(({ id }) => id)
  const subjects = await link(acting, ids, row.id)
  let holding = toHoldings(expenses)[index]!
  let total = 0
  for (const candidate of candidates) {
    const before = subjects.get(candidate.id)!
    const { moved, after } = pastMovement(holding, candidate, since)
    if (moved > 0) await resettle(acting, before, { ...before, expenseId: row.id })
    else await linkWithoutMoney(acting, { id: before.id, expenseId: row.id })
    holding = after
    total += moved
  }
  return { transaction_ids: ids, moved: total }
}

/** Stores the links and returns the transactions as they were before. */
async function link(
  { db, caller, revision, now }: Acting,
  ids: readonly string[],
  expenseId: string,
): Promise<Map<string, Subject>> {
  const { rows } = await sql<Subject>`
    update transactions set expense_goal_id = ${expenseId}, revision = ${revision},
      edited = array_append(edited, 'expense_goal_id'), updated_at = ${now()}
    where household_id = ${caller.householdId} and id = any(${[...ids]}::uuid[])
    returning id, account_id as "accountId", amount, type, booked_at as booked,
      null as "expenseId", history`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
