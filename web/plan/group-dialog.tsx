import { type FormEvent, useId } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useDraft } from '#web/edits/use-draft.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import type { Group } from './expense.ts'

/** Creates a group, or renames one. */
export function GroupDialog({
  group,
  onClose,
}: {
  readonly group?: Group
  readonly onClose: () => void
}) {
  const text = useText()
  const form = useId()
  const create = useSend('POST /expense-groups', { onDone: onClose })
  const rename = useSend('PATCH /expense-groups/{id}', { onDone: onClose })
  const sending = group ? rename : create
  const { draft, stored, updated_at, edit } = useDraft(group ?? null, {
    fields: { name: group?.name ?? '' },
    error: sending.error,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.isPending) return
    if (!group) return create.mutate({ body: draft })
    if (draft.name === stored.name) return onClose()
    rename.mutate({ params: { id: group.id }, body: { ...draft, expected_updated_at: updated_at } })
  }
  const fault = faultOf(sending.error, 'name')
  return (
    <Dialog
      title={group ? text.plan.groups.rename : text.plan.groups.add}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={sending.isPending}>
            {text.ui.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        {sending.error && fault === null && <Failed error={sending.error} />}
        <TextField
          label={text.plan.groups.name}
          value={draft.name}
          required
          autoFocus
          maxLength={100}
          autoComplete="off"
          fault={fault}
          onChange={(event) => edit({ name: event.target.value })}
        />
      </form>
    </Dialog>
  )
}
