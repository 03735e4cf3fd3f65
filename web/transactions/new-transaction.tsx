import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { faultOf } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import { useRecord } from '#web/offline/use-record.ts'
import { useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Form, Pair } from '#web/ui/stack.tsx'
import { type Payee, PayeeField } from './payee-field.tsx'
import { PickField } from './pick-field.tsx'
import { useRecorded } from './removing.ts'

/** Records a payment by hand. A double click records it once. */
export function NewTransaction({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const form = useId()
  const { data: accounts, error } = useQuery(ask('GET /accounts'))
  const { data: home } = useQuery(ask('GET /home'))
  const open = accounts?.filter(({ closed_at }) => closed_at === null)
  return (
    <Dialog
      title={text.transactions.add}
      shape="panel"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} disabled={!open?.length}>
            {text.ui.add}
          </Button>
        </>
      }
    >
      {error && <Failed error={error} />}
      {open?.length === 0 && <Notice>{text.transactions.noAccount}</Notice>}
      {open && open.length > 0 && home && (
        <NewForm form={form} accounts={open} today={home.today} onDone={onClose} />
      )}
    </Dialog>
  )
}

type FormProps = {
  readonly form: string
  readonly accounts: readonly {
    readonly id: string
    readonly name: string
    readonly currency: string
  }[]
  readonly today: string
  readonly onDone: () => void
}

function NewForm({ form, accounts, today, onDone }: FormProps) {
  const { transactions: words } = useText()
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const [amount, setAmount] = useState<number | null>(null)
  const [concept, setConcept] = useState('')
  const [booked_at, setDay] = useState(today)
  const [account_id, setAccount] = useState(accounts[0]!.id)
  const remembered = useRecorded()
  const { filed, setPayee, pick } = useFiled()
  const [notes, setNotes] = useState<string | null>(null)
  const account = accounts.find(({ id }) => id === account_id)!
  const record = useRecord({
    onKept: onDone,
    onDone: ({ id }) => {
      remembered({ id, concept })
      onDone()
    },
  })
  const submit = () => {
    if (amount === null) return
    const body = { account_id, amount, concept, booked_at, notes, ...filed }
    record.send({ body, idempotencyKey })
  }
  return (
    <Form id={form} onSubmit={submit}>
      {record.error && <Failed error={record.error} />}
      <AmountField
        label={words.columns.amount}
        currency={account.currency}
        value={amount}
        signed
        autoFocus
        required
        fault={faultOf(record.error, 'amount')}
        onChange={setAmount}
      />
      <PayeeField
        value={concept}
        fault={faultOf(record.error, 'concept')}
        onChange={setConcept}
        onChoose={(chosen) => {
          setConcept(chosen.name)
          setPayee(chosen)
        }}
      />
      <Pair>
        <TextField
          label={words.columns.day}
          type="date"
          value={booked_at}
          required
          fault={faultOf(record.error, 'booked_at')}
          onChange={(event) => setDay(event.target.value)}
        />
        <AccountField accounts={accounts} value={account_id} onChange={setAccount} />
      </Pair>
      <FiledUnder filed={filed} onPick={pick} />
      <TextArea
        label={words.notes}
        value={notes ?? ''}
        maxLength={2000}
        onChange={(event) => setNotes(event.target.value || null)}
      />
    </Form>
  )
}

function AccountField({
  accounts,
  value,
  onChange,
}: Pick<FormProps, 'accounts'> & {
  readonly value: string
  readonly onChange: (id: string) => void
}) {
  const { columns } = useText().transactions
  return (
    <SelectField
      label={columns.account}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {accounts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** The choices of a person; null: none. */
type Picked = {
  readonly category_id?: string | null
  readonly expense_goal_id?: string | null
}

/** Keeps what a person picks; all else is as it was for the chosen payee last. */
function useFiled() {
  const [payee, setPayee] = useState<Payee | null>(null)
  const [picked, setPicked] = useState<Picked>({})
  const filed = {
    category_id: payee?.category_id ?? null,
    // Until a person picks one or none, the server may recognise the payment.
    expense_goal_id: payee?.expense_goal_id ?? undefined,
    ...picked,
  }
  const pick = (part: Picked) => setPicked((before) => ({ ...before, ...part }))
  return { filed, setPayee, pick }
}

function FiledUnder({
  filed,
  onPick,
}: {
  readonly filed: ReturnType<typeof useFiled>['filed']
  readonly onPick: (part: Picked) => void
}) {
  return (
    <>
      <PickField
        field="category"
        chosen={filed.category_id}
        onPick={(category_id) => onPick({ category_id })}
      />
      <PickField
        field="expense"
        chosen={filed.expense_goal_id ?? null}
        onPick={(expense_goal_id) => onPick({ expense_goal_id })}
      />
    </>
  )
}
