import type { Cents } from '#/core/values/cents.ts'
import { currencyDigits } from '#/core/values/money.ts'

/** Writes an amount with its currency: `-1,234.50 EUR`. */
export function fullMoneyText(amount: Cents, currency: string): string {
  return `${moneyText(amount, currency)} ${currency}`
}

/** Writes an amount without its currency: `-1,234.50`. */
export function moneyText(amount: Cents, currency: string): string {
  const digits = currencyDigits(currency)
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  const whole = Number(text.slice(0, text.length - digits)).toLocaleString('en-US')
  const fraction = digits === 0 ? '' : `.${text.slice(-digits)}`
  return `${amount < 0 ? '-' : ''}${whole}${fraction}`
}
