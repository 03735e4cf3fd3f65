import { dayFromNumber, parseDay } from '#/core/values/day.ts'
import type { Cell } from './table.ts'

/** How a style shows a number. */
export type Shown = 'date' | 'time' | 'number' | 'general'

/** The day number (days since 1970-01-01) of day 0 in each of the two systems. */
const EPOCH_1900 = -25_569
const EPOCH_1904 = -24_107
/** Days of 1900-03-01 and 2199-12-31. */
const FIRST = 61
const LAST = 109_573

/** Reads a number of days as a date; null beyond the years of statements. A millisecond is forgiven. */
export function dateOf(days: number, is1904: boolean): Cell | null {
  const whole = Math.floor(days + 0.001 / 86_400)
  if (!Number.isFinite(days) || whole < FIRST || whole > LAST) return null
  return { kind: 'date', text: dayFromNumber(whole + (is1904 ? EPOCH_1904 : EPOCH_1900)) }
}

/** Reads an ISO date with or without a time; null for other texts. */
export function isoDate(text: string): Cell | null {
  const day = parseDay(text.slice(0, 10))
  return day !== null && /^(?:$|[T ])/.test(text.slice(10)) ? { kind: 'date', text: day } : null
}

/**
 * Writes a stored number with a point, without grouping and exponent. Binary fractions are rounded to six decimals
 * (`-45.990000000000002` is -45.99); exactly three become four, so that nobody takes them for thousands.
 */
export function numberText(text: string): string {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return text
  if (Number.isInteger(number)) return BigInt(number).toString()
  const [whole = '', fraction = ''] = number.toFixed(6).split('.')
  const kept = fraction.replace(/(?<!0)0+$/, '')
  if (kept === '') return whole === '-0' ? '0' : whole
  return `${whole}.${kept.length === 3 ? `${kept}0` : kept}`
}

/** Tells from a format code how Excel shows numbers with it. */
export function shownBy(code: string): Shown {
  if (/^general$/i.test(code.trim())) return 'general'
  const [positive = ''] = code.split(';')
  const plain = positive
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, ' ')
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, ' ')
  if (/[0#?]/.test(plain.replaceAll(/s[.,]0+/gi, ''))) return 'number'
  // German writers leave their own letters, although the file’s should be English.
  if (/[dyj]|tt/i.test(plain)) return 'date'
  if (/[hs]|am\/pm/i.test(plain)) return 'time'
  return /m{3,}/i.test(plain) ? 'date' : 'number'
}

/** Formats that have a number instead of a code. */
export function shownByNumber(id: number): Shown {
  if (id === 0) return 'general'
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36) return 'date'
  if (id >= 50 && id <= 58) return 'date'
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return 'time'
  return 'number'
}

/** Writes a time of day, so that nobody takes it for an amount. */
export function timeText(days: number): string {
  const minutes = Math.floor((days - Math.floor(days)) * 1440 + 0.01)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
