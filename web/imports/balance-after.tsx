import { useState } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import type { Preview } from './import.ts'
import styles from './imports.module.css'

/**
 * Shows the balance of a manual account after the import: as the file states it, as its rows add up, or as the person corrects
 * it.
 */
export function BalanceAfter({
  currency,
  balance,
  chosen,
  onChange,
}: {
  readonly currency: string
  readonly balance: NonNullable<Preview['balance']>
  readonly chosen: number | null
  readonly onChange: (balance: number | null) => void
}) {
  const words = useText().imports.balance
  const { money, day } = useFormats()
  const [typed, setTyped] = useState<{ readonly value: number | null } | null>(null)
  const { now, after, stated_day, last_day } = balance
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
