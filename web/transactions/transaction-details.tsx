import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { faultOf } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { Money } from '#web/ui/money.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Pair } from '#web/ui/stack.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useNames } from './names.ts'
import { PartsSummary } from './parts-summary.tsx'
import { useReason } from './assignment-reason.ts'
import { useUndoAssignment } from './undo-assignment.ts'
import { PickField } from './pick-field.tsx'
import { useRemoving } from './removing.ts'
import styles from './transaction-details.module.css'

const SplitDialog = lazy(() =>
  import('./split-dialog.tsx').then((file) => ({ default: file.SplitDialog })),
)

type Transaction = Output<'GET /transactions/{id}'>

/** Shows one transaction with all its fields, beside the list. */
export function TransactionDetails({
  id,
  onClose,
}: {
  readonly id: string
  readonly onClose: () => void
}) {
  const text = useText()
  const { data, error, refetch } = useQuery(ask('GET /transactions/{id}', { params: { id } }))
  const form = useId()
  const [splitting, setSplitting] = useState(false)
  const remove = useRemoving()
  if (splitting && data) {
    return (
      <Suspense>
        <SplitDialog row={data} onClose={() => setSplitting(false)} />
      </Suspense>
    )
  }
  return (
    <Dialog
      title={text.transactions.details.title}
      shape="panel"
      open
      onClose={onClose}
      actions={
        data && (
          <>
            <Button
              look="danger"
              onClick={() => {
                void remove([data])
                onClose()
              }}
            >
              {text.transactions.remove}
            </Button>
            <Button onClick={onClose}>{text.ui.cancel}</Button>
            <Button look="primary" type="submit" form={form}>
              {text.ui.save}
            </Button>
          </>
        )
      }
    >
      {data ? (
        <DetailsForm
          key={`${data.id} ${JSON.stringify(data.splits)}`}
          form={form}
          row={data}
          onSplit={() => setSplitting(true)}
          onDone={onClose}
        />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="320px" />
      )}
    </Dialog>
  )
}

type FormProps = {
  readonly form: string
  readonly row: Transaction
  readonly onSplit: () => void
  readonly onDone: () => void
}

function DetailsForm({ form, row, onSplit, onDone }: FormProps) {
  const text = useText()
  const [draft, setDraft] = useState(row)
  const edit = useSend('PATCH /transactions/{id}')
  const assign = useSend('POST /transactions/{id}/expense')
  const [amount, setAmount] = useState<number | null>(row.amount)
  const set = (change: Partial<Transaction>) => setDraft((before) => ({ ...before, ...change }))
  const params = { id: row.id }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (amount === null) return
    const body = changesOf(row, { ...draft, amount })
    if (Object.keys(body).length > 0) await edit.mutateAsync({ params, body })
    const { expense_goal_id } = draft
    if (expense_goal_id !== row.expense_goal_id) {
      await assign.mutateAsync({ params, body: { expense_goal_id } })
    }
    onDone()
  }
  const error = edit.error ?? assign.error
  return (
    <form
      id={form}
      className={styles.form}
      onSubmit={(event) => void save(event).catch(() => undefined)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
          event.currentTarget.requestSubmit()
        }
      }}
    >
      <Summary row={row} />
      {error && <Failed error={error} />}
      <TextField
        label={text.transactions.columns.concept}
        value={draft.concept}
        maxLength={200}
        required
        fault={faultOf(error, 'concept')}
        onChange={(event) => set({ concept: event.target.value })}
      />
      <AmountField
        label={text.transactions.columns.amount}
        currency={row.currency}
        value={amount}
        signed
        fault={faultOf(error, 'amount')}
        onChange={setAmount}
      />
      <Pair>
        <TextField
          label={text.transactions.columns.day}
          type="date"
          value={draft.booked_at}
          required
          fault={faultOf(error, 'booked_at')}
          onChange={(event) => set({ booked_at: event.target.value })}
        />
        <TypeField value={draft.type} onChange={(type) => set({ type })} />
      </Pair>
      <FiledUnder row={row} draft={draft} onChange={set} onSplit={onSplit} />
      <Origin row={row} />
    </form>
  )
}

type DraftProps = {
  readonly row: Transaction
  readonly onSplit: () => void
  readonly draft: Transaction
  readonly onChange: (change: Partial<Transaction>) => void
}

