import { useMemo } from 'react'
import { listCurrencies } from '#web/text/formats.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { SelectField } from '#web/ui/field.tsx'

/** Chooses the household's currency by name. */
export function CurrencyField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (currency: string) => void
}) {
  const text = useText().signIn
  const { locale } = useFormats()
  const currencies = useMemo(() => listCurrencies(locale), [locale])
  return (
    <SelectField
      label={text.currency}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {currencies.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
