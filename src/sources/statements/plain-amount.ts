import type { Cents } from '#/core/values/cents.ts'
import { currencyDigits, parseMoney } from '#/core/values/money.ts'
import { StatementFault } from './fault.ts'

type AmountFault = 'not_an_amount' | 'amount_ambiguous' | 'amount_too_large'

/**
 * Reads an amount of OFX or CAMT: digits, with a point or comma for the decimals. Returns cents. Throws StatementFault for
 * anything else and for an ambiguous amount.
 */
export function readPlainAmount(text: string, currency: string, line: number): Cents {
  const written = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  const refuse = (name: AmountFault) => new StatementFault(line, { name, amount: excerpt(text) })
  if (!/^[+-]?[\d.,]+$/.test(written)) throw refuse('not_an_amount')
  const at = Math.max(written.lastIndexOf('.'), written.lastIndexOf(','))
  const whole = at < 0 ? written : written.slice(0, at)
  const fraction = at < 0 ? '' : written.slice(at + 1)
  const isGrouped = /[.,]/.test(whole)
  if (isGrouped && !/^[+-]?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole))
    throw refuse('not_an_amount')
  if (isGrouped && whole.includes(written[at]!)) throw refuse('not_an_amount')
  const digits = currencyDigits(currency)
  if (written[at] === ',' && fraction.length === 3 && digits !== 3 && !isGrouped) {
    throw refuse('amount_ambiguous')
  }
  const cents = parseMoney(`${whole.replaceAll(/[.,]/g, '')}.${fraction}`, digits)
  if (typeof cents !== 'number') {
    throw refuse(cents.fault === 'too_large' ? 'amount_too_large' : 'not_an_amount')
  }
  return cents
}

/** Works as `readPlainAmount`, but returns null instead of throwing. */
export function tryPlainAmount(text: string, currency: string): Cents | null {
  try {
    return readPlainAmount(text, currency, 0)
  } catch (error) {
    if (error instanceof StatementFault) return null
    throw error
  }
}

/** Shortens a piece of the file to one line for a message. */
export function excerpt(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  const line = text.toWellFormed().replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
  const short = Array.from(line.slice(0, 200))
  return short.length > 40 ? `${short.slice(0, 40).join('')}…` : short.join('')
}
