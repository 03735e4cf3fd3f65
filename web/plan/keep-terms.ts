import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/calls/call.ts'
import { refresh, useSend } from '#web/calls/changes.ts'
import { CallFailure } from '#web/calls/failure.ts'
import type { Input } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { changedFields } from '#web/edits/changed-fields.ts'
import { remember } from '#web/shell/history.ts'
import { useText } from '#web/text/text.tsx'

type Change = Input<'PATCH /expenses/{id}'>['body']
type Terms = Pick<Change, 'target_amount' | 'recurrence_anchor_date'>

type Options = {
  /** The present values of the terms that change, for the undo. */
  readonly before: Terms
  readonly expected_updated_at?: string
  readonly onDone?: () => void
}

/**
 * Saves terms that were tried. Undo restores the terms, not the lanes that money has changed since, and not if somebody else has
 * changed these terms.
 */
export function useKeepTerms(
  { id, name }: { readonly id: string; readonly name: string },
  terms: Terms,
  { before, onDone, ...expected }: Options,
) {
  const text = useText()
  const queries = useQueryClient()
  const params = { id }
  const change = useSend('PATCH /expenses/{id}', {
    onDone: (_, { body: { expected_updated_at: __, ...kept } }) => {
      const replace = async (present: Terms, body: Terms) => {
        const all = await queries.fetchQuery({ ...ask('GET /expenses'), staleTime: 0 })
        const now = all.find((one) => one.id === id)
        const others = now ? changedFields<Terms>(now, present) : {}
        if (Object.keys(others).length > 0) throw new CallFailure('edit_conflict')
        await call('PATCH /expenses/{id}', { params, body })
        await refresh(queries)
      }
      onDone?.()
      remember(
        {
          words: text.plan.done.changed(name),
          undo: () => replace(kept, before),
          redo: () => replace(before, kept),
        },
        text,
      )
    },
  })
  const send = () => change.mutate({ params, body: { ...terms, ...expected } })
  return { send, error: change.error, isPending: change.isPending }
}
