import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { faultOf } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { Money } from '#web/ui/money.tsx'
import { Monogram } from '#web/ui/monogram.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { type Always, alwaysOf } from './always.ts'
import { useReason } from './assignment-reason.ts'
import { type Change, useEdits } from './edits.ts'
import type { Filters } from './filters.ts'
import { useNames } from './names.ts'
import { PartsSummary } from './parts-summary.tsx'
import { PayeeField } from './payee-field.tsx'
import { PickField } from './pick-field.tsx'
import { useUndoAssignment } from './undo-assignment.ts'
import { type Shown, useFields } from './use-fields.ts'
import styles from './transaction-details.module.css'

type Props = {
  readonly row: Shown
  readonly filters: Filters
  /** Lists open at their fields; in a dialog they open over it. */
  readonly isBeside: boolean
  readonly hasFields: boolean
  readonly onSplit: () => void
  readonly onAlways: (always: Always) => void
}

/** Edits one transaction. Leaving a field keeps it. */
export function TransactionDetails(props: Props) {
  const { row, hasFields, onAlways } = props
  const form = useFields(row, onAlways)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        form.keep()
      }}
      onBlur={() => form.keep()}
    >
      <Summary row={row} />
      {hasFields && <Fields {...props} form={form} />}
    </form>
  )
}

function Fields({ form, ...props }: Props & { readonly form: ReturnType<typeof useFields> }) {
  const { row } = props
  const { fields, error, set, keep } = form
  const text = useText()
  return (
    <>
      {error && <Failed error={error} />}
      <PayeeField
        value={fields.concept}
        fault={faultOf(error, 'concept')}
        onChange={(concept) => set({ concept })}
        onChoose={({ name }) => set({ concept: name })}
      />
      <div className={styles.two}>
        <AmountField
          label={text.transactions.columns.amount}
          currency={row.currency}
          value={fields.amount}
          signed
          fault={faultOf(error, 'amount')}
          onChange={(amount) => set({ amount })}
        />
        <TextField
          label={text.transactions.columns.day}
          type="date"
          value={fields.booked_at}
          required
          fault={faultOf(error, 'booked_at')}
          onChange={(event) => set({ booked_at: event.target.value })}
        />
      </div>
      <FiledUnder {...props} />
      <TextArea
        label={text.transactions.notes}
        value={fields.notes ?? ''}
        rows={2}
        maxLength={2000}
        onChange={(event) => set({ notes: event.target.value || null })}
      />
      <TypeField value={row.type} onChange={(type) => keep({ type })} />
      <Origin row={row} />
      {/* Enter submits a form of several fields only if it has such a button. */}
      <button type="submit" hidden />
    </>
  )
}

/** Category and Expense, which are picked, or the parts that have them. */
function FiledUnder({ row, filters, isBeside, onSplit, onAlways }: Props) {
  const text = useText()
  const { done, always: words, split } = text.transactions
  const { editMany } = useEdits(filters)
  const [always, setAlways] = useState<Always | null>(null)
  if (row.splits.length > 0) return <PartsSummary row={row} onSplit={onSplit} />
  const pick = (change: Change, described: string) => {
    const next = alwaysOf(row.concept, change)
    setAlways(next)
    const further = next ? { name: words.offer, run: () => onAlways(next) } : undefined
    void editMany([row], change, { words: described, further })
  }
  const of = isBeside ? row.id : undefined
  return (
    <>
      <PickField
        field="category"
        kind={row.type}
        chosen={row.category_id}
        of={of}
        onPick={(category_id, name = text.transactions.noCategory) =>
          pick({ category_id }, done.filed(name))
        }
      />
      <Why id={row.id} />
      <PickField
        field="expense"
        chosen={row.expense_goal_id}
        of={of}
        onPick={(expense_goal_id, name = '') =>
          pick({ expense_goal_id }, expense_goal_id === null ? done.free : done.assigned(name))
        }
      />
      <PaidFrom row={row} />
      <div className={styles.actions}>
        <Button size="small" onClick={onSplit}>
          {split.begin}
        </Button>
        {always && (
          <Button size="small" onClick={() => onAlways(always)}>
            {words.name(row.concept)}
          </Button>
        )}
      </div>
    </>
  )
}

function Summary({ row }: { readonly row: Shown }) {
  const text = useText()
  const names = useNames()
  const { day } = useFormats()
  return (
    <div className={styles.summary}>
      <Monogram name={row.concept} look={names.look(row.category_id)} />
      <div className={styles.title}>
        <h2>{row.concept}</h2>
        <p className="soft">
          {day(row.booked_at, 'weekday')} · {names.account(row.account_id)}
        </p>
      </div>
      <p className={styles.amount}>
        <Money cents={row.amount} currency={row.currency} toned signed={row.amount > 0} />
        {row.status === 'pending' && <Badge>{text.transactions.pending}</Badge>}
      </p>
    </div>
  )
}

type TypeProps = {
  readonly value: Shown['type']
  readonly onChange: (type: Shown['type']) => void
}

export function TypeField({ value, onChange }: TypeProps) {
  const { columns, types } = useText().transactions
  return (
    <SelectField
      label={columns.type}
      value={value}
      onChange={(event) => onChange(event.target.value as Shown['type'])}
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
function PaidFrom({ row }: { readonly row: Shown }) {
  const words = useText().assignments
  const names = useNames()
  const reason = useReason()
  const undo = useUndoAssignment()
  const { id, concept, currency, expense_goal_id: expense } = row
  const { data } = useQuery(ask('GET /transactions/{id}/assignment', { params: { id } }))
  const name = names.expense(expense)
  if (!data?.why || !name || data.expense_goal_id !== expense) return null
  return (
    <p className={styles.why}>
      {words.paidFrom(name)}. {reason(data.why, currency)}{' '}
      <Button
        size="small"
        look="quiet"
        aria-label={words.undoOf(concept, name)}
        onClick={() => undo(row)}
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

function Origin({ row }: { readonly row: Shown }) {
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
