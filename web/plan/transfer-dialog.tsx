import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { faultOf } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { BeforeAfter } from '#web/ui/money.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Form, Pair } from '#web/ui/stack.tsx'
import type { Expense } from './expense.ts'
import styles from './form.module.css'
import { FREE, type Movement, type Sides, sidesOf, withSide } from './sides.ts'
import { useMove } from './use-move.ts'

type Props = {
  readonly movement: Movement
  readonly expenses: readonly Expense[]
  /** The Expense that the dialog was opened for, if any. */
  readonly id?: string | undefined
  readonly onClose: () => void
}

/** The one place to move money: between two Expenses, or between an Expense and free-to-spend. */
export function TransferDialog({ movement, expenses, id, onClose }: Props) {
  const text = useText()
  const form = useId()
  const words = text.plan.transferring
  const { data: home } = useQuery(ask('GET /home'))
  const titles = { transfer: words.title, fund: text.plan.setAside, release: text.plan.takeBack }
  const enough = expenses.length > 0
  return (
    <Dialog
      title={titles[movement]}
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
      {!enough ? (
        <Notice>{words.few}</Notice>
      ) : home ? (
        <TransferForm
          form={form}
          expenses={expenses}
          free={home.money[0]!.free_to_spend}
          initial={sidesOf(movement, expenses, id)}
          onDone={onClose}
        />
      ) : (
        <Skeleton height="280px" />
      )}
    </Dialog>
  )
}

type FormProps = {
  readonly form: string
  readonly expenses: readonly Expense[]
  /** Free-to-spend, in cents. */
  readonly free: number
  readonly initial: Sides
  readonly onDone: () => void
}

function TransferForm({ form, expenses, free, initial, onDone }: FormProps) {
  const words = useText().plan.transferring
  const { currency } = expenses[0]!
  const [sides, setSides] = useState(initial)
  const [note, setNote] = useState('')
  const [typed, setTyped] = useState<number | null | undefined>(undefined)
  const suggested = useSuggestion(sides, { expenses, free })
  const amount = typed === undefined ? suggested.amount : typed
  const { send, error } = useMove(expenses, onDone)
  const submit = () => {
    if (amount !== null) send(sides, { amount, note: note.trim() || null })
  }
  const pick = (side: keyof Sides) => (id: string) => setSides(withSide(sides, side, id))
  const withFree = sides.from === FREE || sides.to === FREE
  const fault = faultOf(error, 'amount')
  return (
    <Form id={form} onSubmit={submit}>
      {error && fault === null && <Failed error={error} />}
      <AmountField
        label={words.amount}
        currency={currency}
        value={amount}
        autoFocus={sides === initial}
        required
        hint={suggested.words}
        fault={fault}
        onChange={setTyped}
      />
      <Pair narrow>
        <SideSelect
          label={words.from}
          expenses={expenses}
          value={sides.from}
          onPick={pick('from')}
        />
        <SideSelect label={words.to} expenses={expenses} value={sides.to} onPick={pick('to')} />
      </Pair>
      <Afterwards sides={sides} expenses={expenses} free={free} amount={amount ?? 0} />
      {!withFree && (
        <TextField
          label={words.note}
          value={note}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      <p className="soft">{withFree ? words.freeWords : words.words}</p>
    </Form>
  )
}

type Known = { readonly expenses: readonly Expense[]; readonly free: number }

/** Suggests an amount: what the Expense lacks as far as it is free, or what free-to-spend lacks as far as it is held. */
function useSuggestion(
  { from, to }: Sides,
  { expenses, free }: Known,
): { readonly amount: number | null; readonly words?: string } {
  const words = useText().plan.byHand
  const { money } = useFormats()
  const { data } = useQuery({
    ...ask('GET /expenses/{id}/fill', { params: { id: to } }),
    enabled: from === FREE,
  })
  const some = (cents: number) => (cents > 0 ? cents : null)
  if (to === FREE) {
    const held = expenses.find(({ id }) => id === from)
    // Somebody has just archived it.
    if (!held) return { amount: null }
    const { balance, currency } = held
    return { amount: some(Math.min(balance, -free)), words: words.held(money(balance, currency)) }
  }
  if (from !== FREE || data === undefined) return { amount: null }
  const { missing, currency } = data
  const said = missing > 0 ? words.missing(money(missing, currency)) : words.full
  return { amount: some(Math.min(missing, free)), words: said }
}

type SelectProps = {
  readonly label: string
  readonly expenses: readonly Expense[]
  readonly value: string
  readonly onPick: (id: string) => void
}

function SideSelect({ label, expenses, value, onPick }: SelectProps) {
  const words = useText().plan.byHand
  return (
    <SelectField label={label} value={value} onChange={(event) => onPick(event.target.value)}>
      <option value={FREE}>{words.free}</option>
      {expenses.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

type AfterProps = Known & { readonly sides: Sides; readonly amount: number }

/** Shows what both sides hold before and after. */
function Afterwards({ sides, expenses, free, amount }: AfterProps) {
  const text = useText().plan
  const { currency } = expenses[0]!
  const rows = (['from', 'to'] as const).map((side) => {
    const expense = expenses.find(({ id }) => id === sides[side])
    const change = side === 'from' ? -amount : amount
    return { side, name: expense?.name ?? text.byHand.free, held: expense?.balance ?? free, change }
  })
  return (
    <dl className={styles.sums} aria-label={text.transferring.after}>
      {rows.map(({ side, name, held, change }) => (
        <div key={side}>
          <dt>{name}</dt>
          <dd>
            <BeforeAfter before={held} after={held + change} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
