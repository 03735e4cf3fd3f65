import { useSend, useSendOnce } from '#web/calls/changes.ts'
import type { Input } from '#web/calls/operations.ts'
import { remember } from '#web/shell/history.ts'
import { useText } from '#web/text/text.tsx'
import { useReportAnswered } from '#web/transactions/assignment-answered.ts'

/** Answers an offer, with an undo. Says calmly if somebody else was quicker. */
export function useAnswers(
  expense: { readonly id: string; readonly name: string },
  transaction_ids: string[],
) {
  const text = useText()
  const words = text.assignments.past
  const link = { expense_id: expense.id, transaction_ids }
  const restore = useSend('POST /past-payments/restore')
  const acceptAgain = useSend('POST /past-payments/accept')
  const accept = useSendOnce('POST /past-payments/accept', {
    onDone: ({ transaction_ids: linked }) => {
      const body = { ...link, transaction_ids: linked }
      remember(
        {
          words: words.accepted(linked.length, expense.name),
          undo: () => restore.mutateAsync({ body }),
          redo: () => acceptAgain.mutateAsync({ body }),
        },
        text,
      )
    },
  })
  const leave = useLeave(transaction_ids, words.left(expense.name))
  const report = useReportAnswered()
  return {
    accept: { isPending: accept.isPending, send: () => accept.send({ body: link }, report) },
    leave,
  }
}

type Links = Input<'POST /past-payments/accept-all'>['body']['links']

/** Answers all offers by one request, so that nothing is half done, and with one undo. */
export function useAllAnswers(links: Links) {
  const text = useText()
  const words = text.assignments.past
  const restore = useSend('POST /past-payments/restore-all')
  const acceptAgain = useSend('POST /past-payments/accept-all')
  const accept = useSendOnce('POST /past-payments/accept-all', {
    onDone: ({ links: linked }) => {
      const body = { links: linked }
      remember(
        {
          words: words.acceptedAll(linked.flatMap(({ transaction_ids: ids }) => ids).length),
          undo: () => restore.mutateAsync({ body }),
          redo: () => acceptAgain.mutateAsync({ body }),
        },
        text,
      )
    },
  })
  const ids = links.flatMap(({ transaction_ids }) => transaction_ids)
  const leave = useLeave(ids, words.leftAll(ids.length))
  const report = useReportAnswered()
  return {
    accept: { isPending: accept.isPending, send: () => accept.send({ body: { links } }, report) },
    leave,
  }
}

/** Leaves payments as they are, with an undo. */
function useLeave(transaction_ids: string[], words: string) {
  const text = useText()
  const body = { transaction_ids }
  const restore = useSend('POST /past-payments/restore')
  const leaveAgain = useSend('POST /past-payments/dismiss')
  const leave = useSendOnce('POST /past-payments/dismiss', {
    onDone: () =>
      remember(
        {
          words,
          undo: () => restore.mutateAsync({ body }),
          redo: () => leaveAgain.mutateAsync({ body }),
        },
        text,
      ),
  })
  const report = useReportAnswered()
  return { isPending: leave.isPending, send: () => leave.send({ body }, report) }
}
