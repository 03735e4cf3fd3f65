import { useQuery } from '@tanstack/react-query'
import { CallFailure, faultOf } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { LookFields } from '#web/ui/look-fields.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Pair } from '#web/ui/stack.tsx'
import { kindOfDraft, recurs, type Rhythm, withKind } from './draft.ts'
import { FundingFields } from './funding-fields.tsx'
import type { FieldsProps } from './fields-props.ts'
import type { Kind } from './kind.ts'

const kinds: readonly Kind[] = ['bill', 'envelope', 'goal', 'card']
/** As the server guesses them (`src/budget/expenses/look.ts`). */
const plainIcons = { bill: 'receipt-text', envelope: 'mail', goal: 'target', card: 'credit-card' }
const shown = ['name', 'target_amount', 'balance', 'recurrence_anchor_date']

/** Edits all fields of an Expense. */
export function ExpenseFields(props: FieldsProps) {
  const { draft, isNew, error, onChange } = props
  const text = useText().plan
  const words = text.form
  const kind = kindOfDraft(draft)
  const { data: home } = useQuery(ask('GET /home'))
  const currency = home?.currency ?? 'EUR'
  const isElsewhere = !(error instanceof CallFailure && shown.includes(error.param ?? ''))
  return (
    <>
      {error !== null && isElsewhere && <Failed error={error} />}
      {isNew && (
        <SelectField
          label={words.kind}
          hint={words.kindHints[kind]}
          value={kind}
          onChange={(event) => onChange(withKind(draft, event.target.value as Kind))}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {text.kinds[one]}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={words.name}
        value={draft.name}
        required
        autoFocus
        maxLength={200}
        autoComplete="off"
        fault={faultOf(error, 'name')}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <LookFields
        look={draft}
        plain={{ hue: 'sky', icon: plainIcons[kind] }}
        round
        onChange={onChange}
      />
      <AmountField
        key={currency}
        label={words.target[kind]}
        hint={words.targetHint[kind]}
        currency={currency}
        value={draft.target}
        required={draft.type === 'expense'}
        fault={faultOf(error, 'target_amount')}
        onChange={(target) => onChange({ target })}
      />
      {(!isNew || kind !== 'envelope') && <When {...props} />}
      {draft.type === 'credit_card' && <CardField {...props} />}
      {isNew && <Opening {...props} currency={currency} />}
      <FundingFields {...props} />
    </>
  )
}

const billRhythms: readonly Rhythm[] = ['7d', '14d', '28d', '1', '2', '3', '6', '12']

const cardRhythms: readonly Rhythm[] = ['none']

/** Without a date, a bill is an envelope. A new set-aside already has its kind; an existing one changes it here. */
function ownRhythms(isNew: boolean): readonly Rhythm[] {
  return isNew ? ['once'] : ['once', 'none']
}

/** Edits how often the Expense is paid, and when next. */
function When({ draft, isNew, error, onChange }: FieldsProps) {
  const words = useText().plan.form
  const { type, rhythm } = draft
  const rhythms = [...billRhythms, ...(type === 'credit_card' ? cardRhythms : ownRhythms(isNew))]
  const dated = type === 'goal' || rhythm !== 'none'
  return (
    <Pair narrow>
      {type !== 'goal' && (
        <SelectField
          label={words.rhythm}
          value={rhythm}
          onChange={(event) => onChange({ rhythm: event.target.value as Rhythm })}
        >
          {rhythms.map((one) => (
            <option key={one} value={one}>
              {words.rhythms[one]}
            </option>
          ))}
        </SelectField>
      )}
      {dated && (
        <TextField
          label={type === 'goal' ? words.by : words.due}
          type="date"
          value={draft.due}
          required={type !== 'goal' && (recurs(draft) || rhythm === 'once')}
          fault={faultOf(error, 'recurrence_anchor_date')}
          onChange={(event) => onChange({ due: event.target.value })}
        />
      )}
    </Pair>
  )
}

function CardField({ draft, onChange }: FieldsProps) {
  const words = useText().plan.form
  const { data: accounts = [] } = useQuery(ask('GET /accounts'))
  const cards = accounts.filter(({ type, closed_at }) => type === 'credit' && closed_at === null)
  return (
    <SelectField
      label={words.card}
      value={draft.card}
      onChange={(event) => onChange({ card: event.target.value })}
    >
      <option value="">{words.anyCard}</option>
      {cards.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function Opening({
  draft,
  error,
  onChange,
  currency,
}: FieldsProps & { readonly currency: string }) {
  const words = useText().plan.form
  const { money } = useFormats()
  const { data: home } = useQuery(ask('GET /home'))
  const free = home?.money[0]?.free_to_spend
  return (
    <AmountField
      key={`opening ${currency}`}
      label={words.opening}
      hint={free === undefined ? undefined : words.openingHint(money(free, currency))}
      currency={currency}
      value={draft.opening}
      fault={faultOf(error, 'balance')}
      onChange={(opening) => onChange({ opening })}
    />
  )
}
