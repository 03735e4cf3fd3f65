import { sql } from 'kysely'
import type { Acting } from '#/platform/runtime/call.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import { type Held, loadHeld } from '#/budget/assignments/held.ts'
import { readSettlements, type StoredSettlement } from '#/budget/assignments/settlements.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Part } from '#/budget/transactions/parts.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'

// Notes a transaction and its money before and after a change of its parts, so that the change can be undone to the cent.

/** The fields that a change of the parts writes, and those that its money depends on. */
export type SplitState = {
  readonly amount: Cents
  readonly type: 'expense' | 'income' | 'transfer'
  readonly booked_at: Day
  readonly category_id: string | null
  readonly category_why: unknown
  readonly expense_goal_id: string | null
  readonly expense_why: unknown
  readonly splits: readonly Part[] | null
  readonly edited: readonly string[]
  readonly settlements: readonly StoredSettlement[]
}

/** A change of the parts, with the money of each Expense that it may move. */
export type SplitChange = {
  readonly before: SplitState
  readonly after: SplitState
  readonly heldBefore: readonly Held[]
  readonly heldAfter: readonly Held[]
}

export async function loadSplitState(
  { db, caller: { householdId } }: ReadContext,
  id: string,
): Promise<SplitState> {
  const row = await db
    .selectFrom('transactions')
    .select(['amount', 'type', 'booked_at', 'category_id', 'category_why', 'expense_goal_id'])
    .select(['expense_why', 'splits', 'edited'])
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    splits: row.splits as readonly Part[] | null,
    settlements: await readSettlements(db, householdId, id),
  }
}

/** Returns the Expenses whose money depends on how a transaction is divided: those that it names, and its card's. */
export async function loadPartyIds(
  { db, caller: { householdId } }: ReadContext,
  { accountId, states }: { readonly accountId: string; readonly states: readonly SplitState[] },
): Promise<string[]> {
  const named = states.flatMap(({ expense_goal_id: own, splits, settlements }) => [
    own,
    ...(splits ?? []).map((part) => part.expense_goal_id),
    ...settlements.flatMap(({ expenseId, cardExpenseId }) => [expenseId, cardExpenseId]),
  ])
  const { rows } = await sql<{ id: string }>`
    select id from expenses where household_id = ${householdId}
      and (id = any(${[...new Set(named.filter((id) => id !== null))]}::uuid[])
        or (card_account_id = ${accountId} and archived_at is null))`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Changes the parts of a transaction by `work`, notes the change in the audit log, and keeps what an undo needs. Returns
 * the change's id. Only the last change of a transaction can be undone.
 */
export async function keepSplitChange(
  acting: Acting,
  { id, accountId, action }: { id: string; accountId: string; action: string },
  {
    next,
    work,
  }: {
    readonly next: Pick<SplitState, 'expense_goal_id' | 'splits'>
    readonly work: () => Promise<void>
  },
): Promise<string> {
  const { db, caller } = acting
  const { householdId } = caller
  const before = await loadSplitState(acting, id)
  const states = [before, { ...before, ...next, settlements: [] }]
  const ids = await loadPartyIds(acting, { accountId, states })
  const heldBefore = await loadHeld(db, householdId, ids)
  await work()
  const after = await loadSplitState(acting, id)
  const heldAfter = await loadHeld(db, householdId, ids)
  const change: SplitChange = { before, after, heldBefore, heldAfter }
  const undo = acting.newId()
  const stored = { id: undo, change: JSON.stringify(change) }
  await db
    .insertInto('split_undos')
    .values({ household_id: householdId, transaction_id: id, ...stored })
    .onConflict((conflict) =>
      conflict.columns(['household_id', 'transaction_id']).doUpdateSet(stored),
    )
    .execute()
  await recordChange(acting, {
    action,
    subject: { type: 'transaction', id },
    before: shown(before),
    after: shown(after),
  })
  return undo
}

function shown({ category_id, expense_goal_id, splits }: SplitState) {
  return { category_id, expense_goal_id, splits }
}
