import { useQueryClient } from '@tanstack/react-query'
import { call, makeIdempotencyKey } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import type { Input, Output } from '#web/calls/operations.ts'
import { remember } from '#web/shell/history.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { toast } from '#web/ui/toast.ts'

export type Way = 'fund' | 'release'

type Subject = { readonly id: string; readonly name: string }
type Moved = Output<'POST /expenses/{id}/fund'>

/**
 * Announces money that was set aside or taken back, and offers to undo it. If only a part of it can be moved back, the
 * undo says so.
 */
export function useMovedByHand() {
  const text = useText()
  const { money } = useFormats()
  const queries = useQueryClient()
  return (way: Way, { id, name }: Subject, { move_id, amount, currency }: Moved) => {
    const words = text.plan.byHand
    let last = move_id
    const undo = async () => {
      const { restored, not_restored: rest } = await call('POST /expense-moves/{id}/undo', {
        params: { id: last },
        body: {},
        idempotencyKey: makeIdempotencyKey(),
      })
      if (rest > 0) toast(words.partly(money(restored, currency), money(rest, currency)))
      await refresh(queries)
    }
    const redo = async () => {
      last = (await send(way, { params: { id }, body: { amount } })).move_id
      await refresh(queries)
    }
    const done = way === 'fund' ? words.funded : words.released
    remember({ words: done(money(amount, currency), name), undo, redo }, text)
  }
}

/** Sets money aside by one press: an amount, or all that is missing. Reports a refusal as a toast. */
export function useFundNow() {
  const text = useText()
  const queries = useQueryClient()
  const onMoved = useMovedByHand()
  return async (expense: Subject, body: Input<'POST /expenses/{id}/fund'>['body']) => {
    try {
      onMoved('fund', expense, await send('fund', { params: { id: expense.id }, body }))
    } catch (error) {
      toast(failureText(error, text))
    }
    await refresh(queries)
  }
}

function send(way: Way, input: Input<'POST /expenses/{id}/fund'>): Promise<Moved> {
  const keyed = { ...input, idempotencyKey: makeIdempotencyKey() }
  return way === 'fund'
    ? call('POST /expenses/{id}/fund', keyed)
    : call('POST /expenses/{id}/release', keyed)
}
