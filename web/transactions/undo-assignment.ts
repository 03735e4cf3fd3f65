import { useSend } from '#web/calls/changes.ts'
import { remember } from '#web/shell/history.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { toast } from '#web/ui/toast.ts'

type Assigned = {
  readonly id: string
  readonly concept: string
  readonly expense_goal_id: string | null
}

/** Returns a function that takes an automatic assignment back. Earmark does not assign such payments again. */
export function useUndoAssignment(): (assigned: Assigned) => void {
  const text = useText()
  const assign = useSend('POST /transactions/{id}/expense')
  return ({ id, concept, expense_goal_id: expense }) => {
    const send = (expense_goal_id: string | null) =>
      assign.mutateAsync({ params: { id }, body: { expense_goal_id } })
    void send(null).then(
      () =>
        remember(
          {
            words: text.assignments.undone(concept),
            undo: () => send(expense),
            redo: () => send(null),
          },
          text,
        ),
      (error: unknown) => toast(failureText(error, text)),
    )
  }
}
