import { useId, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import { readLocalMoment } from '#web/text/formats.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Form, Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'

/** Sends all events since a given time again, for a receiver that was unreachable. */
export function ReplayEvents({
  id,
  onClose,
}: {
  readonly id: string
  readonly onClose: () => void
}) {
  const text = useText()
  const words = text.developers.webhooks
  const form = useId()
  const [typed, setTyped] = useState('')
  const replay = useSend('POST /webhooks/{id}/replay', {
    onDone: ({ queued }) => {
      toast(words.replayed(queued))
      onClose()
    },
  })
  const submit = () => {
    const since = readLocalMoment(typed)
    if (since !== null) replay.mutate({ params: { id }, body: { since } })
  }
  return (
    <Dialog
      title={words.replayTitle}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={replay.isPending}>
            {words.replay}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        {replay.error && <Failed error={replay.error} />}
        <Words>{words.replayWords}</Words>
        <TextField
          label={words.since}
          type="datetime-local"
          required
          value={typed}
          fault={faultOf(replay.error, 'since')}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Form>
    </Dialog>
  )
}
