import { useState } from 'react'
import { makeIdempotencyKeys } from '#web/calls/call.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useLanguage } from '#web/text/text.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useSecretLost } from '#web/ui/shown-once.tsx'
import { ChoiceFields, type FeedChoice, usualChoice } from './choice-fields.tsx'
import { useFeedWords } from './words.ts'

/** Creates an address for what a person chooses. The choice stays: another one is another address. */
export function NewFeed({
  onDone,
  onClose,
}: {
  readonly onDone: (path: string) => void
  readonly onClose: () => void
}) {
  const words = useFeedWords()
  const { language } = useLanguage()
  const [name, setName] = useState('Earmark')
  const [choice, setChoice] = useState<FeedChoice>(usualChoice)
  const [keyFor] = useState(makeIdempotencyKeys)
  const lost = useSecretLost(onClose)
  const create = useSendSecret('POST /calendar-feeds', {
    onDone: ({ path }) => (path === undefined ? lost() : onDone(path)),
  })
  const submit = () => {
    const body = { name, ...choice, language }
    create.send({ body, idempotencyKey: keyFor(JSON.stringify(body)) })
  }
  return (
    <FormDialog
      title={words.add}
      action={words.create}
      busy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        required
        autoComplete="off"
        maxLength={200}
        value={name}
        fault={faultOf(create.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <ChoiceFields choice={choice} onChange={setChoice} />
    </FormDialog>
  )
}
