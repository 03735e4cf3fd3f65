import { useState } from 'react'
import { currencyDigits } from '#/core/values/money.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import styles from './amount-field.module.css'
import { classes } from './classes.ts'
import { type Fault, Frame } from './field.tsx'
import { parseAmount } from './parse-amount.ts'

type Props = {
  readonly label: string
  readonly currency: string
  /** In cents; null while the field is empty or does not hold an amount. A value other than the typed one replaces the text. */
  readonly value: number | null
  readonly onChange: (cents: number | null) => void
  /** Adds a switch between money out and money in. Without it, the amount has the sign that was typed. */
  readonly signed?: boolean
  readonly hint?: string | undefined
  readonly fault?: Fault
  readonly autoFocus?: boolean
  readonly required?: boolean
  readonly hideLabel?: boolean
}

/**
 * The only field for typing amounts. Typing never changes the text; the interpreted amount is shown beside it. The sign is a
 * visible switch, because a typed character is easily missed.
 */
export function AmountField(props: Props) {
  const { label, currency, value, onChange, signed = false, hint, fault, ...rest } = props
  const formats = useFormats()
  const text = useText()
  const digits = currencyDigits(currency)
  const [typed, setTyped] = useState(() => written(value, digits, formats.decimal))
  const [out, setOut] = useState(value === null || value < 0)
  const parsed = parseAmount(typed, { marks: formats, digits })
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value) setOut(value < 0)
    if (!isSameSize(value, 'cents' in parsed ? parsed.cents : null)) {
      setTyped(written(value, digits, formats.decimal))
    }
  }
  const change = (text: string, outgoing: boolean) => {
    setTyped(text)
    setOut(outgoing)
    const read = parseAmount(text, { marks: formats, digits })
    if (!('cents' in read)) return onChange(null)
    onChange(signed ? withSign(read.cents, outgoing) : read.cents)
  }
  const wrong =
    'fault' in parsed && parsed.fault !== 'empty' ? text.ui.amountFaults[parsed.fault] : null
  const understood = 'cents' in parsed && /[-+*/()×÷]./.test(typed.trim().slice(1))
  return (
    <Frame
      label={label}
      hint={understood ? `= ${formats.money(parsed.cents, currency)}` : hint}
      fault={wrong ?? fault}
      hideLabel={rest.hideLabel ?? false}
    >
      {(frame) => (
        <div className={styles.amount}>
          {signed && (
            <button
              type="button"
              className={classes(styles.sign, !out && styles.in)}
              aria-label={out ? text.ui.moneyOut : text.ui.moneyIn}
              aria-pressed={!out}
              onClick={() => change(typed, !out)}
            >
              {out ? '−' : '+'}
            </button>
          )}
          <input
            {...frame}
            className={styles.input}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            autoFocus={rest.autoFocus}
            required={rest.required}
            value={typed}
            onChange={(event) => change(event.target.value, out)}
          />
          <span className={styles.currency} aria-hidden>
            {currency}
          </span>
        </div>
      )}
    </Frame>
  )
}

/** True for the same amount with either sign, and for none: what a form makes of the text that is being typed. */
function isSameSize(one: number | null, other: number | null): boolean {
  return one === null || other === null ? one === other : Math.abs(one) === Math.abs(other)
}

/** Gives the amount in cents the sign of the switch, which a typed sign sets as well. `out`: negative. */
function withSign(cents: number, out: boolean): number {
  const size = Math.abs(cents)
  return out && size !== 0 ? -size : size
}

function written(cents: number | null, digits: number, decimal: string): string {
  if (cents === null) return ''
  const text = String(Math.abs(cents)).padStart(digits + 1, '0')
  if (digits === 0) return text
  return `${text.slice(0, -digits)}${decimal}${text.slice(-digits)}`
}
