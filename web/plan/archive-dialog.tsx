import { useNavigate } from '@tanstack/react-router'
import { useSend } from '#web/calls/changes.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Expense } from './expense.ts'

/** Asks for confirmation, because restoring an Expense does not restore its money. */
export function ArchiveDialog({
  expense: { id, name, balance, currency, updated_at },
  onClose,
}: {
  readonly expense: Expense
  readonly onClose: () => void
}) {
  const text = useText()
  const { money } = useFormats()
  const navigate = useNavigate()
  const words = text.plan.confirm
  const archive = useSend('POST /expenses/{id}/archive', {
    onDone: () => {
      toast(text.plan.done.archived(name))
      void navigate({ to: '/plan' })
    },
  })
  const send = () => archive.mutate({ params: { id }, body: { expected_updated_at: updated_at } })
  return (
    <Dialog
      title={words.archive(name)}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="danger" busy={archive.isPending} onClick={send}>
            {text.plan.archive}
          </Button>
        </>
      }
    >
      {archive.error && <Failed error={archive.error} />}
      <p>{balance > 0 ? words.archiveWords(money(balance, currency)) : words.archiveEmpty}</p>
    </Dialog>
  )
}
