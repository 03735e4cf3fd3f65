import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import type { Import, Preview } from './import.ts'
import styles from './imports.module.css'
import { type NewAccount, NewAccountFields, openedAccount } from './new-account.tsx'

/** This import's own account, a new one, or none; otherwise the id of an account. */
const OWN = 'own'
const NEW = 'new'
const OUT = 'out'

type Props = {
  readonly statement: Import
  readonly preview: Preview
  /** Called with this import once its account of the file is chosen. */
  readonly onChosen: () => void
}

/** Asks where each of several accounts in the file goes: into an existing account, a new one, or nowhere. */
export function AccountsOfFile({ statement, preview, onChosen }: Props) {
  const text = useText().imports
  const words = text.several
  const [places, setPlaces] = useState(() => likelyPlaces(statement, preview))
  const [made, setMade] = useState<Readonly<Record<string, NewAccount>>>({})
  const choose = useSend('POST /imports/{id}/accounts', { onDone: onChosen })
  const isOpen = preview.account === null
  const chosen = preview.accounts.filter(({ number }) => placeOf(places, number) !== OUT)
  const newOne = (number: string) =>
    made[number] ?? { name: number, kind: 'checking', currency: statement.currency }
  const send = () => {
    const sent = chosen.map(({ number }) => {
      const into = placeOf(places, number)
      return {
        file_account: number,
        ...(into === NEW && openedAccount(newOne(number))),
        ...(into !== NEW && into !== OWN && { account_id: into }),
      }
    })
    choose.mutate({ params: { id: statement.id }, body: { accounts: sent } })
  }
  return (
    <details className={styles.how} open={isOpen}>
      <summary>
        <span className={styles.soft}>
          {preview.account === null ? words.title : words.taken(preview.account)}
        </span>
        <span className={styles.change}>{text.how.change}</span>
      </summary>
      <fieldset className={styles.several}>
        <legend>{words.title}</legend>
        {isOpen && <Notice>{words.words}</Notice>}
        {choose.error && <Failed error={choose.error} />}
        {preview.accounts.map(({ number, total }) => (
          <div key={number} className={styles.fileAccount}>
            <PlaceField
              number={number}
              total={total}
              statement={statement}
              value={placeOf(places, number)}
              onChange={(place) => setPlaces({ ...places, [number]: place })}
            />
            {placeOf(places, number) === NEW && (
              <NewAccountFields
                value={newOne(number)}
                onChange={(value) => setMade({ ...made, [number]: value })}
              />
            )}
          </div>
        ))}
        <Buttons>
          <Button
            look={isOpen ? 'primary' : 'plain'}
            busy={choose.isPending}
            disabled={chosen.length === 0}
            onClick={send}
          >
            {words.go}
          </Button>
        </Buttons>
      </fieldset>
    </details>
  )
}

function PlaceField({
  number,
  total,
  statement,
  value,
  onChange,
}: {
  readonly number: string
  readonly total: number
  readonly statement: Import
  readonly value: string
  readonly onChange: (place: string) => void
}) {
  const text = useText().imports
  const accounts = useQuery(ask('GET /accounts'))
  const others = (accounts.data ?? []).filter(
    ({ id, closed_at }) => closed_at === null && id !== statement.account_id,
  )
  return (
    <SelectField
      label={number}
      hint={text.rows(total)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value={OWN}>{statement.account_name}</option>
      {others.map(({ id, name, mask }) => (
        <option key={id} value={id}>
          {mask === null ? name : `${name} •${mask}`}
        </option>
      ))}
      <option value={NEW}>{text.choose.newAccount}</option>
      <option value={OUT}>{text.several.out}</option>
    </SelectField>
  )
}

type Places = Readonly<Record<string, string>>

function placeOf(places: Places, number: string): string {
  return places[number] ?? OUT
}

/** Preselects the accounts that the file's accounts seem to be, and this import's own account for one of them. */
function likelyPlaces(statement: Import, { account, accounts }: Preview): Places {
  const known = accounts.map(({ number, account_id }) => {
    const isOwn = number === account || (account_id !== null && account_id === statement.account_id)
    return [number, isOwn ? OWN : (account_id ?? OUT)] as const
  })
  const isTaken = known.some(([, place]) => place === OWN)
  const first = known.find(([, place]) => place === OUT)?.[0]
  return Object.fromEntries(
    known.map(([number, place]) => [number, !isTaken && number === first ? OWN : place]),
  )
}
