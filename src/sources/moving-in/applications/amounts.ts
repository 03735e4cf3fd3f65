import type { Cents } from '#/core/values/cents.ts'
import { currencyDigits, parseMoney } from '#/core/values/money.ts'
import { MoveFault } from './move-fault.ts'

export type DecimalSign = ',' | '.'

/** The place of a cell, for the sentence about a fault. */
export type Place = { readonly file: string; readonly line: number }

/** Currencies of signs that mean one currency alone; `$` and `kr` do not. */
const signs: readonly (readonly [string, string])[] = [
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['zł', 'PLN'],
  ['₺', 'TRY'],
  ['₪', 'ILS'],
  ['₩', 'KRW'],
  ['₽', 'RUB'],
  ['₴', 'UAH'],
  ['Kč', 'CZK'],
  ['Ft', 'HUF'],
  ['R$', 'BRL'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['A$', 'AUD'],
  ['NZ$', 'NZD'],
]

/** A whole number, with or without signs between its thousands. */
const GROUPED = /^(?:\d+|\d{1,3}(?:[.,'’\s]\d{2,3})+)$/

/** Returns the currency that the sign of an amount means; null if it could be several. */
export function currencyIn(text: string): string | null {
  const around = text.replaceAll(/[\d\s.,'’()+−–-]/g, '')
  return signs.find(([sign]) => sign === around)?.[1] ?? null
}

/**
 * Finds the decimal sign of an amount: the last of `,` and `.`, if one or two digits follow it or both occur. Null if the
 * amount does not show it.
 */
export function decimalIn(text: string): DecimalSign | null {
  const found = /([.,])(\d+)\D*$/.exec(text)
  if (!found) return null
  const [, sign, digits = ''] = found
  const other = sign === '.' ? ',' : '.'
  if (digits.length === 3 && !text.includes(other)) return null
  return sign === '.' ? '.' : ','
}

/**
 * Reads an amount as an application writes it: `$1,234.56`, `-1.234,56€`, `(12.00)`. Returns signed minor units; 0 for an
 * empty cell. Throws MoveFault for anything else.
 */
export function readMoney(
  text: string,
  {
    decimal,
    currency,
    at,
  }: { readonly decimal: DecimalSign; readonly currency: string; readonly at: Place },
): Cents {
  if (text === '') return 0
  const isMinus = /[-−–]/.test(text) || (text.includes('(') && text.includes(')'))
  const [first, last] = [text.search(/[\d.,]/), text.search(/\d[^\d]*$/)]
  const digits = first < 0 ? '' : text.slice(first, last + 1)
  const around = first < 0 ? text : `${text.slice(0, first)}${text.slice(last + 1)}`
  const place = digits.lastIndexOf(decimal)
  const whole = place < 0 ? digits : digits.slice(0, place)
  const fraction = place < 0 ? '' : digits.slice(place + 1)
  const isNumber = /^\d*$/.test(fraction) && (whole === '' || GROUPED.test(whole))
  const isAlone = around.replaceAll(/[\s.,()+−–-]/g, '').length <= 4
  const value =
    isNumber && isAlone
      ? parseMoney(`${whole.replaceAll(/\D/g, '')}.${fraction}`, currencyDigits(currency))
      : null
  if (value === null || (typeof value !== 'number' && value.fault === 'malformed')) {
    throw new MoveFault(at.file, at.line, { name: 'not_an_amount', amount: text.slice(0, 40) })
  }
  if (typeof value !== 'number') {
    throw new MoveFault(at.file, at.line, { name: 'amount_too_large', amount: text.slice(0, 40) })
  }
  return isMinus ? 0 - value : value
}

/** Converts hundredths, in which applications count every currency, to minor units of a currency. */
export function fromHundredths(amount: number, currency: string): Cents {
  const digits = currencyDigits(currency)
  return digits === 2 ? amount : Math.round(amount * 10 ** (digits - 2))
}
