import { useState } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Fault } from '#web/ui/field.tsx'
import { Buttons, Words } from '#web/ui/stack.tsx'
import { isDebt } from './import.ts'

type Props = {
  readonly type: string
  readonly currency: string
  /** The sum of the rows, in cents. */
  readonly sum: number
  /** The day of the newest row; null without one. */
  readonly day: string | null
  readonly busy: boolean
  readonly fault?: Fault
  readonly onAnswer: (balance: number) => void
}

/** Asks what an account holds whose file says no balance. The sum of its rows counts only if the person says so. */
export function BalanceQuestion({ type, currency, sum, day, busy, fault, onAnswer }: Props) {
  const words = useText().imports.balance
  const formats = useFormats()
  const [typed, setTyped] = useState<number | null>(null)
  const [asked, setAsked] = useState(false)
  const owed = isDebt(type)
  const sign = (cents: number) => (owed && cents !== 0 ? -cents : cents)
  const on = day === null ? null : formats.day(day, 'long')
  return (
    <>
      <Words>{owed ? words.askOwedWords : words.askWords}</Words>
      <AmountField
        label={owed ? words.owedOn(on) : words.label(on)}
        currency={currency}
        value={typed}
        fault={fault ?? (asked && typed === null ? words.none : null)}
        onChange={setTyped}
      />
      <Buttons>
        <Button
          busy={busy}
          onClick={() => {
            setAsked(true)
            if (typed !== null) onAnswer(sign(typed))
          }}
        >
          {words.use}
        </Button>
        <Button look="quiet" busy={busy} onClick={() => onAnswer(sum)}>
          <span className="money">{words.keep(formats.money(sign(sum), currency))}</span>
        </Button>
      </Buttons>
    </>
  )
}
