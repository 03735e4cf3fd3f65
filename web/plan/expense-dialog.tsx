import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { makeOnceKey } from '#web/calls/call.ts'
import { useSend } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { changesOf, type Draft, draftOf, emptyDraft, termsOf } from './draft.ts'
import type { Expense } from './expense.ts'
import { ExpenseFields } from './expense-fields.tsx'
import styles from './form.module.css'

type Props = { readonly expense?: Expense; readonly onClose: () => void }

/** A new Expense, or other terms for one. */
export function ExpenseDialog({ expense, onClose }: Props) {
  const text = useText()
  const form = useId()
  const words = text.plan.form
  // A new one is funded by every payday, so they must be known first.
  const { data: schedules, error } = useQuery(ask('GET /funding-schedules'))
  const draft = expense
    ? draftOf(expense)
    : schedules && emptyDraft(schedules.filter(({ enabled }) => enabled).map(({ id }) => id))
  return (
    <Dialog
      title={expense ? words.edit(expense.name) : words.create}
      shape="panel"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} disabled={!draft}>
            {expense ? text.ui.save : text.ui.add}
          </Button>
        </>
      }
    >
      {draft ? (
        <ExpenseForm form={form} expense={expense} start={draft} onDone={onClose} />
      ) : error ? (
        <Failed error={error} />
      ) : (
        <Skeleton height="320px" />
      )}
    </Dialog>
  )
}

type FormProps = {
  readonly form: string
  readonly expense: Expense | undefined
  readonly start: Draft
  readonly onDone: () => void
}

function ExpenseForm({ form, expense, start, onDone }: FormProps) {
  const { done } = useText().plan
  const [draft, setDraft] = useState(start)
  const [idempotencyKey] = useState(makeOnceKey)
  const finish = (words: string) => {
    toast(words)
    onDone()
  }
  const create = useSend('POST /expenses', { onDone: () => finish(done.created(draft.name)) })
  const change = useSend('PATCH /expenses/{id}', { onDone: () => finish(done.changed(draft.name)) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending || change.isPending) return
    const terms = termsOf(draft)
    if (!expense) {
      const body = { ...terms, type: draft.type, balance: draft.opening ?? 0 }
      return create.mutate({ body, idempotencyKey })
    }
    const changed = changesOf(termsOf(draftOf(expense)), terms)
    if (Object.keys(changed).length === 0) return onDone()
    const body = { ...changed, expected_updated_at: expense.updated_at }
    change.mutate({ params: { id: expense.id }, body })
  }
  const error = create.error ?? change.error
  return (
    <form id={form} className={styles.form} onSubmit={submit}>
      <ExpenseFields
        draft={draft}
        isNew={expense === undefined}
        error={error}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
    </form>
  )
}
