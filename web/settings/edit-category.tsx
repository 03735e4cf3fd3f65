import { useId, useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { useSend, useSendOnce } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import { changedFields } from '#web/edits/changed-fields.ts'
import { useDraft } from '#web/edits/use-draft.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Form } from '#web/ui/stack.tsx'
import type { Category } from './category.ts'
import type { PickedLook } from '#web/ui/look.ts'
import { LookFields } from '#web/ui/look-fields.tsx'

type Props = {
  /** Null: a new category. */
  readonly category: Category | null
  /** The groups that the category can be moved into. */
  readonly groups: readonly Category[]
  readonly onClose: () => void
}

const kinds = ['expense', 'income', 'transfer'] as const

/** Edits the name and group of a category. The kind is chosen for a new one and cannot be changed later. */
export function EditCategory(props: Props) {
  const { category, onClose } = props
  const text = useText()
  const words = text.settings.categories
  const form = useId()
  const [removing, setRemoving] = useState(false)
  const { draft, edit, submit, error, busy } = useEditing(props)
  if (removing && category) return <RemoveCategory category={category} onClose={onClose} />
  return (
    <Dialog
      title={category ? words.editTitle : words.add}
      open
      onClose={onClose}
      actions={
        <>
          {category && (
            <Button look="danger" onClick={() => setRemoving(true)}>
              {text.ui.remove}
            </Button>
          )}
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={busy}>
            {text.ui.save}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        {error && <Failed error={error} />}
        <TextField
          label={words.name}
          required
          autoFocus
          maxLength={200}
          autoComplete="off"
          value={draft.name}
          fault={faultOf(error, 'name')}
          onChange={(event) => edit({ name: event.target.value })}
        />
        <Placement {...props} draft={draft} onChange={edit} />
        <LookFields look={draft} plain={{ hue: 'sky', icon: 'tag' }} onChange={edit} />
        {category && (
          <Checkbox
            label={words.hide}
            checked={draft.is_hidden}
            onChange={(event) => edit({ is_hidden: event.target.checked })}
          />
        )}
      </Form>
    </Dialog>
  )
}

type Draft = Pick<Category, 'name' | 'kind' | 'parent_id' | 'is_hidden'> & PickedLook

const emptyDraft: Draft = {
  name: '',
  kind: 'expense',
  parent_id: null,
  is_hidden: false,
  hue: null,
  icon: null,
}

function draftOf({ name, kind, parent_id, is_hidden, look }: Category): Draft {
  return { name, kind, parent_id, is_hidden, ...look }
}

function useEditing({ category, onClose }: Props) {
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const create = useSendOnce('POST /categories', { onDone: onClose })
  const change = useSendOnce('PATCH /categories/{id}', { onDone: onClose })
  const error = create.error ?? change.error
  const { draft, stored, updated_at, edit } = useDraft(category, {
    fields: category ? draftOf(category) : emptyDraft,
    error,
  })
  const submit = () => {
    if (category === null) {
      const { is_hidden: _, ...body } = draft
      return create.send({ body, idempotencyKey })
    }
    // A category keeps its kind.
    const { kind: _, ...changed } = changedFields(stored, draft)
    if (Object.keys(changed).length === 0) return onClose()
    const body = { ...changed, expected_updated_at: updated_at }
    change.send({ params: { id: category.id }, body })
  }
  return { draft, edit, submit, error, busy: create.isPending || change.isPending }
}

function Placement({
  category,
  groups,
  draft,
  onChange,
}: Props & { readonly draft: Draft; readonly onChange: (part: Partial<Draft>) => void }) {
  const words = useText().settings.categories
  const possible = groups.filter(({ id, kind }) => id !== category?.id && kind === draft.kind)
  return (
    <>
      {category === null && (
        <SelectField
          label={words.kind}
          value={draft.kind}
          onChange={({ target: { value } }) => {
            onChange({ kind: kinds.find((one) => one === value) ?? 'expense', parent_id: null })
          }}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {words.kinds[kind]}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={words.parent}
        value={draft.parent_id ?? ''}
        onChange={({ target: { value } }) => onChange({ parent_id: value === '' ? null : value })}
      >
        <option value="">{words.noParent}</option>
        {possible.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}

function RemoveCategory({
  category: { id, name, updated_at },
  onClose,
}: {
  readonly category: Category
  readonly onClose: () => void
}) {
  const text = useText()
  const words = text.settings.categories
  const remove = useSend('DELETE /categories/{id}', { onDone: onClose })
  return (
    <Confirm
      title={words.removeTitle(name)}
      action={text.ui.remove}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate({ params: { id }, query: { expected_updated_at: updated_at } })
      }
      onClose={onClose}
    >
      {words.removeWords}
    </Confirm>
  )
}
