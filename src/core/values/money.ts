import { AMOUNT_MAX, type Cents } from './cents.ts'

/** Why a text is not an amount: not a plain decimal number, or beyond ±10^12 minor units. */
export type MoneyFault = 'malformed' | 'too_large'

/**
 * Reads a decimal string ("100.23", "-0.5", "105884.8") as integer minor units of a currency with `digits` decimals.
 * Further decimals round half away from zero. Separators of thousands, exponents and anything else that needs guessing
 * are a fault. Arithmetic is on the digits: no amount passes through a fraction.
 */
export function parseMoney(text: string, digits: number): Cents | { fault: MoneyFault } {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim())
  const [, sign = '', whole = '', fraction = ''] = found ?? []
  if (found === null || whole + fraction === '' || text.length > 100) return { fault: 'malformed' }
  const kept = fraction.slice(0, digits).padEnd(digits, '0')
  const roundsUp = (fraction[digits] ?? '0') >= '5'
  const units = BigInt(whole + kept) + (roundsUp ? 1n : 0n)
  if (units > BigInt(AMOUNT_MAX)) return { fault: 'too_large' }
  // `0 -` and not a unary minus: there is no negative zero among amounts.
  return sign === '-' ? 0 - Number(units) : Number(units)
}

/** How many decimals a currency has: 2 unless ISO 4217 says otherwise. Unknown codes have 2. */
export function currencyDigits(currency: string): number {
  return exceptions.get(currency) ?? 2
}

/** Whether a text has the form of an ISO 4217 code. `XXX` (no currency) is one. */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text)
}

// Not Intl: it follows what people write, not ISO 4217 (HUF, COP, IDR, PKR and IQD have no decimals there), and banks
// send what ISO says.
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
