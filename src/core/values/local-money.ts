import type { Cents } from './cents.ts'
import { currencyDigits, isCurrencyCode, type MoneyFault, parseMoney } from './money.ts'

/** Faults of an amount: not readable, beyond ±10^12 minor units, or in another currency. */
export type LocalMoneyFault = MoneyFault | 'other_currency'

/**
 * Reads an amount as a device writes it for a person: `$1,234.56`, `1.234,56 €`, `CHF 1’234.50`, `1 234,50 kr`, `−5,00`,
 * `١٬٢٣٤٫٥٠`. Returns the signed minor units of `currency`. The decimal sign is the last of `,` `.` that is not followed
 * by three digits, unless the currency has three decimals; any other sign between digits separates thousands.
 */
export function parseLocalMoney(
  text: string,
  currency: string,
): Cents | { readonly fault: LocalMoneyFault } {
  const plain = latinDigits(text.normalize('NFKC')).trim()
  const negative = /[-−–]/.test(plain) || /^\(.*\)$/.test(plain)
  const digits = /\d[\d\s.,'’٬٫]*/.exec(plain)?.[0].trim() ?? ''
  const rest = plain.replace(digits, '')
  // Allow one number, with only a sign and a currency around it.
  if (digits === '' || /\d/.test(rest) || rest.length > 12) return { fault: 'malformed' }
  const named = currencyIn(text)
  if (named !== null && !named.includes(currency)) return { fault: 'other_currency' }
  const number = toDecimal(digits, currencyDigits(currency))
  if (number === null) return { fault: 'malformed' }
  return parseMoney(negative ? `-${number}` : number, currencyDigits(currency))
}

/** Returns the currencies that an amount may be in, by its code or sign; null if it has neither. */
export function currencyIn(text: string): readonly string[] | null {
  const code = /(?<!\p{L})\p{L}{3}(?!\p{L})/u.exec(text.toUpperCase())?.[0]
  if (code !== undefined && isCurrencyCode(code)) return [code]
  const sign = signs.find(([mark]) => mark.test(text))
  return sign === undefined ? null : sign[1]
}

/** Currency signs, the longest first, so that `C$` is not read as `$`. The first currency of each is the likeliest. */
const signs: readonly (readonly [RegExp, readonly string[]])[] = [
  [/US\$/i, ['USD']],
  [/C(?:A|DN)?\$/i, ['CAD']],
  [/AU?\$/i, ['AUD']],
  [/NZ\$/i, ['NZD']],
  [/HK\$/i, ['HKD']],
  [/S\$/i, ['SGD']],
  [/R\$/i, ['BRL']],
  [/MX\$/i, ['MXN']],
  [/\$/, ['USD', 'CAD', 'AUD', 'NZD', 'MXN', 'SGD', 'HKD', 'CLP', 'COP', 'ARS', 'TWD']],
  [/€/, ['EUR']],
  [/£/, ['GBP', 'EGP', 'GIP']],
  [/[¥￥円元]/, ['JPY', 'CNY']],
  [/₹/, ['INR']],
  [/₩/, ['KRW']],
  [/₽/, ['RUB']],
  [/₺/, ['TRY']],
  [/₪/, ['ILS']],
  [/₴/, ['UAH']],
  [/₫/, ['VND']],
  [/฿/, ['THB']],
  [/zł/i, ['PLN']],
  [/kč/i, ['CZK']],
  [/\bFr\b/, ['CHF']],
  [/\bkr\b/i, ['SEK', 'NOK', 'DKK', 'ISK']],
  [/\bft\b/i, ['HUF']],
  [/\blei\b/i, ['RON']],
]

/** Converts a number in the notation of any country to a plain decimal; null if its groups are inconsistent. */
function toDecimal(written: string, decimals: number): string | null {
  const text = written
    .replaceAll('٫', '.')
    .replaceAll(/[\s'’٬]/g, ' ')
    .replace(/[.,]$/, '')
  const at = decimalPlace(text, decimals)
  const whole = at < 0 ? text : text.slice(0, at)
  const fraction = at < 0 ? '' : text.slice(at + 1)
  // Groups have three digits; in India, two above the thousands.
  if (!/^\d+$/.test(whole) && !/^\d{1,3}(?:([., ])(?:\d{2}\1|\d{3}\1)*\d{3})?$/.test(whole))
    return null
  if (!/^\d*$/.test(fraction)) return null
  return `${whole.replaceAll(/\D/g, '')}.${fraction || '0'}`
}

function decimalPlace(text: string, decimals: number): number {
  const at = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'))
  if (at < 0) return -1
  const mark = text[at]
  const behind = text.length - at - 1
  const alone = text.indexOf(mark!) === at
  if (!alone) return -1
  if (behind === 3 && decimals !== 3) return -1
  return at
}

/** Replaces Arabic, Persian and Devanagari digits by ASCII digits. */
function latinDigits(text: string): string {
  return text.replaceAll(/[٠-٩۰-۹०-९]/g, (digit) => {
    const code = digit.codePointAt(0)!
    const zero = [0x660, 0x6f0, 0x966].find((start) => code >= start && code <= start + 9)!
    return String(code - zero)
  })
}
