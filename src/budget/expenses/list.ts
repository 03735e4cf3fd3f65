import { dayAt } from '#/core/values/day.ts'
import { mapInTurns } from '#/platform/runtime/breathe.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { expenses } from './contract.ts'
import { type ExpenseRow, loadExpenses, readingDay, toHoldings } from './holdings.ts'
import { readHolding, type Reading } from '#/budget/expenses/rules/reserve.ts'

/** `GET /expenses`: what each Expense holds, and what the rules read from that today. */
export const listExpenses: Act<typeof expenses.listExpenses> = async (call) => {
  const { householdId, currency, zone } = call.caller
  const rows = await loadExpenses(call.db, householdId)
  const day = readingDay(rows, dayAt(call.now(), zone))
  return mapInTurns(toHoldings(rows), (holding, index) =>
    toWire(rows[index]!, readHolding(holding, day), currency),
  )
}

function toWire(row: ExpenseRow, reading: Reading, currency: string) {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    target_amount: row.target_amount,
    balance: reading.balance,
    funding_priority: row.funding_priority,
    ...(row.recurrence_interval_months !== null && {
      recurrence_interval_months: row.recurrence_interval_months,
    }),
    recurrence_anchor_date: row.recurrence_anchor_date,
    fund_ahead_payment_count: row.fund_ahead_payment_count,
    fund_ahead_build_by: row.fund_ahead_build_by,
    ordinaryBalance: reading.ordinaryBalance,
    extraReserve: reading.extraReserve,
    reserveGoal: reading.reserveGoal,
    reserveShortfall: reading.reserveShortfall,
    ordinaryContribution: reading.ordinaryContribution,
    fundAheadContribution: reading.fundAheadContribution,
    paymentsReserved: reading.paymentsReserved,
    group_id: row.group_id,
    card_account_id: row.card_account_id,
    funding_schedule_ids: row.funding_schedule_ids,
    currency,
    due_date: reading.nextDueDate,
    next_payment_amount: reading.nextPaymentAmount,
    ready_amount: reading.readyAmount,
    spent_amount: reading.spentAmount,
    next_contribution_date: reading.nextFundingDate,
    next_contribution_amount: reading.ordinaryContribution + reading.fundAheadContribution,
    on_track: reading.onTrack,
    is_behind: !reading.onTrack,
    is_paused: row.paused,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
