import { CurrencyField } from '#web/sign-in/currency-field.tsx'
import { useText } from '#web/text/text.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Pair } from '#web/ui/stack.tsx'
import { kindFromName, nameFromFile } from './guess-account.ts'

const kinds = {
  checking: { type: 'depository', subtype: 'checking' },
  savings: { type: 'depository', subtype: 'savings' },
  card: { type: 'credit', subtype: 'credit_card' },
  wallet: { type: 'wallet', subtype: null },
  other: { type: 'other', subtype: null },
} as const

type Kind = keyof typeof kinds
export type NewAccount = { readonly name: string; readonly kind: Kind; readonly currency: string }

/** Suggests a new account by the name of a file. Its currency is left to the household's. */
export function newAccountFor(file: File | null): NewAccount {
  const name = file ? nameFromFile(file.name) : ''
  return { name, kind: kindFromName(name), currency: '' }
}

/** Describes an account that is created together with its rows, as the server expects it. */
export function openedAccount({ name, kind, currency }: NewAccount) {
  const { type, subtype } = kinds[kind]
  return {
    account_name: name,
    account_type: type,
    account_currency: currency,
    ...(subtype !== null && { account_subtype: subtype }),
  }
}

/** Asks for the name, kind and currency of an account that a file creates. */
export function NewAccountFields({
  value,
  onChange,
}: {
  readonly value: NewAccount
  readonly onChange: (value: NewAccount) => void
}) {
  const words = useText().imports.choose
  return (
    <>
      <TextField
        label={words.name}
        required
        maxLength={200}
        autoComplete="off"
        value={value.name}
        onChange={(event) => onChange({ ...value, name: event.target.value })}
      />
      <Pair>
        <SelectField
          label={words.kind}
          value={value.kind}
          onChange={(event) => {
            const kind = (Object.keys(kinds) as Kind[]).find((one) => one === event.target.value)
            onChange({ ...value, kind: kind ?? 'other' })
          }}
        >
          {(Object.keys(kinds) as Kind[]).map((kind) => (
            <option key={kind} value={kind}>
              {words.kinds[kind]}
            </option>
          ))}
        </SelectField>
        <CurrencyField
          value={value.currency}
          onChange={(currency) => onChange({ ...value, currency })}
        />
      </Pair>
    </>
  )
}
