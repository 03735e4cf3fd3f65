import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { useSend } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Form } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'

/** The kinds of accounts that people know. Of a bank's accounts only these two count as cash by themselves. */
const kinds = {
  checking: { type: 'depository', subtype: 'checking' },
  savings: { type: 'depository', subtype: 'savings' },
  credit: { type: 'credit' },
  loan: { type: 'loan' },
  investment: { type: 'investment' },
  wallet: { type: 'wallet' },
  other: { type: 'other' },
} as const

type Kind = keyof typeof kinds

/** Creates an account that is kept by hand. */
export function NewAccount({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const words = text.accounts
  const form = useId()
  const { data: settings } = useQuery(ask('GET /settings'))
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('checking')
  const [balance, setBalance] = useState<number | null>(0)
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const create = useSend('POST /accounts', {
    onDone: () => {
      toast(words.new.created(name))
      onClose()
    },
  })
  const submit = () => {
    if (create.isPending) return
    create.mutate({ body: { name, ...kinds[kind], balance: balance ?? 0 }, idempotencyKey })
  }
  return (
    <Dialog
      title={words.new.title}
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
      <Form id={form} onSubmit={submit}>
        {create.error && <Failed error={create.error} />}
        <TextField
          label={words.name}
          required
          autoFocus
          maxLength={200}
          autoComplete="off"
          value={name}
          fault={faultOf(create.error, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
        <KindField value={kind} onChange={setKind} />
        {settings && (
          <AmountField
            label={words.new.balance}
            hint={words.new.balanceHint}
            currency={settings.currency}
            value={balance}
            signed
            fault={faultOf(create.error, 'balance')}
            onChange={setBalance}
          />
        )}
      </Form>
    </Dialog>
  )
}

function KindField({
  value,
  onChange,
}: {
  readonly value: Kind
  readonly onChange: (kind: Kind) => void
}) {
  const words = useText().accounts
  const all = Object.keys(kinds) as Kind[]
  return (
    <SelectField
      label={words.new.type}
      value={value}
      onChange={(event) => {
        onChange(all.find((one) => one === event.target.value) ?? 'other')
      }}
    >
      {all.map((one) => (
        <option key={one} value={one}>
          {{ ...words.types, ...words.new.bank }[one]}
        </option>
      ))}
    </SelectField>
  )
}
