import { type Selectable, sql } from 'kysely'
import { loadTouched } from '#/budget/expenses/holdings.ts'
import { balanceOf } from '#/budget/expenses/rules/holding.ts'
import type { transactionsApp } from '#/budget/transactions/app-contract.ts'
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

/**
 * Returns the Expense of a restored payment. If it was archived since, the payment leaves it: an archived Expense holds no
 * money.
 */
export async function openExpenseOf(
  { db, caller }: ReadContext,
  { id, expense_goal_id }: Deleted,
): Promise<string | null> {
  if (expense_goal_id === null) return null
  const { rows } = await sql<{ expense_goal_id: string | null }>`
    update transactions t set expense_goal_id = (select e.id from expenses e
      where e.household_id = t.household_id and e.id = t.expense_goal_id and e.archived_at is null)
    where t.household_id = ${caller.householdId} and t.id = ${id} returning expense_goal_id`.execute(
    db,
  )
  return rows[0]!.expense_goal_id
}

/** Notes what Expenses hold. The returned function says which of them gave another amount than the deletion had returned. */
export async function compareMoney(
  { db, caller: { householdId } }: ReadContext,
  { row, removal }: { readonly row: Deleted; readonly removal: Removal | null },
): Promise<() => Promise<Differences>> {
  const changes = removal?.money.changes ?? []
  const ids = [...changes.map(({ id }) => id), row.expense_goal_id].filter((id) => id !== null)
  const touched = { ids: [...new Set(ids)], cardAccountId: null }
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
