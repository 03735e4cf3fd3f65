import { sql } from 'kysely'
import { notFound } from '#/platform/contract/refusal.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import { resettleAll, type Subject } from '#/budget/assignments/settle.ts'
import type { pastPaymentsApp } from './app-contract.ts'

/** `POST /past-payments/restore`: takes back links and dismissals, so that nobody has decided. */
export const restorePastPayments: Act<typeof pastPaymentsApp.restorePastPayments> = async (
  acting,
  { body },
) => {
  const restored = await restore(acting, body)
  if (restored.length === 0) throw notFound('transaction_ids')
  return { transaction_ids: restored }
}

/** `POST /past-payments/restore-all`: the same for several Expenses, in one transaction. */
export const restoreAllPastPayments: Act<typeof pastPaymentsApp.restoreAllPastPayments> = async (
  acting,
  { body },
) => {
  const restored: string[] = []
  for (const link of body.links) restored.push(...(await restore(acting, link)))
  if (restored.length === 0) throw notFound('links')
  return { transaction_ids: restored }
}

type Link = { readonly expense_id: string | null; readonly transaction_ids: readonly string[] }

/** Takes back links with one Expense, and dismissals. Returns the payments that are offered again. */
async function restore(
  acting: Acting,
  { expense_id: expenseId, transaction_ids: ids }: Link,
): Promise<string[]> {
  const unlinked = expenseId === null ? [] : await unlink(acting, ids, expenseId)
  await resettleAll(
    acting,
    unlinked.map((after) => ({ before: { ...after, expenseId }, after })),
  )
  const offered = await acting.db
    .deleteFrom('left_payments')
    .where('household_id', '=', acting.caller.householdId)
    .where('transaction_id', 'in', [...ids])
    .returning('transaction_id')
    .execute()
  return [...unlinked.map(({ id }) => id), ...offered.map((row) => row.transaction_id)]
}

/** Clears the links that are still there, and returns the transactions without them. */
async function unlink(
  { db, caller, revision, now }: Acting,
  ids: readonly string[],
  expenseId: string,
): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    update transactions set expense_goal_id = null, revision = ${revision},
      edited = array_remove(edited, 'expense_goal_id'), updated_at = ${now()}
    where household_id = ${caller.householdId} and id = any(${[...ids]}::uuid[]) and visible
      and expense_goal_id = ${expenseId} and splits is null
    returning id, account_id as "accountId", amount, type, booked_at as booked,
      null as "expenseId", history`.execute(db)
  return rows
}
