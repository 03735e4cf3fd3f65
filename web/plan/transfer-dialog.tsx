import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call, makeIdempotencyKey } from '#web/calls/call.ts'
import { refresh, useSendOnce } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import { remember } from '#web/shell/history.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Money } from '#web/ui/money.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import type { Expense } from './expense.ts'
import styles from './form.module.css'

type Props = {
  readonly expenses: readonly Expense[]
  /** The Expense that receives the money, if known. */
  readonly to?: string | undefined
  readonly onClose: () => void
}

/** Moves money between Expenses. The key is made when the form opens, so a double click moves it once. */
export function TransferDialog({ expenses, to, onClose }: Props) {
  const text = useText()
  const form = useId()
  const words = text.plan.transferring
  const enough = expenses.length > 1
  return (
    <Dialog
      title={words.title}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} disabled={!enough}>
            {words.submit}
          </Button>
        </>
      }
    >
      {enough ? (
        <TransferForm form={form} expenses={expenses} to={to} onDone={onClose} />
      ) : (
        <Notice>{words.few}</Notice>
      )}
    </Dialog>
  )
}

type FormProps = Omit<Props, 'onClose'> & { readonly form: string; readonly onDone: () => void }

function TransferForm({ form, expenses, to, onDone }: FormProps) {
  const words = useText().plan.transferring
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const [toId, setTo] = useState(() => to ?? neediest(expenses).id)
  const [fromId, setFrom] = useState(() => fullest(expenses, toId).id)
  const [amount, setAmount] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const find = (id: string) => expenses.find((one) => one.id === id)!
  const onMoved = useUndoable(find(toId))
  const move = useSendOnce('POST /expense-transfers', {
    onDone: (_, { body }) => {
      onMoved(body)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (amount === null) return
    const body = { from_expense_id: fromId, to_expense_id: toId, amount }
    move.send({ body: { ...body, note: note.trim() || null }, idempotencyKey })
  }
  const take = (id: string) => {
    if (id === toId) setTo(fromId)
    setFrom(id)
  }
  const give = (id: string) => {
    if (id === fromId) setFrom(toId)
    setTo(id)
  }
  const fault = faultOf(move.error, 'amount')
  return (
    <form id={form} className={styles.form} onSubmit={submit}>
      {move.error && fault === null && <Failed error={move.error} />}
      <AmountField
        label={words.amount}
        currency={find(fromId).currency}
        value={amount}
        autoFocus
        required
        fault={fault}
        onChange={setAmount}
      />
      <div className={styles.pair}>
        <ExpenseSelect label={words.from} expenses={expenses} value={fromId} onPick={take} />
        <ExpenseSelect label={words.to} expenses={expenses} value={toId} onPick={give} />
      </div>
      <Afterwards from={find(fromId)} to={find(toId)} amount={amount ?? 0} />
      <TextField
        label={words.note}
        value={note}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setNote(event.target.value)}
      />
      <p className={styles.note}>{words.words}</p>
    </form>
  )
}

type SelectProps = {
  readonly label: string
  readonly expenses: readonly Expense[]
  readonly value: string
  readonly onPick: (id: string) => void
}

function ExpenseSelect({ label, expenses, value, onPick }: SelectProps) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onPick(event.target.value)}>
      {expenses.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

type AfterProps = { readonly from: Expense; readonly to: Expense; readonly amount: number }

function Afterwards({ from, to, amount }: AfterProps) {
  const words = useText().plan.transferring
  return (
    <dl className={styles.sums} aria-label={words.after}>
      {(
        [
          [from, -amount],
          [to, amount],
        ] as const
      ).map(([expense, change]) => (
        <div key={expense.id}>
          <dt>{expense.name}</dt>
          <dd>
            <Money cents={expense.balance} currency={expense.currency} />
            {' → '}
            <strong>
              <Money cents={expense.balance + change} currency={expense.currency} />
            </strong>
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Moved = {
  readonly from_expense_id: string
  readonly to_expense_id: string
  readonly amount: number
}

/** Undoing moves the money back. */
function useUndoable({ name, currency }: Expense) {
  const text = useText()
  const { money } = useFormats()
  const queries = useQueryClient()
  return ({ from_expense_id, to_expense_id, amount }: Moved) => {
    const send = async (from: string, to: string) => {
      await call('POST /expense-transfers', {
        body: { from_expense_id: from, to_expense_id: to, amount },
        idempotencyKey: makeIdempotencyKey(),
      })
      await refresh(queries)
    }
    remember(
      {
        words: text.plan.done.moved(money(amount, currency), name),
        undo: () => send(to_expense_id, from_expense_id),
        redo: () => send(from_expense_id, to_expense_id),
      },
      text,
    )
  }
}

function neediest(expenses: readonly Expense[]): Expense {
  return (
    expenses.find(({ is_behind }) => is_behind) ??
    expenses.toSorted((a, b) => b.reserveShortfall - a.reserveShortfall)[0]!
  )
}

function fullest(expenses: readonly Expense[], but: string): Expense {
  return expenses.filter(({ id }) => id !== but).toSorted((a, b) => b.balance - a.balance)[0]!
}
