import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { ask } from '#web/calls/queries.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useLanguage, useText } from '#web/text/text.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Words } from '#web/ui/stack.tsx'

type Props = {
  /** The connection whose consent is renewed. */
  readonly renew?: string
  readonly onClose: () => void
}

/** The countries of the European Economic Area, and Great Britain. */
const countries =
  'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  )

/**
 * Sends the person to the page of their bank, to give a consent there or to renew it. The bank leads back to `BankReturn`.
 */
export function ConnectEurope({ renew, onClose }: Props) {
  const words = useText().accounts.europe
  const { language } = useLanguage()
  const [country, setCountry] = useState(() => likely(navigator.language))
  const [wanted, setWanted] = useState(nothingWanted)
  const banks = useQuery({
    ...ask('GET /connections/enable-banking/banks', { query: { country } }),
    enabled: renew === undefined,
  })
  const found = matching(banks.data ?? [], wanted.search)
  // Derived, not stored: the list may arrive after the person has typed.
  const only = wanted.search !== '' && found.length === 1 ? found[0]!.name : ''
  const bank = wanted.bank || only
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const open = useSendSecret('POST /connections/enable-banking/consents', {
    onDone: ({ url }) => {
      if (url === undefined) onClose()
      else location.assign(url)
    },
  })
  const body =
    renew === undefined ? { country, bank, language } : { connection_id: renew, language }
  return (
    <FormDialog
      title={renew === undefined ? words.title : words.renewTitle}
      action={words.go}
      busy={open.isPending}
      error={open.error}
      onSubmit={() => {
        if (renew !== undefined || bank !== '') open.send({ body, idempotencyKey })
      }}
      onClose={onClose}
    >
      <Words>{renew === undefined ? words.words : words.renewWords}</Words>
      {renew === undefined && (
        <>
          <Countries
            value={country}
            onChange={(value) => {
              setCountry(value)
              setWanted(nothingWanted)
            }}
          />
          <TextField
            label={words.search}
            type="search"
            value={wanted.search}
            onChange={(event) => setWanted({ search: event.target.value, bank: '' })}
          />
          {banks.error && <Failed error={banks.error} retry={() => void banks.refetch()} />}
          <Banks
            found={banks.data && found}
            value={bank}
            onChange={(value) => setWanted({ ...wanted, bank: value })}
          />
        </>
      )}
    </FormDialog>
  )
}

/** `search`: part of a name; a single bank that has it is chosen. `bank`: the name of a bank that was chosen by hand. */
const nothingWanted = { search: '', bank: '' }

type ChoiceProps = { readonly value: string; readonly onChange: (value: string) => void }

function Countries({ value, onChange }: ChoiceProps) {
  const words = useText().accounts.europe
  const { language } = useLanguage()
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return (
    <SelectField
      label={words.country}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {countries
        .map((code) => ({ code, name: names.of(code) ?? code }))
        .toSorted((a, b) => a.name.localeCompare(b.name, language))
        .map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
    </SelectField>
  )
}

type BanksProps = ChoiceProps & {
  /** The banks whose names match the search; undefined while they are loaded. */
  readonly found: readonly { readonly name: string }[] | undefined
}

/** The banks of a country: some have hundreds, so they are searched by name. */
function Banks({ found, value, onChange }: BanksProps) {
  const words = useText().accounts.europe
  const none =
    found === undefined ? words.loading : found.length === 0 ? words.noBank : words.choose
  return (
    <SelectField
      label={words.bank}
      value={value}
      required
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{none}</option>
      {found?.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function matching<B extends { readonly name: string }>(
  banks: readonly B[],
  search: string,
): readonly B[] {
  const wanted = plain(search)
  return banks.filter(({ name }) => plain(name).includes(wanted))
}

/** Removes accents and case, which people leave out when they search. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

function likely(language: string): string {
  const { region } = new Intl.Locale(language).maximize()
  return countries.find((code) => code === region) ?? 'ES'
}
