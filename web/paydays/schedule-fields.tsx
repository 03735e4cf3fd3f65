import { useQuery } from '@tanstack/react-query'
import { CallFailure, faultOf } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Pair } from '#web/ui/stack.tsx'
import { daysPerMonth, type Draft } from './schedule.ts'

type Props = {
  readonly draft: Draft
  readonly currency: string
  readonly error: unknown
  readonly onChange: (part: Partial<Draft>) => void
}

const frequencies = ['monthly', 'semimonthly', 'biweekly', 'weekly'] as const
const places = ['first', 'second'] as const
const weekends = ['before', 'after', 'none'] as const
const shown = ['name', 'anchor', 'estimated_deposit', 'account_id']

export function ScheduleFields(props: Props) {
  const { draft, currency, error, onChange } = props
  const text = useText().paydays
  const words = text.form
  const isElsewhere = !(error instanceof CallFailure && shown.includes(error.param ?? ''))
  return (
    <>
      {error !== null && isElsewhere && <Failed error={error} />}
      <TextField
        label={words.name}
        placeholder={words.namePlaceholder}
        value={draft.name}
        required
        autoFocus
        maxLength={200}
        autoComplete="off"
        fault={faultOf(error, 'name')}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <SelectField
        label={words.frequency}
        value={draft.frequency}
        onChange={(event) => onChange({ frequency: event.target.value as Draft['frequency'] })}
      >
        {frequencies.map((one) => (
          <option key={one} value={one}>
            {text.frequencies[one]}
          </option>
        ))}
      </SelectField>
      <Days {...props} />
      <SelectField
        label={words.weekend}
        value={draft.weekend}
        onChange={(event) => onChange({ weekend: event.target.value as Draft['weekend'] })}
      >
        {weekends.map((one) => (
          <option key={one} value={one}>
            {text.weekends[one]}
          </option>
        ))}
      </SelectField>
      <AmountField
        label={words.deposit}
        hint={words.depositHint}
        currency={currency}
        value={draft.deposit}
        fault={faultOf(error, 'estimated_deposit')}
        onChange={(deposit) => onChange({ deposit })}
      />
      <div>
        <Checkbox
          label={words.wait}
          checked={draft.wait}
          onChange={(event) => onChange({ wait: event.target.checked })}
        />
        <p className="soft">{words.waitHint}</p>
      </div>
      {draft.wait && <AccountField {...props} />}
    </>
  )
}

/** Chooses the account of the deposit: income on other accounts does not trigger the payday. */
function AccountField({ draft, error, onChange }: Props) {
  const { form: words } = useText().paydays
  const { data: accounts = [] } = useQuery(ask('GET /accounts'))
  return (
    <SelectField
      label={words.account}
      value={draft.account ?? ''}
      fault={faultOf(error, 'account_id')}
      onChange={(event) => onChange({ account: event.target.value || null })}
    >
      <option value="">{words.anyAccount}</option>
      {accounts
        .filter(({ id, closed_at }) => closed_at === null || id === draft.account)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </SelectField>
  )
}

/** Chooses the days: days of the month, or a first day from which weeks are counted. */
function Days({ draft, error, onChange }: Props) {
  const { form: words } = useText().paydays
  const { number } = useFormats()
  const count = daysPerMonth(draft.frequency)
  return (
    <>
      <Pair narrow>
        {places.slice(0, count).map((place, index) => (
          <SelectField
            key={place}
            label={count === 1 ? words.day : (words.days[index] ?? words.day)}
            value={draft[place]}
            onChange={(event) => onChange({ [place]: Number(event.target.value) })}
          >
            {Array.from({ length: 31 }, (_, at) => at + 1).map((one) => (
              <option key={one} value={one}>
                {one === 31 ? words.lastDay : number(one)}
              </option>
            ))}
          </SelectField>
        ))}
      </Pair>
      <TextField
        label={count === 0 ? words.first : words.from}
        hint={count === 0 ? undefined : words.fromHint}
        type="date"
        value={draft.anchor}
        required
        fault={faultOf(error, 'anchor')}
        onChange={(event) => onChange({ anchor: event.target.value })}
      />
    </>
  )
}
