import { addCents, type Cents } from '#/core/values/cents.ts'
import { type Day, dayAt } from '#/core/values/day.ts'
import { mapInTurns } from '#/platform/runtime/breathe.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { expenses } from './contract.ts'
import { loadExpenses, readingDay, toHoldings } from './holdings.ts'
import { readHolding, type ExpenseFigures } from '#/budget/expenses/rules/reserve.ts'

/** `GET /expenses/summary` adds all Expenses up. Balances include `extraReserve`, so it is not added again. */
export const summarizeExpenses: Act<typeof expenses.summarizeExpenses> = async (call) => {
  const { householdId, currency, zone } = call.caller
  const rows = await loadExpenses(call.db, householdId)
  const day = readingDay(rows, dayAt(call.now(), zone))
  const all = await mapInTurns(toHoldings(rows), (holding, index) => ({
    ...readHolding(holding, day),
    type: rows[index]!.type,
    target: rows[index]!.target_amount ?? 0,
  }))
  const remaining = all.map(({ target, balance, spentAmount }) => {
    return Math.max(0, target - balance - spentAmount)
  })
  const types = (['expense', 'goal', 'credit_card'] as const).map((type) => {
    const some = all.filter((one) => one.type === type)
    return {
      type,
      count: some.length,
      set_aside: addCents(...some.map(({ balance }) => balance)),
      target: addCents(...some.map(({ target }) => target)),
    }
  })
  return {
    currency,
    expense_count: all.length,
    total_set_aside: addCents(...all.map(({ balance }) => balance)),
    total_target: addCents(...all.map(({ target }) => target)),
    total_remaining: addCents(...remaining),
    total_reserve: addCents(...all.map(({ extraReserve }) => extraReserve)),
    total_shortfall: addCents(...all.map(({ reserveShortfall }) => reserveShortfall)),
    next_contribution: nextContribution(all),
    by_type: types.filter(({ count }) => count > 0),
  }
}

/** Finds the first payday that funds any Expense, and the sum of its contributions. */
function nextContribution(all: readonly ExpenseFigures[]): { date: Day; amount: Cents } | null {
  const dates = all.flatMap(({ nextFundingDate }) => nextFundingDate ?? [])
  const date = dates.toSorted()[0]
  if (date === undefined) return null
  const funded = all.filter(({ nextFundingDate }) => nextFundingDate === date)
  return {
    date,
    amount: addCents(...funded.map((one) => one.ordinaryContribution + one.fundAheadContribution)),
  }
}
