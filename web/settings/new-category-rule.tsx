import { useId, useState } from 'react'
import { makeOnceKey } from '#web/calls/call.ts'
import { useSendOnce } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import type { Input } from '#web/calls/operations.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Form, Pair } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Category } from './categories.tsx'

type Draft = Required<
  Pick<
    Input<'POST /category-rules'>['body'],
    'match' | 'text' | 'direction' | 'category_id' | 'concept'
  >
>

const matches = ['contains', 'is'] as const
const directions = ['out', 'in'] as const

/** A rule for what is imported from now on. */
export function NewCategoryRule({
  categories,
  onClose,
}: {
  readonly categories: readonly Category[]
  readonly onClose: () => void
}) {
  const text = useText()
  const words = text.settings.rules
  const form = useId()
  const [idempotencyKey] = useState(makeOnceKey)
  const [draft, setDraft] = useState<Draft>({
    match: 'contains',
    text: '',
    direction: null,
    category_id: categories[0]?.id ?? null,
    concept: null,
  })
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const create = useSendOnce('POST /category-rules', {
    onDone: () => {
      toast(words.added(draft.text))
      onClose()
    },
  })
  const { error } = create
  return (
    <Dialog
      title={words.add}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={create.isPending}>
            {text.ui.add}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={() => create.send({ body: draft, idempotencyKey })}>
        {error && faultOf(error, 'text') === null && <Failed error={error} />}
        <RuleFields draft={draft} categories={categories} error={error} onChange={set} />
      </Form>
    </Dialog>
  )
}

type FieldsProps = {
  readonly draft: Draft
  readonly categories: readonly Category[]
  readonly error: unknown
  readonly onChange: (part: Partial<Draft>) => void
}

function RuleFields({ draft, categories, error, onChange }: FieldsProps) {
  const words = useText().settings.rules
  return (
    <>
      <Pair>
        <SelectField
          label={words.match}
          value={draft.match}
          onChange={({ target: { value } }) =>
            onChange({ match: matches.find((one) => one === value) ?? 'contains' })
          }
        >
          {matches.map((match) => (
            <option key={match} value={match}>
              {words.matchNames[match]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={words.text}
          required
          autoFocus
          maxLength={200}
          autoComplete="off"
          value={draft.text}
          fault={faultOf(error, 'text')}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </Pair>
      <SelectField
        label={words.direction}
        value={draft.direction ?? ''}
        onChange={({ target: { value } }) =>
          onChange({ direction: directions.find((one) => one === value) ?? null })
        }
      >
        <option value="">{words.either}</option>
        {directions.map((direction) => (
          <option key={direction} value={direction}>
            {words.directions[direction]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.category}
        value={draft.category_id ?? ''}
        onChange={({ target: { value } }) => onChange({ category_id: value === '' ? null : value })}
      >
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="">{words.onlyName}</option>
      </SelectField>
      <TextField
        label={words.concept}
        required={draft.category_id === null}
        maxLength={200}
        autoComplete="off"
        value={draft.concept ?? ''}
        onChange={({ target: { value } }) => onChange({ concept: value === '' ? null : value })}
      />
    </>
  )
}
