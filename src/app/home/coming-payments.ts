import { lookOf } from '#/budget/expenses/look.ts'
import { kindOf } from '#/budget/expenses/rules/holding.ts'
import type { HouseholdState } from '#/budget/funding/engine-state.ts'
import type { Forecast } from '#/budget/funding/rules/forecast.ts'
import type { Day } from '#/core/values/day.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import { comingUp } from './coming-up.ts'
import type { home } from './contract.ts'

/** Lists the payments due in a span of days, with the names and faces of their Expenses, for Home and the calendar. */
export function comingPayments(
  state: HouseholdState,
  played: Forecast,
  span: { readonly today: Day; readonly through: Day },
): Answer<typeof home.showHome>['coming_up'] {
  const rows = new Map(
    state.rows.map((row, index) => [row.id, { row, terms: state.holdings[index]!.terms }]),
  )
  return comingUp(state.holdings, played, span).map(({ id, ...payment }) => {
    const { row, terms } = rows.get(id)!
    const kind = kindOf(terms)
    return {
      expense_id: id,
      name: row.name,
      look: lookOf(row),
      kind: kind === 'card' || kind === 'goal' || kind === 'one_off' ? kind : 'bill',
      ...payment,
    }
  })
}
