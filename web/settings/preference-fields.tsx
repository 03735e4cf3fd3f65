import { faultOf } from '#web/calls/failure.ts'
import { listLocales } from '#web/text/formats.ts'
import { useFormats, useLanguage, useText } from '#web/text/text.tsx'
import { Checkbox, SelectField } from '#web/ui/field.tsx'
import { Pair } from '#web/ui/stack.tsx'
import styles from './preference-fields.module.css'
import type { Preferences } from './preferences.ts'

type Props = {
  readonly draft: Preferences
  readonly error: unknown
  readonly onChange: (part: Partial<Preferences>) => void
}

const dateFormats = ['DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY', 'YYYY-MM-DD'] as const
const weekStarts = ['monday', 'sunday', 'saturday'] as const
const cashTypes = ['depository', 'wallet', 'investment', 'other'] as const
const monthDays = Array.from({ length: 28 }, (_, index) => index + 1)

/** Edits the household's formats, week and month. */
export function PreferenceFields({ draft, error, onChange }: Props) {
  const { household: words } = useText().settings
  const { number } = useFormats()
  return (
    <>
      <Pair>
        <LocaleField draft={draft} error={error} onChange={onChange} />
        <SelectField
          label={words.dateFormat}
          value={draft.date_format ?? ''}
          onChange={(event) => {
            onChange({ date_format: dateFormats.find((one) => one === event.target.value) ?? null })
          }}
        >
          <option value="">{words.dateWords}</option>
          {dateFormats.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </Pair>
      <Pair>
        <SelectField
          label={words.weekStart}
          value={draft.week_starts_on}
          onChange={(event) => {
            const chosen = weekStarts.find((one) => one === event.target.value)
            if (chosen) onChange({ week_starts_on: chosen })
          }}
        >
          {weekStarts.map((one) => (
            <option key={one} value={one}>
              {words.weekStarts[one]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={words.monthStart}
          value={draft.month_starts_on_day}
          onChange={(event) => onChange({ month_starts_on_day: Number(event.target.value) })}
        >
          {monthDays.map((one) => (
            <option key={one} value={one}>
              {words.monthDay(number(one))}
            </option>
          ))}
        </SelectField>
      </Pair>
      <CashFields draft={draft} error={error} onChange={onChange} />
    </>
  )
}

function LocaleField({ draft, error, onChange }: Props) {
  const { household: words } = useText().settings
  const { language } = useLanguage()
  return (
    <SelectField
      label={words.locale}
      value={draft.locale ?? ''}
      fault={faultOf(error, 'locale')}
      onChange={(event) => onChange({ locale: event.target.value || null })}
    >
      <option value="">{words.ownLocale}</option>
      {listLocales(language, draft.locale).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Chooses which money counts towards Free-to-spend. */
function CashFields({ draft, onChange }: Props) {
  const { household: words } = useText().settings
  const { types } = useText().accounts
  const toggle = (type: (typeof cashTypes)[number], counts: boolean) =>
    onChange({
      account_types: cashTypes.filter((one) =>
        one === type ? counts : draft.account_types.includes(one),
      ),
    })
  return (
    <>
      <fieldset className={styles.cash}>
        <legend>{words.cash}</legend>
        {cashTypes.map((type) => (
          <Checkbox
            key={type}
            label={types[type]}
            checked={draft.account_types.includes(type)}
            onChange={(event) => toggle(type, event.target.checked)}
          />
        ))}
      </fieldset>
      <Checkbox
        label={words.pending}
        checked={draft.include_pending}
        onChange={(event) => onChange({ include_pending: event.target.checked })}
      />
    </>
  )
}
