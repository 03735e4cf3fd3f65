import { dayAt } from '#/core/values/day.ts'
import type { Answer } from '#/platform/contract/endpoint.ts'
import type { Act } from '#/platform/runtime/call.ts'
import { toHoldings } from '#/budget/expenses/holdings.ts'
import type { pastPaymentsApp } from './app-contract.ts'
import { createdDay, loadPast } from './load-past.ts'
import { matchPast } from './match-past.ts'
import { pastMovement } from './past-movement.ts'

type Offers = Answer<typeof pastPaymentsApp.listPastPayments>

/** `GET /past-payments`: one read; the Expenses in the household's order. */
export const listPastPayments: Act<typeof pastPaymentsApp.listPastPayments> = async (
  acting,
  { query },
) => {
  const past = await loadPast(acting)
  const { zone } = acting.caller
  const today = dayAt(acting.now(), zone)
  const matches = Map.groupBy(await matchPast(acting, past), ({ expenseId }) => expenseId)
  const holdings = toHoldings(past.expenses)
  return past.expenses.flatMap((row, index): Offers => {
    const found = matches.get(row.id)
    if (!found || (query.expense_id !== undefined && query.expense_id !== row.id)) return []
    const since = { created: createdDay(row, zone), today }
    let holding = holdings[index]!
    const payments = found.map(({ candidate, why }) => {
      const { id, concept, amount, currency, booked, accountName } = candidate
      const { moved, after } = pastMovement(holding, candidate, since)
      holding = after
      const shown = { id, concept, amount, currency, booked_at: booked, account_name: accountName }
      return { ...shown, why, moves: moved }
    })
    return [{ expense: { id: row.id, name: row.name }, payments }]
  })
}
