import type { Answer } from '#/platform/contract/endpoint.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { readingDay } from '#/budget/expenses/holdings.ts'
import { explainHolding, type Part } from '#/budget/expenses/rules/explain.ts'
import { addDays, type Day, dayAt } from '#/core/values/day.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { stillOpen } from '#/budget/funding/rules/continue-payday.ts'
import { type HouseholdState, loadEngineState } from './engine-state.ts'
import type { forecasting } from './forecast-contract.ts'
import { listWaits } from './payday-waits.ts'
import { type Served, servePayday, type Service } from '#/budget/funding/rules/plan.ts'
import { processDays } from '#/budget/funding/rules/process-days.ts'

export type ExpenseExplanation = Answer<typeof forecasting.explainExpense>

/** `GET /expenses/{id}/explanation` */
export const showExplanation: Act<typeof forecasting.explainExpense> = (call, { params }) =>
  explainExpense(call, call.caller.householdId, params.id)

/**
 * Explains the next contribution of an Expense: the inputs of its formula, the part that today's money will pay, and the
 * Expenses served before it with their amounts. Changes nothing. Throws `resource_not_found`.
 */
export async function explainExpense(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  householdId: string,
  expenseId: string,
): Promise<ExpenseExplanation> {
  const state = await loadEngineState(db, householdId)
  const index = state.holdings.findIndex(({ id }) => id === expenseId)
  if (index === -1) throw notFound('id')
  const today = dayAt(now(), state.zone)
  const waits = await listWaits(db, householdId)
  const explained = explainHolding(state.holdings[index]!, readingDay(state.rows, today))
  const { kind, payday, due, target, lanes, lanesThen, payments, ordinary, ahead } = explained
  const service = payday === null ? null : serviceOn(payday, state)
  const names = new Map(state.rows.map(({ id, name }) => [id, name]))
  const write = (part: Part, pass: readonly Served[] | undefined) => {
    const place = pass?.findIndex(({ id }) => id === expenseId) ?? -1
    const before = place === -1 ? [] : pass!.slice(0, place)
    return {
      ...part,
      dates: [...part.dates],
      funded: pass ? (pass[place]?.funded ?? 0) : null,
      before: before.map(({ id, ...served }) => ({
        expense_id: id,
        name: names.get(id)!,
        ...served,
      })),
    }
  }
  return {
    expense_id: expenseId,
    name: state.rows[index]!.name,
    currency: state.currency,
    kind,
    payday,
    due_date: due,
    target_amount: target,
    lanes,
    lanes_then: lanesThen,
    payments,
    waiting: stillOpen(state, waits, { today, expenseId }),
    available: service?.available ?? null,
    ordinary: write(ordinary, service?.ordinary),
    fund_ahead: write(ahead, service?.ahead),
  }
}

/** Plans the payday as it will be if only the engine changes anything on the days before it. */
function serviceOn(payday: Day, state: HouseholdState): Service {
  const { holdings, freeToSpend } = processDays(state, addDays(payday, -1))
  return servePayday({ payday, holdings, freeToSpend, floor: state.floor })
}
