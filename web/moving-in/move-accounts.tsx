import { useState } from 'react'
import styles from '#web/imports/imports.module.css'
import { useFormats, useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox, SelectField } from '#web/ui/field.tsx'
import { Money } from '#web/ui/money.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { Buttons, Pair, Words } from '#web/ui/stack.tsx'
import type { MoveAccount, MoveChoices } from './move.ts'
import { useMoveWords } from './words.ts'

type Choice = NonNullable<MoveChoices['accounts']>[number]

const types = ['depository', 'credit', 'loan', 'investment', 'wallet', 'other'] as const

/** Lists the accounts of the files, each with its kind and its balance after the move. */
export function MoveAccounts({
  accounts,
  choices,
  busy,
  onChange,
}: {
  readonly accounts: readonly MoveAccount[]
  readonly choices: readonly Choice[]
  readonly busy: boolean
  readonly onChange: (choices: Choice[]) => void
}) {
  const words = useMoveWords().accounts
  const change = (key: string, part: Partial<Choice>) => {
    const known = choices.find((one) => one.key === key)
    const changed = { key, ...known, ...part }
    onChange([...choices.filter((one) => one.key !== key), changed])
  }
  return (
    <Card title={words.title}>
      <Words>{words.words}</Words>
      <ul aria-label={words.title} aria-busy={busy}>
        {accounts.map((account) => (
          <OneAccount
            key={account.key}
            account={withChoice(account, choices)}
            onChange={(part) => change(account.key, part)}
          />
        ))}
      </ul>
    </Card>
  )
}

/** The account as the person has just chosen it, before the files are read again. */
function withChoice(account: MoveAccount, choices: readonly Choice[]): MoveAccount {
  const choice = choices.find(({ key }) => key === account.key)
  const { taken, type } = account
  return { ...account, taken: choice?.take ?? taken, type: choice?.type ?? type }
}

type Props = {
  readonly account: MoveAccount
  readonly onChange: (part: Partial<Choice>) => void
}

function OneAccount({ account, onChange }: Props) {
  const text = useText()
  const moving = useMoveWords()
  const words = moving.accounts
  const { name, type, currency, taken, rows, balance, stated } = account
  const { money } = useFormats()
  const differs = taken && stated !== null && stated !== balance
  return (
    <li className={styles.column}>
      <div className={styles.columnWords}>
        <Checkbox
          label={name}
          aria-label={words.take(name)}
          checked={taken}
          onChange={(event) => onChange({ take: event.target.checked })}
        />
        <p className={styles.soft}>
          <Facts>
            {[
              moving.payments(rows),
              <Money key="balance" cents={balance} currency={currency} />,
              differs && words.differs(money(stated, currency)),
              !account.is_new && words.known,
              account.is_guessed && words.guessed,
            ]}
          </Facts>
        </p>
        {taken && account.is_new && <Balance account={account} onChange={onChange} />}
      </div>
      {account.is_new && (
        <SelectField
          label={words.kind(name)}
          hideLabel
          value={type}
          disabled={!taken}
          onChange={({ target: { value } }) => {
            const chosen = types.find((one) => one === value)
            if (chosen) onChange({ type: chosen, subtype: null })
          }}
        >
          {types.map((one) => (
            <option key={one} value={one}>
              {text.accounts.types[one]}
            </option>
          ))}
        </SelectField>
      )}
    </li>
  )
}

/** Corrects the balance of an account whose files do not state it. */
function Balance({ account, onChange }: Props) {
  const text = useText()
  const moving = useMoveWords()
  const words = moving.accounts
  const [isOpen, setIsOpen] = useState(false)
  const [balance, setBalance] = useState<number | null>(account.balance)
  if (!isOpen) {
    return (
      <Button look="plain" size="small" onClick={() => setIsOpen(true)}>
        {words.setBalance}
        <span className="unseen"> {account.name}</span>
      </Button>
    )
  }
  return (
    <Pair>
      <AmountField
        label={words.newBalance(account.name)}
        currency={account.currency}
        value={balance}
        autoFocus
        onChange={setBalance}
      />
      <Buttons>
        <Button
          disabled={balance === null}
          onClick={() => {
            onChange({ balance })
            setIsOpen(false)
          }}
        >
          {words.apply}
        </Button>
        <Button onClick={() => setIsOpen(false)}>{text.ui.cancel}</Button>
      </Buttons>
    </Pair>
  )
}
