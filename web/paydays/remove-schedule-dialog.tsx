import { useSend } from '#web/calls/changes.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Schedule } from './schedule.ts'

/** Asks for confirmation, because removing a schedule is irreversible. */
export function RemoveScheduleDialog({
  schedule: { id, name, updated_at },
  onClose,
}: {
  readonly schedule: Schedule
  readonly onClose: () => void
}) {
  const text = useText()
  const words = text.paydays
  const remove = useSend('DELETE /funding-schedules/{id}', {
    onDone: () => {
      toast(words.done.removed(name))
      onClose()
    },
  })
  const send = () => remove.mutate({ params: { id }, query: { expected_updated_at: updated_at } })
  return (
    <Dialog
      title={words.confirmRemove(name)}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="danger" busy={remove.isPending} onClick={send}>
            {words.remove}
          </Button>
        </>
      }
    >
      {remove.error && <Failed error={remove.error} />}
      <p>{words.confirmWords}</p>
    </Dialog>
  )
}
