import { dayAt } from '#/core/values/day.ts'
import { mapInTurns } from '#/platform/runtime/breathe.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { expenses } from './contract.ts'
import { type ExpenseRow, loadExpenses, readingDay, toHoldings } from './holdings.ts'
import { lookOf } from './look.ts'
import { readHolding, type ExpenseFigures } from '#/budget/expenses/rules/reserve.ts'

/** `GET /expenses` lists what each Expense holds, with the amounts and dates that the rules derive from it today. */
export const listExpenses: Act<typeof expenses.listExpenses> = async (call) => {
  const { householdId, currency, zone } = call.caller
  const rows = await loadExpenses(call.db, householdId)
  const day = readingDay(rows, dayAt(call.now(), zone))
  return mapInTurns(toHoldings(rows), (holding, index) =>
    toWire(rows[index]!, readHolding(holding, day), currency),
  )
}

function toWire(row: ExpenseRow, figures: ExpenseFigures, currency: string) {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    target_amount: row.target_amount,
    balance: figures.balance,
    funding_priority: row.funding_priority,
    ...(row.recurrence_interval_months !== null && {
      recurrence_interval_months: row.recurrence_interval_months,
    }),
    ...(row.recurrence_interval_days !== null && {
      recurrence_interval_days: row.recurrence_interval_days,
    }),
    recurrence_anchor_date: row.recurrence_anchor_date,
    fund_ahead_payment_count: row.fund_ahead_payment_count,
    fund_ahead_build_by: row.fund_ahead_build_by,
    ordinaryBalance: figures.ordinaryBalance,
    extraReserve: figures.extraReserve,
    reserveGoal: figures.reserveGoal,
    reserveShortfall: figures.reserveShortfall,
    ordinaryContribution: figures.ordinaryContribution,
    fundAheadContribution: figures.fundAheadContribution,
    paymentsReserved: figures.paymentsReserved,
    group_id: row.group_id,
    card_account_id: row.card_account_id,
    funding_schedule_ids: row.funding_schedule_ids,
    currency,
    due_date: figures.nextDueDate,
    next_payment_amount: figures.nextPaymentAmount,
    ready_amount: figures.readyAmount,
    spent_amount: figures.spentAmount,
    next_contribution_date: figures.nextFundingDate,
    next_contribution_amount: figures.ordinaryContribution + figures.fundAheadContribution,
    on_track: figures.onTrack,
    is_behind: !figures.onTrack,
    is_paused: row.paused,
    look: lookOf(row),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
