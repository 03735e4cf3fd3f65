import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { useSend } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { useDraft } from '#web/edits/use-draft.ts'
import { useText } from '#web/text/text.tsx'
import { PanelForm } from '#web/ui/panel-form.tsx'
import { Form } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { changesOf, type Draft, draftOf, emptyDraft, type Schedule, termsOf } from './schedule.ts'
import { ScheduleFields } from './schedule-fields.tsx'

type Props = { readonly schedule: Schedule | undefined; readonly onClose: () => void }

/** Creates a schedule of paydays, or edits one. */
export function ScheduleDialog({ schedule, onClose }: Props) {
  const text = useText()
  const words = text.paydays.form
  const { data: home, error } = useQuery(ask('GET /home'))
  return (
    <PanelForm
      title={schedule ? words.edit(schedule.name) : words.create}
      action={schedule ? text.ui.save : text.ui.add}
      start={home}
      error={error}
      onClose={onClose}
    >
      {({ today, currency }, form) => (
        <ScheduleForm
          form={form}
          schedule={schedule}
          start={schedule ? draftOf(schedule) : emptyDraft(today)}
          currency={currency}
          onDone={onClose}
        />
      )}
    </PanelForm>
  )
}

type FormProps = {
  readonly form: string
  readonly schedule: Schedule | undefined
  /** The fields as the schedule has them now, or those of a new one. */
  readonly start: Draft
  readonly currency: string
  readonly onDone: () => void
}

function ScheduleForm({ form, schedule, start, currency, onDone }: FormProps) {
  const words = useText().paydays
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const finish = (said: string) => {
    toast(said)
    onDone()
  }
  const create = useSend('POST /funding-schedules', {
    onDone: () => finish(words.done.created(draft.name)),
  })
  const change = useSend('PATCH /funding-schedules/{id}', {
    onDone: () => finish(words.done.changed(draft.name)),
  })
  const error = create.error ?? change.error
  const { draft, stored, updated_at, edit } = useDraft(schedule ?? null, { fields: start, error })
  const submit = () => {
    if (create.isPending || change.isPending) return
    const terms = termsOf(draft)
    if (!schedule) return create.mutate({ body: terms, idempotencyKey })
    const changed = changesOf(termsOf(stored), terms)
    if (Object.keys(changed).length === 0) return onDone()
    const body = { ...changed, expected_updated_at: updated_at }
    change.mutate({ params: { id: schedule.id }, body })
  }
  return (
    <Form id={form} onSubmit={submit}>
      <ScheduleFields draft={draft} currency={currency} error={error} onChange={edit} />
      {schedule && <p className="soft">{words.form.change}</p>}
    </Form>
  )
}
