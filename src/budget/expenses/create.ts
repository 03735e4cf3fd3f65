import { dayAt } from '#/core/values/day.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import { processedThrough } from '#/access/households/processed-through.ts'
import { wakeEngine } from '#/access/households/wake-engine.ts'
import { createRecord } from '#/platform/audited/create.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import { adoptTerms } from '#/budget/expenses/rules/adopt-terms.ts'
import type { expensesApp } from './app-contract.ts'
import { checkTerms } from './check-terms.ts'
import { loadOne } from './fit-terms.ts'
import { freeToSpend } from './free-to-spend.ts'
import { emptyLanes } from '#/budget/expenses/rules/holding.ts'
import { openWith } from '#/budget/expenses/rules/lanes.ts'
import { closeHistoryOfCard } from './link-card.ts'
import { moveMoney } from './move-money.ts'
import { linkSchedules } from './schedule-links.ts'

/**
 * `POST /expenses`. The opening balance is a deposit from free-to-spend, which must be enough. The upcoming due date is
 * the first one after the last processed day.
 */
export const createExpense: Act<typeof expensesApp.createExpense> = async (acting, { body }) => {
  const { balance, funding_schedule_ids, payee, ...fields } = body
  const through = processedThrough(acting)
  await checkTerms(acting, { id: null, terms: body, sent: () => true, processedThrough: through })
  if (balance > 0 && balance > (await freeToSpend(acting))) {
    throw new Refusal('insufficient_free_to_spend', { param: 'balance' })
  }
  const made = await createRecord(acting, 'expenses', {
    values: { ...fields, archived_at: null, ...emptyLanes, cycle: 0 },
    noted: { funding_schedule_ids, balance, ...(payee !== undefined && { payee }) },
  })
  if (payee !== undefined)
    await storePayee(acting, { id: made.id, payee, amount: fields.target_amount })
  await linkSchedules(acting, made.id, funding_schedule_ids)
  await closeHistoryOfCard(acting, fields.card_account_id)
  const before = await loadOne(acting, made.id)
  const opened = { ...before, lanes: openWith(before.terms, balance) }
  const after = adoptTerms(opened, before.terms, through)
  await moveMoney(acting, { before: [before], after: [after], reason: 'opening' })
  await wakeEngine(acting)
  return made
}

/** Remembers the payee of the proposal that an Expense comes from, so that its payments find it. */
async function storePayee(
  { db, caller, now }: Acting,
  {
    id,
    payee,
    amount,
  }: { readonly id: string; readonly payee: string; readonly amount: number | null },
): Promise<void> {
  await db
    .insertInto('expense_payees')
    .values({
      household_id: caller.householdId,
      expense_id: id,
      merchant: payee,
      amount,
      since: dayAt(now(), caller.zone),
    })
    .execute()
}
