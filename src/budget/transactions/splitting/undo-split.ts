import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import { loadSubject } from '#/budget/assignments/assign.ts'
import { loadHeld, restoreHeld } from '#/budget/assignments/held.ts'
import { resettle } from '#/budget/assignments/settle.ts'
import { storeSettlements } from '#/budget/assignments/settlements.ts'
import type { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { openParts } from '#/budget/transactions/open-parts.ts'
import { divisionOf } from '#/budget/transactions/parts.ts'
import {
  keepSplitChange,
  loadSplitState,
  type SplitChange,
  type SplitState,
} from './split-state.ts'

/**
 * `POST /transactions/{id}/splits/undo`. Parts, category, Expense and every lane are as before the change, unless money has
 * moved or the amount has changed since: then the transaction is settled again as it was divided before. Throws
 * `edit_conflict` if its parts, category or Expense have been changed since.
 */
export const undoSplit: Act<typeof transactionsApp.undoSplit> = async (
  acting,
  { params, body },
) => {
  const subject = await loadSubject(acting, params.id)
  const { id, accountId } = subject
  const change = await findChange(acting, id, body.change)
  const now = await loadSplitState(acting, id)
  if (!change || !isDeepStrictEqual(divided(now), divided(change.after))) throw changedSince()
  const { before } = change
  const undo = await keepSplitChange(
    acting,
    { id, accountId, action: 'transaction.undo_split' },
    {
      next: before,
      work: async () => {
        const isExact = await isAsAfter(acting, now, change)
        await store(acting, id, { now, change })
        if (isExact) await restoreMoney(acting, id, { now, change })
        else await resettle(acting, subject, await loadSubject(acting, id))
      },
    },
  )
  return { undo }
}

function changedSince(): Refusal {
  return new Refusal('edit_conflict', {
    message: 'The transaction has been divided or filed differently since.',
    detail: { name: 'split_changed' },
  })
}

async function findChange(
  { db, caller }: Acting,
  transactionId: string,
  id: string,
): Promise<SplitChange | null> {
  const row = await db
    .selectFrom('split_undos')
    .select('change')
    .where('household_id', '=', caller.householdId)
    .where('transaction_id', '=', transactionId)
    .where('id', '=', id)
    .executeTakeFirst()
  return (row?.change ?? null) as SplitChange | null
}

/** The fields that a change of the parts writes, without amounts. */
function divided({ category_id, expense_goal_id, splits }: SplitState) {
  return { category_id, expense_goal_id, parts: splits && divisionOf(splits) }
}

/** True if neither the transaction nor money in its Expenses has changed since. */
async function isAsAfter(
  { db, caller }: Acting,
  now: SplitState,
  { after, before, heldAfter }: SplitChange,
): Promise<boolean> {
  const moneyOf = ({ amount, type, booked_at, splits, settlements }: SplitState) => {
    return { amount, type, booked_at, splits, settlements }
  }
  if (!isDeepStrictEqual(moneyOf(now), moneyOf(after))) return false
  if (now.amount !== before.amount || heldAfter.some(({ archived }) => archived)) return false
  const ids = heldAfter.map(({ id }) => id)
  return isDeepStrictEqual(await loadHeld(db, caller.householdId, ids), heldAfter)
}

type Undone = { readonly now: SplitState; readonly change: SplitChange }

/** Restores the fields. Categories that were deleted and Expenses that were archived meanwhile are left out. */
async function store(acting: Acting, id: string, { now, change }: Undone): Promise<void> {
  const { before } = change
  const { householdId } = acting.caller
  const parts = sql`${before.splits && JSON.stringify(before.splits)}::jsonb`
  await sql`
    update transactions t set splits = ${openParts(householdId, parts, now.amount)},
      category_id = (select c.id from categories c
        where c.household_id = ${householdId} and c.id = ${before.category_id}::uuid),
      category_why = ${jsonOf(before.category_why)},
      (expense_goal_id, expense_why) = (select e.id, ${jsonOf(before.expense_why ?? null)} from expenses e
        where e.household_id = ${householdId} and e.id = ${before.expense_goal_id}::uuid and e.archived_at is null),
      edited = ${editedBefore(now, before)}::text[], revision = ${acting.revision}, updated_at = ${acting.now()}
    where t.household_id = ${householdId} and t.id = ${id}`.execute(acting.db)
}

function jsonOf(value: unknown): RawBuilder<unknown> {
  return sql`${value === null ? null : JSON.stringify(value)}::jsonb`
}

/** Returns who owns the fields: category and Expense as before the change, all others as now. */
function editedBefore(now: SplitState, before: SplitState): string[] {
  const divided = ['category_id', 'expense_goal_id']
  return [
    ...now.edited.filter((field) => !divided.includes(field)),
    ...before.edited.filter((field) => divided.includes(field)),
  ].toSorted()
}

async function restoreMoney(acting: Acting, id: string, { now, change }: Undone): Promise<void> {
  await restoreHeld(acting, change.heldBefore, id)
  const { settlements } = change.before
  await storeSettlements(acting, [{ id, settlements, replaced: now.settlements.length }])
}
