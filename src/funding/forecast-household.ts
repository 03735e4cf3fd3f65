import type { Answer } from '#/contract/endpoint.ts'
import { balanceOf } from '#/expenses/holding.ts'
import { addCents } from '#/values/cents.ts'
import { addMonths, dayAt } from '#/values/day.ts'
import type { Handle } from '#/world/call.ts'
import type { World } from '#/world/world.ts'
import { loadEngineState } from './engine-state.ts'
import type { forecasting } from './forecast-contract.ts'
import { stillOpen } from './continue-payday.ts'
import { forecast, type ForecastEvent } from './forecast.ts'
import { listWaits } from './payday-waits.ts'
import { monthsOf } from './forecast-months.ts'

export type HouseholdForecast = Answer<typeof forecasting.showForecast>

/** `GET /forecast`: what the coming months will do. */
export const showForecast: Handle<typeof forecasting.showForecast> = (call, { query }) =>
  forecastHousehold(call, call.caller.householdId, query.months)

/** Plays a household that exists so many months forward from today, after two reads. Changes nothing. */
export async function forecastHousehold(
  { db, now }: Pick<World, 'db' | 'now'>,
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

/** An event as the API writes it. */
export function writeEvent({ day, ...event }: ForecastEvent) {
  return { ...event, date: day }
}
