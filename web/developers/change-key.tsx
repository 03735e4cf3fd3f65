import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Words } from '#web/ui/stack.tsx'
import { changesOf, draftOf, type Key } from './key-terms.ts'
import { AccessField, TermsFields } from './key-terms-fields.tsx'
import { useKeyWords } from './key-words.ts'

/** Changes the name and the rights of a key, and shows from where it was used. */
export function ChangeKey({
  of: key,
  onClose,
}: {
  readonly of: Key
  readonly onClose: () => void
}) {
  const { keys } = useText().developers
  const words = useKeyWords()
  const [name, setName] = useState(key.name)
  const [draft, setDraft] = useState(() => draftOf(key))
  const change = useSend('PATCH /keys/{id}', { onDone: onClose })
  const submit = () => {
    const body = { ...changesOf(draftOf(key), draft), ...(name !== key.name && { name }) }
    if (Object.keys(body).length === 0) return onClose()
    change.mutate({ params: { id: key.id }, body })
  }
  return (
    <FormDialog
      title={words.editTitle(key.name)}
      action={words.save}
      busy={change.isPending}
      error={change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={keys.name}
        required
        autoComplete="off"
        maxLength={200}
        value={name}
        fault={faultOf(change.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <AccessField draft={draft} onChange={setDraft} />
      <TermsFields draft={draft} onChange={setDraft} error={change.error} />
      <Places of={key} />
    </FormDialog>
  )
}

function Places({ of: { places } }: { readonly of: Key }) {
  const words = useKeyWords()
  const formats = useFormats()
  if (places.length === 0) return <Words>{words.noPlaces}</Words>
  return (
    <section>
      <Words>{words.places}</Words>
      <Rows label={words.places} bare>
        {places.map(({ network, agent, first_at, is_new: isNew }) => (
          <Row
            key={network}
            title={network}
            badge={isNew && <Badge tone="warn">{words.isNew}</Badge>}
            detail={<Facts>{[words.first(formats.moment(first_at)), agent || null]}</Facts>}
          />
        ))}
      </Rows>
    </section>
  )
}
