import { notFound } from '#/platform/contract/refusal.ts'
import { processedThrough } from '#/access/households/processed-through.ts'
import { wakeEngine } from '#/access/households/wake-engine.ts'
import { changeRecord } from '#/platform/audited/change.ts'
import { findRecord } from '#/platform/audited/find.ts'
import type { RecordRow } from '#/platform/audited/tables.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { expensesApp } from './app-contract.ts'
import { checkTerms, type WantedTerms } from './check-terms.ts'
import { fitTerms, loadOne } from './fit-terms.ts'
import { closeHistoryOfCard } from './link-card.ts'
import { linkedSchedules, linkSchedules } from './schedule-links.ts'

/**
 * `PATCH /expenses/{id}`. Omitted fields stay as they are. The Expense's money is fitted to the new terms: none is lost,
 * and the part that a lane may no longer hold counts for later payments.
 */
export const changeExpense: Act<typeof expensesApp.changeExpense> = async (
  acting,
  { params, body },
) => {
  const { expected_updated_at: expected, funding_schedule_ids: schedules, ...fields } = body
  const row = await findLiveExpense(acting, params.id)
  const through = processedThrough(acting)
  const linked = await linkedSchedules(acting, row.id)
  await checkTerms(acting, {
    id: row.id,
    terms: { ...row, ...given(fields), funding_schedule_ids: schedules ?? linked } as WantedTerms,
    sent: (field) => body[field as keyof typeof body] !== undefined,
    processedThrough: through,
  })
  const before = await loadOne(acting, row.id)
  const { changed, ...version } = await changeRecord(acting, 'expenses', {
    row,
    set: fields,
    expected,
    also: {
      before: { funding_schedule_ids: linked.toSorted() },
      after: { funding_schedule_ids: schedules?.toSorted() },
    },
  })
  if (!changed) return version
  if (schedules) await linkSchedules(acting, row.id, schedules)
  const { card_account_id: card } = fields
  if (card !== undefined && card !== row.card_account_id) await closeHistoryOfCard(acting, card)
  await fitTerms(acting, before, through)
  await wakeEngine(acting)
  return version
}

/** Finds an Expense that is not archived. Throws `resource_not_found`. */
export async function findLiveExpense(acting: Acting, id: string): Promise<RecordRow<'expenses'>> {
  const row = await findRecord(acting, 'expenses', { id })
  if (row.archived_at !== null) throw notFound('id')
  return row
}

function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
