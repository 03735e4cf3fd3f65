import { AMOUNT_MAX, type Cents } from './cents.ts'

/** Faults of an amount: not a plain decimal number, or beyond ±10^12 minor units. */
export type MoneyFault = 'malformed' | 'too_large'

/**
 * Parses a decimal string ("100.23", "-0.5", "105884.8") as integer minor units of a currency with `digits` decimals.
 * Rounds further decimals half away from zero. Thousands separators, exponents and anything else that needs guessing are a
 * fault. Computes on the digits, so that no amount passes through a floating-point number.
 */
export function parseMoney(text: string, digits: number): Cents | { fault: MoneyFault } {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim())
  const [, sign = '', whole = '', fraction = ''] = found ?? []
  if (found === null || whole + fraction === '' || text.length > 100) return { fault: 'malformed' }
  const kept = fraction.slice(0, digits).padEnd(digits, '0')
  const roundsUp = (fraction[digits] ?? '0') >= '5'
  const units = BigInt(whole + kept) + (roundsUp ? 1n : 0n)
  if (units > BigInt(AMOUNT_MAX)) return { fault: 'too_large' }
  // `0 -` instead of a unary minus, which would return negative zero.
  return sign === '-' ? 0 - Number(units) : Number(units)
}

/** Returns the number of decimals of a currency by ISO 4217; 2 for unknown codes. */
export function currencyDigits(currency: string): number {
  return exceptions.get(currency) ?? 2
}

/** Writes minor units as a plain decimal with a point: `-1234.50`. The inverse of `parseMoney`. */
export function writeMoney(amount: Cents, currency: string): string {
  const digits = currencyDigits(currency)
  const plain = String(Math.abs(amount)).padStart(digits + 1, '0')
  const point = plain.length - digits
  const text = digits === 0 ? plain : `${plain.slice(0, point)}.${plain.slice(point)}`
  return amount < 0 ? `-${text}` : text
}

/** Returns true for text in the form of an ISO 4217 code, including `XXX` (no currency). */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text)
}

// Intl is not an alternative: it follows common usage (no decimals for HUF, COP, IDR, PKR and IQD), but banks follow ISO 4217.
const exceptions = new Map<string, number>([
  ...[
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'ISK',
    'JPY',
    'KMF',
    'KRW',
    'PYG',
    'RWF',
    'UGX',
    'UYI',
    'VND',
    'VUV',
  ].map((code): [string, number] => [code, 0]),
  ...['XAF', 'XOF', 'XPF'].map((code): [string, number] => [code, 0]),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code): [string, number] => [code, 3]),
  ...['CLF', 'UYW'].map((code): [string, number] => [code, 4]),
])
