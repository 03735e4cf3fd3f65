import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { remember } from '#web/shell/history.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Group } from './expense.ts'
import { type Position, positionOf, putBefore, reposition } from './order.ts'

type GroupMove = { readonly kind: 'group'; readonly id: string; readonly before: string | null }
type Move = { readonly kind: 'expense'; readonly id: string; readonly to: Position } | GroupMove

const KEY = ['plan order']
const EXPENSES = ask('GET /expenses').queryKey
const GROUPS = ask('GET /expense-groups').queryKey

/** Moves Expenses and groups: on the screen at once, on the server one after another. Each move can be undone. */
export function usePlacing() {
  const text = useText()
  const queries = useQueryClient()
  const { mutateAsync: send } = useMutation({
    mutationKey: KEY,
    scope: { id: KEY[0]! },
    onMutate: async (move: Move) => {
      const queryKey = move.kind === 'expense' ? EXPENSES : GROUPS
      await queries.cancelQueries({ queryKey })
      if (move.kind === 'expense') {
        queries.setQueryData(EXPENSES, (all) => all && [...reposition(all, move.id, move.to)])
      } else {
        queries.setQueryData(GROUPS, (all) => all && orderOf(all, move))
      }
    },
    mutationFn: (move: Move): Promise<unknown> => {
      if (move.kind === 'expense') {
        return call('PUT /expenses/{id}/place', { params: { id: move.id }, body: move.to })
      }
      const ids = orderOf(queries.getQueryData(GROUPS) ?? [], move).map(({ id }) => id)
      return call('PUT /expense-groups/order', { body: { ids } })
    },
    // A refetch between two moves would show the second one reverted, so only the last move refetches.
    onSettled: () => (queries.isMutating({ mutationKey: KEY }) > 1 ? undefined : refresh(queries)),
  })
  const move = (there: Move, back: Move, words: string) =>
    void send(there).then(
      () => remember({ words, undo: () => send(back), redo: () => send(there) }, text),
      (error: unknown) => toast(failureText(error, text)),
    )
  return {
    /** Moves an Expense and announces it with `words`. */
    placeExpense: (id: string, to: Position, words: string) => {
      const was = positionOf(id, queries.getQueryData(EXPENSES) ?? [])
      if (was) move({ kind: 'expense', id, to }, { kind: 'expense', id, to: was }, words)
    },
    /** Moves a group before another one, or to the end. */
    placeGroup: (id: string, before: string | null, words: string) => {
      const groups = queries.getQueryData(GROUPS) ?? []
      const was = groups[groups.findIndex((one) => one.id === id) + 1]?.id ?? null
      move({ kind: 'group', id, before }, { kind: 'group', id, before: was }, words)
    },
  }
}

function orderOf(groups: readonly Group[], { id, before }: GroupMove): Group[] {
  const group = groups.find((one) => one.id === id)
  return group ? [...putBefore(groups, group, (other) => other.id === before)] : [...groups]
}
