import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import type { Input } from '#web/calls/operations.ts'
import { remember } from '#web/shell/history.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { toast } from '#web/ui/toast.ts'

type Proposal = Input<'POST /proposals/dismiss'>['body']
type Answer = 'POST /proposals/dismiss' | 'POST /proposals/restore'

/** Dismisses a proposal for the whole household. It can be undone. */
export function useDismissProposal(kind: Proposal['kind']) {
  const text = useText()
  const queries = useQueryClient()
  return ({ name, amount }: Omit<Proposal, 'kind'>) => {
    const answer = async (operation: Answer) => {
      await call(operation, { body: { kind, name, amount } })
      await refresh(queries, ['GET /proposals'])
    }
    const dismiss = () => answer('POST /proposals/dismiss')
    const restore = () => answer('POST /proposals/restore')
    dismiss().then(
      () => {
        const words = text.proposals.dismissed(name)
        remember({ words, undo: restore, redo: dismiss }, text)
      },
      (error: unknown) => toast(failureText(error, text)),
    )
  }
}