function FiledUnder({ row, draft, onChange, onSplit }: DraftProps) {
  const text = useText()
  return (
    <>
      {row.splits.length > 0 ? (
        <PartsSummary row={row} onSplit={onSplit} />
      ) : (
        <>
          <PickField
            of="category"
            kind={draft.type}
            chosen={draft.category_id}
            onPick={(category_id) => onChange({ category_id })}
          />
          <Why id={draft.id} />
          <PickField
            of="expense"
            chosen={draft.expense_goal_id}
            onPick={(expense_goal_id) => onChange({ expense_goal_id })}
          />
          <PaidFrom draft={draft} onUndo={() => onChange({ expense_goal_id: null })} />
          <div>
            <Button size="small" onClick={onSplit}>
              {text.transactions.split.begin}
            </Button>
          </div>
        </>
      )}
      <TextArea
        label={text.transactions.notes}
        value={draft.notes ?? ''}
        maxLength={2000}
        onChange={(event) => onChange({ notes: event.target.value || null })}
      />
    </>
  )
}

/** Returns only the changed fields. */
function changesOf(before: Transaction, after: Transaction) {
  return {
    ...(after.concept !== before.concept && { concept: after.concept }),
    ...(after.amount !== before.amount && { amount: after.amount }),
    ...(after.booked_at !== before.booked_at && { booked_at: after.booked_at }),
    ...(after.type !== before.type && { type: after.type }),
    ...(after.category_id !== before.category_id && { category_id: after.category_id }),
    ...(after.notes !== before.notes && { notes: after.notes }),
  }
}

function Summary({ row }: { readonly row: Transaction }) {
  const text = useText()
  return (
    <p className={styles.summary}>
      <Money cents={row.amount} currency={row.currency} toned signed={row.amount > 0} />
      {row.status === 'pending' && <Badge>{text.transactions.pending}</Badge>}
    </p>
  )
}

type TypeProps = {
  readonly value: Transaction['type']
  readonly onChange: (type: Transaction['type']) => void
}

export function TypeField({ value, onChange }: TypeProps) {
  const { columns, types } = useText().transactions
  return (
    <SelectField
      label={columns.type}
      value={value}
      onChange={(event) => onChange(event.target.value as Transaction['type'])}
    >
      {(['expense', 'income', 'transfer'] as const).map((type) => (
        <option key={type} value={type}>
          {types[type]}
        </option>
      ))}
    </SelectField>
  )
}

/** Says from which Expense Earmark has paid it and why, with a button that takes it back. */
function PaidFrom({ draft, onUndo }: { readonly draft: Transaction; readonly onUndo: () => void }) {
  const words = useText().assignments
  const names = useNames()
  const reason = useReason()
  const undo = useUndoAssignment()
  const { id, concept, currency, expense_goal_id: expense } = draft
  const { data } = useQuery(ask('GET /transactions/{id}/assignment', { params: { id } }))
  const name = names.expense(expense)
  if (!data?.why || name === null || data.expense_goal_id !== expense) return null
  return (
    <p className={styles.why}>
      {words.paidFrom(name)}. {reason(data.why, currency)}{' '}
      <Button
        size="small"
        look="quiet"
        aria-label={words.undoOf(concept, name)}
        onClick={() => {
          onUndo()
          undo(draft)
        }}
      >
        {words.undo}
      </Button>
    </p>
  )
}

/** Explains in a sentence how the category was chosen, with a link to the rule if one decided. */
function Why({ id }: { readonly id: string }) {
  const words = useText().transactions.why
  const { day } = useFormats()
  const { data } = useQuery(ask('GET /transactions/{id}/category', { params: { id } }))
  if (!data || data.why === null) return null
  const { why } = data
  switch (why.by) {
    case 'rule':
      return (
        <p className={styles.why}>
          {why.place === null ? (
            words.goneRule(why.text)
          ) : (
            <Link to="/settings/categories">{words.rule(why.text, why.place)}</Link>
          )}
        </p>
      )
    case 'person':
      return <p className={styles.why}>{words.person}</p>
    case 'choice':
      return <p className={styles.why}>{words.choice(day(why.booked_at, 'dated'))}</p>
    case 'provider':
      return <p className={styles.why}>{words.provider(why.code)}</p>
    case 'merchant_code':
      return <p className={styles.why}>{words.merchantCode(why.code)}</p>
    case 'file':
      return <p className={styles.why}>{words.file(why.category)}</p>
    case 'brand':
      return <p className={styles.why}>{words.brand(why.brand)}</p>
    case 'keyword':
      return <p className={styles.why}>{words.keyword(why.word)}</p>
  }
}

function Origin({ row }: { readonly row: Transaction }) {
  const { details, providers } = useText().transactions
  const names = useNames()
  return (
    <dl className={styles.origin}>
      <dt>{details.account}</dt>
      <dd>{names.account(row.account_id)}</dd>
      <dt>{details.source}</dt>
      <dd>{providers[row.provider]}</dd>
      {row.original_concept !== null && (
        <>
          <dt>{details.original}</dt>
          <dd>{row.original_concept}</dd>
        </>
      )}
    </dl>
  )
}
