import { notFound } from '#/platform/contract/refusal.ts'
import { changeRecord } from '#/platform/audited/change.ts'
import { findRecord } from '#/platform/audited/find.ts'
import type { Act, Acting } from '#/platform/runtime/call.ts'
import type { cardsApp } from './app-contract.ts'

/** `POST /uncovered-cards/{id}/dismiss`: nobody in the household is asked again to cover this card. */
export const dismissCard: Act<typeof cardsApp.dismissCard> = (acting, { params }) =>
  answer(acting, params.id, { verb: 'dismiss_cover', at: acting.now() })

/** `POST /uncovered-cards/{id}/restore` takes the dismissal back. */
export const restoreCard: Act<typeof cardsApp.restoreCard> = (acting, { params }) =>
  answer(acting, params.id, { verb: 'restore_cover', at: null })

async function answer(
  acting: Acting,
  id: string,
  { verb, at }: { readonly verb: string; readonly at: Temporal.Instant | null },
) {
  const row = await findRecord(acting, 'accounts', { id })
  if (row.hidden || row.closed_at !== null || row.type !== 'credit') throw notFound('id')
  // A second dismissal keeps the time of the first.
  if ((row.card_dismissed_at === null) !== (at === null)) {
    await changeRecord(acting, 'accounts', {
      row,
      set: { card_dismissed_at: at },
      expected: undefined,
      verb,
    })
  }
  return { success: true as const }
}
