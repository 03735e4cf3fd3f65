import { useState } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import question from './ask-balance.module.css'
import { BalanceQuestion } from './balance-question.tsx'
import { askFor, type Import, type Preview } from './import.ts'
import styles from './imports.module.css'

type Props = {
  readonly statement: Import
  readonly busy: boolean
  readonly balance: NonNullable<Preview['balance']>
  readonly chosen: number | null
  readonly onChange: (balance: number | null) => void
}

/**
 * Shows the balance of a manual account after the import: as the file states it, as its rows add up, or as the person corrects
 * it.
 */
export function BalanceAfter({ statement, balance, busy, chosen, onChange }: Props) {
  const { currency } = statement
  const words = useText().imports.balance
  const { money, day } = useFormats()
  const [typed, setTyped] = useState<{ readonly value: number | null } | null>(null)
  const { now, after, stated_day, last_day } = balance
  if (!balance.is_known) {
    return (
      <UnknownBalance statement={statement} balance={balance} busy={busy} onAnswer={onChange} />
    )
  }
  const why =
    stated_day === null
      ? words.moved
      : chosen === null
        ? words.reported(day(stated_day, 'long'))
        : words.said(day(stated_day, 'long'))
  return (
    <div className={styles.balance}>
      <div>
        <p className={styles.balanceTitle}>{words.title}</p>
        <p className={styles.balanceSum}>
          <Money cents={after} currency={currency} />
        </p>
        <p className={styles.soft}>
          <Facts>{[why, words.was(money(now, currency))]}</Facts>
        </p>
      </div>
      {typed === null && last_day !== null && (
        <Button size="small" onClick={() => setTyped({ value: after })}>
          {words.correct}
        </Button>
      )}
      {typed !== null && last_day !== null && (
        <div className={styles.balanceForm}>
          <AmountField
            label={words.label(day(last_day, 'long'))}
            hint={words.hint}
            currency={currency}
            value={typed.value}
            signed
            onChange={(value) => setTyped({ value })}
          />
          <Buttons>
            <Button
              size="small"
              onClick={() => {
                onChange(typed.value)
                setTyped(null)
              }}
            >
              {words.use}
            </Button>
          </Buttons>
        </div>
      )}
    </div>
  )
}

type UnknownProps = Omit<Props, 'chosen' | 'onChange'> & {
  readonly onAnswer: (balance: number) => void
}

/** Asks for the balance, because neither the file nor a person has said it. */
function UnknownBalance({ statement, balance, busy, onAnswer }: UnknownProps) {
  const text = useText()
  const words = text.imports.balance
  const { currency, account_name: name, account_type: type } = statement
  return (
    <section className={question.askBalance} aria-label={words.title}>
      <h3>{askFor({ name, type }, text)}</h3>
      <BalanceQuestion
        type={type}
        currency={currency}
        sum={balance.after}
        day={balance.last_day}
        busy={busy}
        onAnswer={onAnswer}
      />
      <p className={styles.soft}>{words.later}</p>
    </section>
  )
}
