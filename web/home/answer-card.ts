import { useQueryClient } from '@tanstack/react-query'
import { call, makeIdempotencyKey } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import { remember } from '#web/shell/history.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import type { HomeData } from './home-data.ts'

/** A card that owes money for which nothing is set aside, as Home asks about it. */
export type UncoveredCard = Extract<HomeData['needs'][number], { kind: 'card' }>

/** Picks the cards that Home asks about. */
export function cardsOf({ needs }: HomeData): readonly UncoveredCard[] {
  return needs.flatMap((need) => (need.kind === 'card' ? [need] : []))
}

/** Covers a card, or dismisses the question. Both can be undone; then the question is there again. */
export function useAnswerCard({ account_id: id, name }: UncoveredCard, currency: string) {
  const text = useText()
  const { money } = useFormats()
  const queries = useQueryClient()
  const words = text.home.card
  const card = { params: { id }, body: {} }
  const cover = async () => {
    const idempotencyKey = makeIdempotencyKey()
    const covered = await call('POST /uncovered-cards/{id}/cover', { ...card, idempotencyKey })
    await refresh(queries)
    return covered
  }
  return {
    cover: async () => {
      let { expense_id, set_aside } = await cover()
      remember(
        {
          words: words.covered(name, money(set_aside, currency)),
          undo: async () => {
            await call('POST /expenses/{id}/archive', { params: { id: expense_id }, body: {} })
            await refresh(queries)
          },
          redo: async () => {
            ;({ expense_id, set_aside } = await cover())
          },
        },
        text,
      )
    },
    dismiss: async () => {
      const answer = async (
        operation: 'POST /uncovered-cards/{id}/dismiss' | 'POST /uncovered-cards/{id}/restore',
      ) => {
        await call(operation, card)
        await refresh(queries)
      }
      const dismiss = () => answer('POST /uncovered-cards/{id}/dismiss')
      await dismiss()
      remember(
        {
          words: words.dismissed(name),
          undo: () => answer('POST /uncovered-cards/{id}/restore'),
          redo: dismiss,
        },
        text,
      )
    },
  }
}
