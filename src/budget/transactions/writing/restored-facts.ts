import { type Selectable, sql } from 'kysely'
import { loadTouched } from '#/budget/expenses/holdings.ts'
import { balanceOf } from '#/budget/expenses/rules/holding.ts'
import type { transactionsApp } from '#/budget/transactions/app-contract.ts'
import { openParts } from '#/budget/transactions/open-parts.ts'
import type { Part } from '#/budget/transactions/parts.ts'
import type { Cents } from '#/core/values/cents.ts'
import type { Day } from '#/core/values/day.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import type { Tables } from '#/platform/database/tables.ts'
import type { ReadContext } from '#/platform/runtime/write-context.ts'
import type { Removal } from './removal.ts'

type Deleted = Selectable<Tables['transactions']>
type Differences = Answer<typeof transactionsApp.restoreTransaction>['differences']
type Booked = { readonly status: 'booked'; readonly amount: Cents; readonly booked_at: Day }

/** Returns how its bank has booked a pending payment while it was deleted; null if it has not. */
export async function bookedSince(
  { db, caller }: ReadContext,
  { id, status, edited, amount, booked_at }: Deleted,
): Promise<Booked | null> {
  if (status === 'booked') return null
  const { rows } = await sql<{ amount: Cents; booked_on: Day }>`
    select amount, booked_on from provider_transactions
    where household_id = ${caller.householdId} and transaction_id is not null
      and transaction_id = ${id} and removed_at is null and status = 'booked'
    order by first_seen_at desc limit 1`.execute(db)
  const [found] = rows
  if (!found) return null
  return {
    status: 'booked',
    amount: edited.includes('amount') ? amount : found.amount,
    booked_at: edited.includes('booked_at') ? booked_at : found.booked_on,
  }
}

type Assigned = Pick<Deleted, 'expense_goal_id' | 'splits'>

/**
 * Returns the Expense of a restored payment, and its parts. An Expense that was archived since is left out, because it holds
 * no money: `isLeft` is true then.
 */
export async function leaveArchived(
  { db, caller: { householdId } }: ReadContext,
  row: Deleted,
): Promise<{ readonly expenseId: string | null; readonly isLeft: boolean }> {
  const had = expensesOf(row)
  if (had.length === 0) return { expenseId: null, isLeft: false }
  const parts = openParts(householdId, sql`t.splits`, row.amount)
  const { rows } = await sql<Assigned>`
    update transactions t set splits = ${parts},
      (expense_goal_id, expense_why) = (select e.id, t.expense_why from expenses e
        where e.household_id = ${householdId} and e.id = t.expense_goal_id and e.archived_at is null)
    where t.household_id = ${householdId} and t.id = ${row.id} returning expense_goal_id, splits`.execute(
    db,
  )
  const has = rows[0]!
  return { expenseId: has.expense_goal_id, isLeft: expensesOf(has).length < had.length }
}

/** Returns the Expenses of a transaction, or of each part that has one. */
function expensesOf({ expense_goal_id, splits }: Assigned): string[] {
  const parts = splits as readonly Part[] | null
  const ids = parts ? parts.map((part) => part.expense_goal_id) : [expense_goal_id]
  return ids.filter((id) => id !== null)
}

/** Notes what Expenses hold. The returned function says which of them gave another amount than the deletion had returned. */
export async function compareMoney(
  { db, caller: { householdId } }: ReadContext,
  { row, removal }: { readonly row: Deleted; readonly removal: Removal | null },
): Promise<() => Promise<Differences>> {
  const changes = removal?.money.changes ?? []
  const ids = [...changes.map(({ id }) => id), ...expensesOf(row)].filter((id) => id !== null)
  const touched = { ids: [...new Set(ids)] }
  const load = () => loadTouched(db, householdId, touched)
  const before = await load()
  return async () => {
    const after = await load()
    const found: Differences = []
    for (const { id, lanes } of before) {
      const change = changes.find((one) => one.id === id)
      const given = change ? balanceOf(change) : 0
      const taken = balanceOf(lanes) - balanceOf(after.find((one) => one.id === id)!.lanes)
      if (given === taken) continue
      const expense = { id, name: await nameOf({ db, householdId, id }) }
      found.push({ transaction_id: row.id, kind: 'expense', expense, given, taken })
    }
    return found
  }
}

async function nameOf({
  db,
  householdId,
  id,
}: {
  readonly db: ReadContext['db']
  readonly householdId: string
  readonly id: string
}): Promise<string> {
  const { name } = await db
    .selectFrom('expenses')
    .select('name')
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}
