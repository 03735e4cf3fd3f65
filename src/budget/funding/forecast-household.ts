import type { Answer } from '#/platform/contract/endpoint.ts'
import { balanceOf } from '#/budget/expenses/rules/holding.ts'
import { addCents } from '#/core/values/cents.ts'
import { addMonths, dayAt } from '#/core/values/day.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { loadEngineState } from './engine-state.ts'
import type { forecasting } from './forecast-contract.ts'
import { stillOpen } from '#/budget/funding/rules/continue-payday.ts'
import { forecast, type ForecastEvent } from '#/budget/funding/rules/forecast.ts'
import { listWaits } from './payday-waits.ts'
import { monthsOf } from '#/budget/funding/rules/forecast-months.ts'

export type HouseholdForecast = Answer<typeof forecasting.showForecast>

/** `GET /forecast` */
export const showForecast: Act<typeof forecasting.showForecast> = (call, { query }) =>
  forecastHousehold(call, call.caller.householdId, query.months)

/** Forecasts a household for `months` months from today. Two reads; changes nothing. */
export async function forecastHousehold(
  { db, now }: Pick<Runtime, 'db' | 'now'>,
  householdId: string,
  months: number,
): Promise<HouseholdForecast> {
  const state = await loadEngineState(db, householdId)
  const waits = await listWaits(db, householdId)
  const { holdings, rows, freeToSpend, currency } = state
  const from = dayAt(now(), state.zone)
  const through = addMonths(from, months)
  const played = forecast({ ...state, through })
  const balances = holdings.map(({ lanes }) => balanceOf(lanes))
  return {
    currency,
    from,
    through,
    free_to_spend: freeToSpend,
    set_aside: addCents(...balances),
    waiting: stillOpen(state, waits, { today: from }),
    paydays: played.paydays.map(({ day, deposit, planned, funded, freeToSpend: left }) => {
      return { date: day, deposit, planned, funded, free_to_spend: left! }
    }),
    months: monthsOf(played, { from, through, balances, freeToSpend }).map(
      ({ setAside, freeToSpend: left, ...month }) => {
        return { ...month, set_aside: setAside, free_to_spend: left! }
      },
    ),
    expenses: played.expenses.map(({ id, funded, events }, index) => ({
      expense_id: id,
      name: rows[index]!.name,
      balance: balances[index]!,
      funded,
      events: events.map(writeEvent),
    })),
  }
}

/** Formats an event for the API. */
export function writeEvent({ day, ...event }: ForecastEvent) {
  return { ...event, date: day }
}
