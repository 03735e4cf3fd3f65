import type { Day } from '#/core/values/day.ts'
import type { Acting } from '#/platform/runtime/call.ts'
import { adoptTerms } from '#/budget/expenses/rules/adopt-terms.ts'
import { loadTouched, type TouchedHolding } from './holdings.ts'
import { moveMoney } from './move-money.ts'

/** Loads one Expense, archived or not, for a writer that holds the household's lock. */
export async function loadOne({ db, caller }: Acting, id: string): Promise<TouchedHolding> {
  const [holding] = await loadTouched(db, caller.householdId, { ids: [id] })
  if (!holding) throw new Error(`no such Expense: ${id}`)
  return holding
}

/**
 * Fits an Expense's money to terms that have just been stored: money changes lanes through the ledger, and the upcoming
 * due date becomes the first one after the last processed day. `before` is the Expense as it was.
 */
export async function fitTerms(
  acting: Acting,
  before: TouchedHolding,
  processedThrough: Day,
): Promise<void> {
  const { terms } = await loadOne(acting, before.id)
  const after = adoptTerms(before, terms, processedThrough)
  await moveMoney(acting, { before: [before], after: [after], reason: 'change' })
}
