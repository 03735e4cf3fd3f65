import { Checkbox, SelectField } from '#web/ui/field.tsx'
import { Pair } from '#web/ui/stack.tsx'
import { useFeedWords } from './words.ts'

const kinds = ['bills', 'paydays', 'low_points'] as const
const ahead = [1, 3, 6, 12] as const
const back = [0, 1, 3, 12] as const
const alarms = [0, 1, 2, 7] as const

/** The settings of a new calendar. */
export type FeedChoice = {
  readonly kinds: (typeof kinds)[number][]
  readonly amounts: boolean
  readonly months_ahead: number
  readonly months_back: number
  readonly alarm_days: number | null
}

export const usualChoice: FeedChoice = {
  kinds: [...kinds],
  amounts: true,
  months_ahead: 6,
  months_back: 1,
  alarm_days: null,
}

type Props = {
  readonly choice: FeedChoice
  readonly onChange: (choice: FeedChoice) => void
}

/** Asks which events a calendar shows, with or without amounts, and for how long. */
export function ChoiceFields({ choice, onChange }: Props) {
  const words = useFeedWords()
  const change = (part: Partial<FeedChoice>) => onChange({ ...choice, ...part })
  return (
    <>
      <fieldset>
        <legend>{words.kinds}</legend>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={words.kind[kind]}
            checked={choice.kinds.includes(kind)}
            // At least one is shown.
            disabled={choice.kinds.length === 1 && choice.kinds[0] === kind}
            onChange={({ target: { checked } }) => {
              const chosen = kinds.filter((one) =>
                one === kind ? checked : choice.kinds.includes(one),
              )
              change({ kinds: chosen })
            }}
          />
        ))}
      </fieldset>
      <div>
        <Checkbox
          label={words.amounts}
          checked={choice.amounts}
          onChange={(event) => change({ amounts: event.target.checked })}
        />
        <p className="soft">{words.amountsHint}</p>
      </div>
      <Pair narrow>
        <Months
          label={words.ahead}
          values={ahead}
          value={choice.months_ahead}
          onChoose={(months) => change({ months_ahead: months })}
        />
        <Months
          label={words.back}
          values={back}
          value={choice.months_back}
          onChoose={(months) => change({ months_back: months })}
        />
      </Pair>
      <SelectField
        label={words.alarm}
        value={choice.alarm_days ?? ''}
        onChange={({ target: { value } }) =>
          change({ alarm_days: value === '' ? null : Number(value) })
        }
      >
        <option value="">{words.noAlarm}</option>
        {alarms.map((days) => (
          <option key={days} value={days}>
            {words.alarmDays(days)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

function Months({
  label,
  values,
  value,
  onChoose,
}: {
  readonly label: string
  readonly values: readonly number[]
  readonly value: number
  readonly onChoose: (value: number) => void
}) {
  return (
    <SelectField
      label={label}
      value={value}
      onChange={(event) => onChoose(Number(event.target.value))}
    >
      {values.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </SelectField>
  )
}
