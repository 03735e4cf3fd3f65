import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Pair } from '#web/ui/stack.tsx'
import type { Waiting } from './database.ts'
import { correctWaiting } from './waiting.ts'

/** Corrects a transaction that the server refused, and sends it again. */
export function EditWaiting({
  one,
  onClose,
}: {
  readonly one: Waiting
  readonly onClose: () => void
}) {
  const text = useText()
  const { columns } = text.transactions
  const { data: accounts = [] } = useQuery(ask('GET /accounts'))
  const [body, setBody] = useState(one.body)
  const [amount, setAmount] = useState<number | null>(body.amount)
  const account = accounts.find(({ id }) => id === body.account_id)
  const change = (part: Partial<Waiting['body']>) => setBody({ ...body, ...part })
  const open = accounts.filter(({ closed_at }) => closed_at === null)
  return (
    <FormDialog
      title={text.shell.away.editTitle}
      action={text.shell.away.send}
      busy={false}
      error={null}
      onSubmit={() => {
        if (amount === null || !open.some(({ id }) => id === body.account_id)) return
        void correctWaiting(one, { ...body, amount }).then(onClose)
      }}
      onClose={onClose}
    >
      <AmountField
        label={columns.amount}
        currency={account?.currency ?? accounts[0]?.currency ?? 'EUR'}
        value={amount}
        signed
        required
        onChange={setAmount}
      />
      <TextField
        label={columns.concept}
        value={body.concept}
        required
        maxLength={200}
        onChange={(event) => change({ concept: event.target.value })}
      />
      <Pair>
        <TextField
          label={columns.day}
          type="date"
          value={body.booked_at ?? ''}
          required
          onChange={(event) => change({ booked_at: event.target.value })}
        />
        <SelectField
          label={columns.account}
          value={open.some(({ id }) => id === body.account_id) ? body.account_id : ''}
          required
          onChange={(event) => change({ account_id: event.target.value })}
        >
          <option value="" />
          {open.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </Pair>
    </FormDialog>
  )
}
