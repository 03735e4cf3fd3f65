import { type FormEvent, useId, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
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
  const [name, setName] = useState(group?.name ?? '')
  const create = useSend('POST /expense-groups', { onDone: onClose })
  const rename = useSend('PATCH /expense-groups/{id}', { onDone: onClose })
  const sending = group ? rename : create
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.isPending) return
    if (!group) return create.mutate({ body: { name } })
    const body = { name, expected_updated_at: group.updated_at }
    rename.mutate({ params: { id: group.id }, body })
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
          value={name}
          required
          autoFocus
          maxLength={100}
          autoComplete="off"
          fault={fault}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
