import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { faultOf } from '#web/calls/failure.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { CategoryField } from '#web/transactions/pick-field.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Pair } from '#web/ui/stack.tsx'

export type RuleDraft = Omit<
  Output<'GET /category-rules'>[number],
  'id' | 'position' | 'created_at' | 'updated_at'
>

const matches = ['contains', 'is'] as const
const directions = ['out', 'in'] as const
const amounts = ['any', 'exactly', 'between'] as const

type Props = {
  readonly draft: RuleDraft
  readonly error: unknown
  readonly onChange: (part: Partial<RuleDraft>) => void
}

/** Edits the conditions of a rule and its effects. */
export function RuleFields(props: Props) {
  const words = useText().settings.rules
  const { draft, error, onChange } = props
  return (
    <>
      <Pair>
        <SelectField
          label={words.match}
          value={draft.match}
          onChange={({ target: { value } }) =>
            onChange({ match: matches.find((one) => one === value) ?? 'contains' })
          }
        >
          {matches.map((match) => (
            <option key={match} value={match}>
              {words.matchNames[match]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={words.text}
          required
          autoFocus
          maxLength={200}
          autoComplete="off"
          value={draft.text}
          fault={faultOf(error, 'text')}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </Pair>
      <Limits {...props} />
      <CategoryField
        label={words.category}
        none={words.onlyName}
        chosen={draft.category_id}
        fault={faultOf(error, 'category_id')}
        onPick={(category_id) => onChange({ category_id })}
      />
      <TextField
        label={words.concept}
        required={draft.category_id === null && draft.expense_id === null}
        maxLength={200}
        autoComplete="off"
        value={draft.concept ?? ''}
        fault={faultOf(error, 'concept')}
        onChange={({ target: { value } }) => onChange({ concept: value === '' ? null : value })}
      />
      <SpendFrom {...props} />
    </>
  )
}

/** Chooses the Expense that fitting payments are spent from. An archived one stays until another is chosen. */
function SpendFrom({ draft, error, onChange }: Props) {
  const words = useText().settings.rules
  const { data: expenses } = useQuery(ask('GET /expenses'))
  const { expense_id: chosen } = draft
  const isMissing = chosen !== null && !expenses?.some(({ id }) => id === chosen)
  return (
    <SelectField
      label={words.expense}
      value={chosen ?? ''}
      fault={faultOf(error, 'expense_id')}
      onChange={({ target: { value } }) => onChange({ expense_id: value === '' ? null : value })}
    >
      <option value="">{words.noExpense}</option>
      {isMissing && <option value={chosen}>{expenses && words.goneExpense}</option>}
      {expenses?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Limits the rule to an account, a direction and a range of amounts. */
function Limits(props: Props) {
  const { draft, error, onChange } = props
  const words = useText().settings.rules
  const { data: accounts } = useQuery(ask('GET /accounts'))
  return (
    <>
      <Pair>
        <SelectField
          label={words.direction}
          value={draft.direction ?? ''}
          onChange={({ target: { value } }) =>
            onChange({ direction: directions.find((one) => one === value) ?? null })
          }
        >
          <option value="">{words.either}</option>
          {directions.map((direction) => (
            <option key={direction} value={direction}>
              {words.directions[direction]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={words.account}
          value={draft.account_id ?? ''}
          fault={faultOf(error, 'account_id')}
          onChange={({ target: { value } }) =>
            onChange({ account_id: value === '' ? null : value })
          }
        >
          <option value="">{words.anyAccount}</option>
          {accounts?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </Pair>
      <Amounts {...props} />
    </>
  )
}

type AmountKind = (typeof amounts)[number]

/** The kind of limit that the amounts have, or the chosen one if they may still become that. */
function kindOf({ min_amount: min, max_amount: max }: RuleDraft, chosen: AmountKind): AmountKind {
  if (min === null && max === null) return chosen
  return min === max && chosen !== 'between' ? 'exactly' : 'between'
}

function Amounts({ draft, error, onChange }: Props) {
  const words = useText().settings.rules
  const { data: home } = useQuery(ask('GET /home'))
  const { min_amount: min, max_amount: max } = draft
  const [chosen, setKind] = useState<AmountKind>('any')
  const kind = kindOf(draft, chosen)
  // Keeps its field while no amount is typed yet, or one that equals the other for a moment.
  if (kind !== chosen) setKind(kind)
  const choose = (value: string) => {
    const wanted = amounts.find((one) => one === value) ?? 'any'
    setKind(wanted)
    if (wanted === 'any') onChange({ min_amount: null, max_amount: null })
    if (wanted === 'exactly') onChange({ max_amount: min })
  }
  const currency = home?.currency ?? 'EUR'
  return (
    <>
      <SelectField
        label={words.amount}
        value={kind}
        onChange={(event) => choose(event.target.value)}
      >
        {amounts.map((one) => (
          <option key={one} value={one}>
            {words.amounts[one]}
          </option>
        ))}
      </SelectField>
      {kind === 'exactly' && (
        <AmountField
          label={words.amounts.exactly}
          hideLabel
          required
          currency={currency}
          value={min}
          fault={faultOf(error, 'min_amount')}
          onChange={(cents) => onChange({ min_amount: cents, max_amount: cents })}
        />
      )}
      {kind === 'between' && (
        <Pair>
          <AmountField
            label={words.least}
            currency={currency}
            value={min}
            fault={faultOf(error, 'min_amount')}
            onChange={(cents) => onChange({ min_amount: cents })}
          />
          <AmountField
            label={words.most}
            currency={currency}
            value={max}
            fault={faultOf(error, 'max_amount')}
            onChange={(cents) => onChange({ max_amount: cents })}
          />
        </Pair>
      )}
    </>
  )
}
