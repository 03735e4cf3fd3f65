import type { Document } from './document.ts'
import { insertRows } from './insert-rows.ts'
import { readWhy } from './load-transactions.ts'
import { ascendingIds, idOf, type Loading } from './loading.ts'

/** Stores what is known of payees, and the suggestions about payments. */
export async function loadAssignments(loading: Loading, { state }: Document): Promise<void> {
  if (!state) return
  const { db, householdId, ids } = loading
  await insertRows(
    db,
    'expense_payees',
    state.expense_payees.map(({ expense, ...payee }) => ({
      household_id: householdId,
      expense_id: ids.expenses.get(expense)!,
      ...payee,
    })),
  )
  const suggestionIds = ascendingIds(loading, state.assignment_suggestions.length)
  await insertRows(
    db,
    'assignment_suggestions',
    state.assignment_suggestions.map(({ transaction, expense, member, why, ...rest }, index) => ({
      household_id: householdId,
      id: suggestionIds[index]!,
      transaction_id: ids.transactions.get(transaction)!,
      expense_id: ids.expenses.get(expense)!,
      member_id: idOf(ids.members, member),
      why: readWhy(ids, why),
      ...rest,
    })),
  )
}

/**
 * Stores the history of an exported household: transfers and moves by hand, the ledger, the paydays and the balances
 * that people stated.
 */
export async function loadMovements(loading: Loading, { state }: Document): Promise<void> {
  if (!state) return
  const { db, householdId, ids } = loading
  const transferIds = ascendingIds(loading, state.expense_transfers.length)
  await insertRows(
    db,
    'expense_transfers',
    state.expense_transfers.map(({ from, to, member, key, ...transfer }, index) => ({
      household_id: householdId,
      id: transferIds[index]!,
      ...transfer,
      from_expense_id: ids.expenses.get(from)!,
      to_expense_id: ids.expenses.get(to)!,
      member_id: ids.members.get(member)!,
      key_id: idOf(ids.keys, key),
    })),
  )
  const moveIds = ascendingIds(loading, state.expense_moves.length)
  await insertRows(
    db,
    'expense_moves',
    state.expense_moves.map(({ expense, ...move }, index) => ({
      household_id: householdId,
      id: moveIds[index]!,
      ...move,
      expense_id: ids.expenses.get(expense)!,
    })),
  )
  const entryIds = ascendingIds(loading, state.ledger.length)
  await insertRows(
    db,
    'ledger_entries',
    state.ledger.map(({ from, to, transaction, transfer, ...entry }, index) => ({
      household_id: householdId,
      id: entryIds[index]!,
      ...entry,
      from_expense_id: idOf(ids.expenses, from),
      to_expense_id: idOf(ids.expenses, to),
      transaction_id: idOf(ids.transactions, transaction),
      transfer_id: transfer === null ? null : transferIds[transfer]!,
    })),
  )
  await insertRows(
    db,
    'paydays',
    state.paydays.map(({ funding_schedule, ...payday }) => ({
      household_id: householdId,
      funding_schedule_id: ids.funding_schedules.get(funding_schedule)!,
      ...payday,
    })),
  )
  await insertRows(
    db,
    'payday_fundings',
    state.payday_fundings.map(({ expense, ...funding }) => ({
      household_id: householdId,
      expense_id: ids.expenses.get(expense)!,
      ...funding,
    })),
  )
  await loadStated(loading, state)
}

/** Stores the balances that people stated. */
async function loadStated(loading: Loading, state: NonNullable<Document['state']>): Promise<void> {
  const { db, householdId, ids } = loading
  const statedIds = ascendingIds(loading, state.stated_balances.length)
  await insertRows(
    db,
    'stated_balances',
    state.stated_balances.map(({ account, transaction, ...stated }, index) => ({
      household_id: householdId,
      id: statedIds[index]!,
      ...stated,
      account_id: ids.accounts.get(account)!,
      transaction_id: idOf(ids.transactions, transaction),
    })),
  )
}
