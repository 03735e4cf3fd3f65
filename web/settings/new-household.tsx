import { useState } from 'react'
import { makeIdempotencyKeys } from '#web/calls/call.ts'
import { useSendOnce } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useEnterHousehold, useSession } from '#web/shell/session.ts'
import { CurrencyField } from '#web/sign-in/currency-field.tsx'
import { likelyCurrency } from '#web/sign-in/likely-currency.ts'
import { browserZone } from '#web/text/formats.ts'
import { useLanguage, useText } from '#web/text/text.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Pair, Words } from '#web/ui/stack.tsx'
import { ZoneField } from './zone-field.tsx'

/** Creates another household with a separate budget, and switches to it. */
export function NewHousehold({ onClose }: { readonly onClose: () => void }) {
  const { newHousehold: words, household: fields } = useText().settings
  const { language } = useLanguage()
  const current = useSession()?.household
  const enter = useEnterHousehold()
  const [keyFor] = useState(makeIdempotencyKeys)
  const [name, setName] = useState('')
  const [timezone, setZone] = useState(() => current?.timezone ?? browserZone())
  const [currency, setCurrency] = useState(
    () => current?.currency ?? likelyCurrency(navigator.language),
  )
  const make = useSendOnce('POST /households', {
    onDone: (created) => {
      onClose()
      enter(created)
    },
  })
  const submit = () => {
    const body = { name: name.trim(), timezone, currency, categories: language }
    make.send({ body, idempotencyKey: keyFor(JSON.stringify(body)) })
  }
  return (
    <FormDialog
      title={words.title}
      action={words.make}
      busy={make.isPending}
      error={make.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Words>{words.words}</Words>
      <TextField
        label={fields.name}
        required
        autoFocus
        maxLength={200}
        autoComplete="off"
        value={name}
        fault={faultOf(make.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Pair>
        <ZoneField value={timezone} onChange={setZone} />
        <CurrencyField value={currency} onChange={setCurrency} />
      </Pair>
    </FormDialog>
  )
}
