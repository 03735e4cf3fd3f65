import { notFound } from '#/platform/contract/refusal.ts'
import { adoptTerms } from '#/budget/expenses/rules/adopt-terms.ts'
import type { Holding } from '#/budget/expenses/rules/holding.ts'
import { readingDay } from '#/budget/expenses/holdings.ts'
import { readHolding } from '#/budget/expenses/rules/reserve.ts'
import { addMonths, dayAt } from '#/core/values/day.ts'
import type { Handle } from '#/platform/runtime/call.ts'
import { loadEngineState } from './engine-state.ts'
import type { forecasting } from './forecast-contract.ts'
import { writeEvent } from './forecast-household.ts'
import { forecast } from '#/budget/funding/rules/forecast.ts'

const MONTHS = 12

/** `GET /expenses/{id}/preview` forecasts a household as if one Expense had been changed. */
export const previewExpense: Handle<typeof forecasting.previewExpense> = async (
  call,
  { params, query },
) => {
  const state = await loadEngineState(call.db, call.caller.householdId)
  const index = state.holdings.findIndex(({ id }) => id === params.id)
  const present = state.holdings[index]
  if (present === undefined) throw notFound('id')
  const holding = withTerms(present, query, state.processedThrough)
  const today = readingDay(state.rows, dayAt(call.now(), state.zone))
  const { nextFundingDate: date, ...reading } = readHolding(holding, today)
  const { expenses } = forecast({
    ...state,
    holdings: state.holdings.with(index, holding),
    through: addMonths(today, MONTHS),
  })
  const { events } = expenses[index]!
  const amount = reading.ordinaryContribution + reading.fundAheadContribution
  return {
    target_amount: holding.terms.target,
    recurrence_anchor_date: holding.terms.anchor,
    due_date: reading.nextDueDate,
    next_contribution: date === null ? null : { date, amount },
    behind_by: reading.behindBy,
    uncovered: events.reduce((sum, event) => {
      return sum + (event.kind === 'due' ? event.payment - event.covered : 0)
    }, 0),
    events: events.map(writeEvent),
  }
}

type Wanted = Parameters<typeof previewExpense>[1]['query']

/** Applies terms as `PATCH /expenses/{id}` would; omitted fields stay as they are. */
function withTerms(present: Holding, wanted: Wanted, through: Parameters<typeof adoptTerms>[2]) {
  const { target_amount: target, recurrence_anchor_date: anchor } = wanted
  if (target === undefined && anchor === undefined) return present
  const terms = {
    ...present.terms,
    ...(target !== undefined && { target }),
    ...(anchor !== undefined && { anchor }),
  }
  return adoptTerms(present, terms, through)
}
