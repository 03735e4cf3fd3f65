import type { Cents } from '#/core/values/cents.ts'
import { currencyDigits } from '#/core/values/money.ts'

/** The currency of a record that a restricted key may not read: ISO 4217’s code for none. */
export const UNKNOWN = 'XXX'

/** Writes an amount as decimal text with its currency: `-1234.50 EUR`. Without a known currency it stays in cents. */
export function moneyIn(currency: string): (amount: Cents) => string {
  if (currency === UNKNOWN) return (amount) => `${amount} cents`
  const digits = currencyDigits(currency)
  return (amount) => {
    const text = String(Math.abs(amount)).padStart(digits + 1, '0')
    const fraction = digits === 0 ? '' : `.${text.slice(-digits)}`
    return `${amount < 0 ? '-' : ''}${text.slice(0, text.length - digits)}${fraction} ${currency}`
  }
}

const dayStyle = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** Writes a day in words: `20 November 2026`. */
export function dayInWords(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-GB', dayStyle)
}
