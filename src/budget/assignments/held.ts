import type { Database } from '#/platform/database/database.ts'
import type { Holding } from '#/budget/expenses/rules/holding.ts'
import { loadTouched } from '#/budget/expenses/holdings.ts'
import { moveMoney } from '#/budget/expenses/move-money.ts'
import type { WriteContext } from '#/platform/runtime/write-context.ts'

/** The money in an Expense, as noted before and after a change that can be undone. */
export type Held = Pick<Holding, 'id' | 'cycle' | 'lanes'> & { readonly archived: boolean }

/** Loads the money in some Expenses, ordered by id. */
export async function loadHeld(
  db: Database,
  householdId: string,
  ids: readonly string[],
): Promise<Held[]> {
  const holdings = await loadTouched(db, householdId, { ids })
  return holdings
    .map(({ id, cycle, lanes, archived }) => ({ id, cycle, lanes, archived }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Restores the Expenses lane by lane. Only correct if no money has moved in them since. */
export async function restoreHeld(
  writer: WriteContext,
  held: readonly Held[],
  transactionId: string,
): Promise<void> {
  const ids = held.map(({ id }) => id)
  const before = await loadTouched(writer.db, writer.caller.householdId, { ids })
  const states = new Map(held.map((one) => [one.id, one]))
  await moveMoney(writer, {
    before,
    after: before.map((holding) => ({ ...holding, ...states.get(holding.id)! })),
    reason: 'assignment',
    transactionId,
  })
}
