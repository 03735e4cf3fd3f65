import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { useSend } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { changedFields } from '#web/edits/changed-fields.ts'
import { useDraft } from '#web/edits/use-draft.ts'
import { useText } from '#web/text/text.tsx'
import { PanelForm } from '#web/ui/panel-form.tsx'
import { Form } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Draft, draftOf, emptyDraft, termsOf } from './draft.ts'
import type { Expense } from './expense.ts'
import { ExpenseFields } from './expense-fields.tsx'

type Props = { readonly expense?: Expense; readonly onClose: () => void }

/** Creates an Expense, or edits one. */
export function ExpenseDialog({ expense, onClose }: Props) {
  const text = useText()
  const words = text.plan.form
  // A new Expense is funded by every payday, so the schedules must be loaded first.
  const { data: schedules, error } = useQuery(ask('GET /funding-schedules'))
  const draft = expense
    ? draftOf(expense)
    : schedules && emptyDraft(schedules.filter(({ enabled }) => enabled).map(({ id }) => id))
  return (
    <PanelForm
      title={expense ? words.edit(expense.name) : words.create}
      action={expense ? text.ui.save : text.ui.add}
      start={draft}
      error={error}
      onClose={onClose}
    >
      {(start, form) => (
        <ExpenseForm form={form} expense={expense} start={start} onDone={onClose} />
      )}
    </PanelForm>
  )
}

type FormProps = {
  readonly form: string
  readonly expense: Expense | undefined
  /** The fields as the Expense has them now, or those of a new one. */
  readonly start: Draft
  readonly onDone: () => void
}

function ExpenseForm({ form, expense, start, onDone }: FormProps) {
  const { done } = useText().plan
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const finish = (words: string) => {
    toast(words)
    onDone()
  }
  const create = useSend('POST /expenses', { onDone: () => finish(done.created(draft.name)) })
  const change = useSend('PATCH /expenses/{id}', { onDone: () => finish(done.changed(draft.name)) })
  const error = create.error ?? change.error
  const { draft, stored, updated_at, edit } = useDraft(expense ?? null, { fields: start, error })
  const submit = () => {
    if (create.isPending || change.isPending) return
    const terms = termsOf(draft)
    if (!expense) {
      const body = { ...terms, type: draft.type, balance: draft.opening ?? 0 }
      return create.mutate({ body, idempotencyKey })
    }
    const changed = changedFields(termsOf(stored), terms)
    if (Object.keys(changed).length === 0) return onDone()
    const body = { ...changed, expected_updated_at: updated_at }
    change.mutate({ params: { id: expense.id }, body })
  }
  return (
    <Form id={form} onSubmit={submit}>
      <ExpenseFields draft={draft} isNew={expense === undefined} error={error} onChange={edit} />
    </Form>
  )
}
