import { useState } from 'react'
import { makeIdempotencyKeys } from '#web/calls/call.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { momentInDays } from '#web/text/formats.ts'
import { useText } from '#web/text/text.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Pair } from '#web/ui/stack.tsx'
import { useSecretLost } from '#web/ui/shown-once.tsx'
import { KeyShown } from './key-shown.tsx'
import { newDraft, termsOf } from './key-terms.ts'
import { AccessField, TermsFields } from './key-terms-fields.tsx'

const lives = [30, 90, 365] as const

/** Creates a key for a program. It exists only in this dialog and is lost when that closes. */
export function NewKey({ onClose }: { readonly onClose: () => void }) {
  const words = useText().developers.keys
  const [name, setName] = useState('')
  const [draft, setDraft] = useState(newDraft)
  const [days, setDays] = useState<(typeof lives)[number]>(90)
  const [keyFor] = useState(makeIdempotencyKeys)
  // Computed once when the form opens, so that a retry sends the same request.
  const [ends] = useState(() => new Map(lives.map((life) => [life, momentInDays(life)])))
  const [made, setMade] = useState<string | null>(null)
  const lost = useSecretLost(onClose)
  const create = useSendSecret('POST /keys', {
    onDone: ({ api_key }) => (api_key === undefined ? lost() : setMade(api_key)),
  })
  if (made !== null) return <KeyShown value={made} onClose={onClose} />
  const submit = () => {
    const body = { name, ...termsOf(draft), expires_at: ends.get(days)! }
    create.send({ body, idempotencyKey: keyFor(JSON.stringify(body)) })
  }
  return (
    <FormDialog
      title={words.create}
      action={words.create}
      busy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        hint={words.nameHint}
        required
        autoFocus
        autoComplete="off"
        maxLength={200}
        value={name}
        fault={faultOf(create.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Pair>
        <AccessField draft={draft} onChange={setDraft} />
        <SelectField
          label={words.ends}
          value={days}
          onChange={({ target: { value } }) => {
            setDays(lives.find((life) => life === Number(value)) ?? 90)
          }}
        >
          {lives.map((life) => (
            <option key={life} value={life}>
              {words.days(life)}
            </option>
          ))}
        </SelectField>
      </Pair>
      <TermsFields draft={draft} onChange={setDraft} error={create.error} />
    </FormDialog>
  )
}
