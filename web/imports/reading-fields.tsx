import { useState } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { encodings } from '#/core/values/encodings.ts'
import type { Preview } from './import.ts'
import styles from './imports.module.css'
import type { Mapping } from './import.ts'

type Layout = NonNullable<Preview['layout']>

/** Edits how dates, amounts, encoding and delimiter are read; each choice shows an example from the file. */
export function ReadingFields({
  preview,
  currency,
  delimiter,
  onChange,
}: {
  readonly preview: Preview
  readonly currency: string
  readonly delimiter: Layout['delimiter'] | null
  readonly onChange: (part: Mapping) => void
}) {
  const { layout, encoding } = preview
  return (
    <div className={styles.fields}>
      {layout && (
        <>
          <DatesField
            preview={preview}
            layout={layout}
            onSay={(dateOrder) => onChange({ dateOrder })}
          />
          <DecimalField
            preview={preview}
            layout={layout}
            currency={currency}
            onSay={(decimal) => onChange({ decimal })}
          />
          <SpendingField layout={layout} onSay={(isInverted) => onChange({ isInverted })} />
        </>
      )}
      <EncodingField value={encoding} onSay={(letters) => onChange({ encoding: letters })} />
      <DelimiterField value={delimiter} onSay={(parted) => onChange({ delimiter: parted })} />
      <SkippedField
        key={layout?.skipped ?? 0}
        value={layout?.skipped ?? 0}
        onSay={(skipped) => onChange({ skipped })}
      />
    </div>
  )
}

function SpendingField({
  layout,
  onSay,
}: {
  readonly layout: Layout
  readonly onSay: (isInverted: boolean) => void
}) {
  const words = useText().imports.how
  return (
    <SelectField
      label={words.spending}
      value={layout.isInverted ? 'plus' : 'minus'}
      onChange={(event) => onSay(event.target.value === 'plus')}
    >
      <option value="minus">{words.minus}</option>
      <option value="plus">{words.plus}</option>
    </SelectField>
  )
}

function EncodingField({
  value,
  onSay,
}: {
  readonly value: string | null
  readonly onSay: (encoding: (typeof encodings)[number]) => void
}) {
  const words = useText().imports.how
  return (
    <SelectField
      label={words.encoding}
      value={value ?? 'utf-8'}
      onChange={(event) => {
        const letters = encodings.find((one) => one === event.target.value)
        if (letters) onSay(letters)
      }}
    >
      {encodings.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectField>
  )
}

function DatesField({
  preview,
  layout,
  onSay,
}: {
  readonly preview: Preview
  readonly layout: Layout
  readonly onSay: (order: Layout['dateOrder']) => void
}) {
  const words = useText().imports.how
  const { day } = useFormats()
  const example = preview.examples.dates.find(({ order }) => order === layout.dateOrder)
  const orders = ['dmy', 'mdy', 'ymd'] as const
  const meaning = (order: Layout['dateOrder']) => {
    const found = preview.examples.dates.find((one) => one.order === order)
    return found?.day ? `${words.orders[order]}: ${day(found.day, 'long')}` : words.orders[order]
  }
  return (
    <SelectField
      label={words.dates}
      value={layout.dateOrder}
      hint={
        example &&
        (example.day
          ? words.is(example.text, day(example.day, 'long'))
          : words.isNone(example.text))
      }
      onChange={(event) => {
        const order = orders.find((one) => one === event.target.value)
        if (order) onSay(order)
      }}
    >
      {orders.map((order) => (
        <option key={order} value={order}>
          {meaning(order)}
        </option>
      ))}
    </SelectField>
  )
}

function DecimalField({
  preview,
  layout,
  currency,
  onSay,
}: {
  readonly preview: Preview
  readonly layout: Layout
  readonly currency: string
  readonly onSay: (sign: Layout['decimal']) => void
}) {
  const words = useText().imports.how
  const { money } = useFormats()
  const example = preview.examples.decimals.find(({ sign }) => sign === layout.decimal)
  const signs = [',', '.'] as const
  return (
    <SelectField
      label={words.decimals}
      value={layout.decimal}
      hint={
        example &&
        (example.amount === null
          ? words.isNoAmount(example.text)
          : words.is(example.text, money(example.amount, currency)))
      }
      onChange={(event) => onSay(event.target.value === ',' ? ',' : '.')}
    >
      {signs.map((sign) => (
        <option key={sign} value={sign}>
          {words.signs[sign]}
        </option>
      ))}
    </SelectField>
  )
}

const delimiters = [',', ';', '\t', '|'] as const

function DelimiterField({
  value,
  onSay,
}: {
  readonly value: (typeof delimiters)[number] | null
  readonly onSay: (delimiter: (typeof delimiters)[number]) => void
}) {
  const words = useText().imports.how
  return (
    <SelectField
      label={words.delimiter}
      value={value ?? ''}
      onChange={(event) => {
        const delimiter = delimiters.find((one) => one === event.target.value)
        if (delimiter) onSay(delimiter)
      }}
    >
      {value === null && <option value="">–</option>}
      {delimiters.map((one) => (
        <option key={one} value={one}>
          {words.delimiters[one]}
        </option>
      ))}
    </SelectField>
  )
}

function SkippedField({
  value,
  onSay,
}: {
  readonly value: number
  readonly onSay: (skipped: number) => void
}) {
  const words = useText().imports.how
  const [typed, setTyped] = useState(String(value))
  const say = () => {
    const skipped = Number(typed)
    if (Number.isInteger(skipped) && skipped >= 0 && skipped <= 10_000 && skipped !== value) {
      onSay(skipped)
    }
  }
  return (
    <TextField
      label={words.skipped}
      type="number"
      min={0}
      max={10_000}
      inputMode="numeric"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={say}
    />
  )
}
