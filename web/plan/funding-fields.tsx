import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx'
import { Pair } from '#web/ui/stack.tsx'
import type { Draft } from './draft.ts'
import { recurs } from './draft.ts'
import type { FieldsProps } from './fields-props.ts'
import styles from './form.module.css'

const priorities = ['high', 'normal', 'low'] as const
const counts = [1, 2, 3] as const

/** Edits which paydays fund the Expense, how soon, and how far ahead. */
export function FundingFields({ draft, onChange }: FieldsProps) {
  const text = useText().plan
  const words = text.form
  const { data: groups = [] } = useQuery(ask('GET /expense-groups'))
  return (
    <>
      <Schedules draft={draft} onChange={onChange} />
      {draft.type === 'expense' && recurs(draft) && <Ahead draft={draft} onChange={onChange} />}
      <Pair narrow>
        <SelectField
          label={words.priority}
          hint={words.priorityHint}
          value={draft.priority}
          onChange={(event) => onChange({ priority: event.target.value as Draft['priority'] })}
        >
          {priorities.map((one) => (
            <option key={one} value={one}>
              {text.priorities[one]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={words.group}
          value={draft.group}
          onChange={(event) => onChange({ group: event.target.value })}
        >
          <option value="">{text.groups.none}</option>
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </Pair>
    </>
  )
}

type PartProps = Pick<FieldsProps, 'draft' | 'onChange'>

function Schedules({ draft, onChange }: PartProps) {
  const words = useText().plan.form
  const { data: schedules } = useQuery(ask('GET /funding-schedules'))
  const toggle = (id: string, on: boolean) => {
    const others = draft.schedules.filter((one) => one !== id)
    onChange({ schedules: on ? [...others, id] : others })
  }
  return (
    <fieldset className={styles.checks}>
      <legend>{words.paydays}</legend>
      {schedules?.length === 0 && <p className="soft">{words.noPaydays}</p>}
      {schedules?.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={draft.schedules.includes(id)}
          onChange={(event) => toggle(id, event.target.checked)}
        />
      ))}
    </fieldset>
  )
}

function Ahead({ draft, onChange }: PartProps) {
  const words = useText().plan.form
  return (
    <Pair narrow>
      <SelectField
        label={words.ahead}
        hint={words.aheadHint}
        value={draft.ahead}
        onChange={(event) => {
          const chosen = counts.find((count) => String(count) === event.target.value)
          onChange({ ahead: chosen ?? 1 })
        }}
      >
        {counts.map((count) => (
          <option key={count} value={count}>
            {words.aheadCount(count)}
          </option>
        ))}
      </SelectField>
      {draft.ahead > 1 && (
        <TextField
          label={words.buildBy}
          type="date"
          value={draft.buildBy}
          onChange={(event) => onChange({ buildBy: event.target.value })}
        />
      )}
    </Pair>
  )
}
