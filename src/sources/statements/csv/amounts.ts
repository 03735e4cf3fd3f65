import type { Cents } from '#/core/values/cents.ts'
import { currencyDigits, type MoneyFault, parseMoney } from '#/core/values/money.ts'

export type DecimalSign = ',' | '.'

/** Finds the decimal sign of a cell: the last sign, unless three digits follow it. Null if the cell does not show it. */
export function decimalSignIn(text: string, currency: string): DecimalSign | null {
  const found = /([.,])(\d+)\D*$/.exec(text)
  if (!found) return null
  const behind = found[2]!.length
  // Three digits are thousands, unless the currency has three decimals.
  if (behind === 3 && currencyDigits(currency) !== 3) return null
  return found[1] as DecimalSign
}

/**
 * Reads a cell of money: `-1.234,56`, `$1,234.56`, `(12.00)`, `($12.00)`, `$(12.00)`, `12.00-`, `12.00 DR`, `+5`, `1 234,50 EUR`.
 * Returns signed minor units, or null for a cell without an amount: empty, dashes or stars. Brackets around the number
 * mean a minus, so they are refused together with another sign or side: `-(12.00)` could mean either.
 */
export function readCell(
  text: string,
  sign: DecimalSign,
  currency: string,
): Cents | null | { readonly fault: MoneyFault } {
  const plain = text.normalize('NFKC').trim()
  if (/^["'=]*(?:[-–—*]+["']*)?$/.test(plain)) return null
  const found = /^([^\d]*)(\d(?:[\d\s.,'’]*\d)?[.,]?|[.,]\d+)([^\d]*)$/.exec(plain)
  if (!found) return { fault: 'malformed' }
  const [, before = '', digits = '', behind = ''] = found
  // Only a sign and a currency may surround the number.
  const around = `${before}${behind}`.replaceAll(/[\s()+"'=−–-]/g, '')
  if (around.length > 4 || /[/:%]/.test(around)) return { fault: 'malformed' }
  const isEnclosed = areBracketsAround(before, behind)
  if (isEnclosed === null) return { fault: 'malformed' }
  const isMinus = /[-−–]/.test(`${before}${behind}`)
  const side = sideOf(behind.replaceAll(/[()]/g, ''))
  if (isEnclosed && (isMinus || side !== null || plain.includes('+'))) {
    return { fault: 'malformed' }
  }
  const isDebit = isEnclosed || isMinus || side === 'debit'
  const at = digits.lastIndexOf(sign)
  const whole = at < 0 ? digits : digits.slice(0, at)
  const fraction = at < 0 ? '' : digits.slice(at + 1)
  if (!/^\d*$/.test(fraction)) return { fault: 'malformed' }
  if (!/^\d*$/.test(whole) && !/^\d{1,3}(?:([.,'’\s])(?:\d{2}\1|\d{3}\1)*\d{3})$/.test(whole)) {
    return { fault: 'malformed' }
  }
  if (whole.includes(sign)) return { fault: 'malformed' }
  const value = parseMoney(`${whole.replaceAll(/\D/g, '')}.${fraction}`, currencyDigits(currency))
  if (typeof value !== 'number') return value
  return isDebit ? 0 - value : value
}

/**
 * Checks for brackets around the number, with or without its currency. Null if they are unbalanced or repeated. Brackets
 * around a currency alone, as in `12.00 (EUR)`, do not count.
 */
function areBracketsAround(before: string, behind: string): boolean | null {
  const left = before.replace(/\([^()]*\)/, '').replaceAll(/[^()]/g, '')
  const right = behind.replace(/\([^()]*\)/, '').replaceAll(/[^()]/g, '')
  if (left === '' && right === '') return false
  return left === '(' && right === ')' ? true : null
}

/** Reads the side of the account named after an amount: `12.00 DR`, `12,00 H`. Null without one. */
export function sideIn(text: string): 'debit' | 'credit' | null {
  return sideOf(/\d[.,]?([^\d]*)$/.exec(text.normalize('NFKC'))?.[1] ?? '')
}

function sideOf(behind: string): 'debit' | 'credit' | null {
  const word = behind.trim().replace(/\.$/, '').toUpperCase()
  if (debitWords.has(word)) return 'debit'
  return creditWords.has(word) ? 'credit' : null
}

const debitWords = new Set(['DR', 'DB', 'D', 'S'])
const creditWords = new Set(['CR', 'C', 'H'])
