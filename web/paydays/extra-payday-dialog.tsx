import { type FormEvent, useId, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Schedule } from './schedule.ts'

/** Adds a single payday outside the schedule. */
export function ExtraPaydayDialog({
  schedule,
  onClose,
}: {
  readonly schedule: Schedule
  readonly onClose: () => void
}) {
  const text = useText()
  const formats = useFormats()
  const form = useId()
  const words = text.paydays
  const [day, setDay] = useState('')
  const add = useSend('POST /funding-schedules/{id}/extra-paydays', {
    onDone: () => {
      toast(words.done.added(formats.day(day)))
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    const body = { day, expected_updated_at: schedule.updated_at }
    add.mutate({ params: { id: schedule.id }, body })
  }
  const fault = faultOf(add.error, 'day')
  return (
    <Dialog
      title={words.addOne}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={add.isPending}>
            {text.ui.add}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        {add.error && fault === null && <Failed error={add.error} />}
        <TextField
          label={words.form.extraDay}
          hint={words.form.extraHint}
          type="date"
          value={day}
          required
          autoFocus
          fault={fault}
          onChange={(event) => setDay(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
