/** The separators of a locale: `1.234,56` has decimal `,` and group `.`. */
export type NumberMarks = { readonly decimal: string; readonly group: string }

export type ParsedAmount =
  | { readonly cents: number }
  | { readonly fault: 'empty' | 'malformed' | 'too_large' }

/** The largest amount that the service accepts, in cents. */
const CENTS_MAX = 1_000_000_000_000

/**
 * Parses a typed amount into integer minor units of a currency with `digits` decimals: `12.50`, `12,50`, `1.234,56`, `1
 * 234,56`, Arabic digits, and sums such as `10+2.5*3`. Currency signs and spaces are ignored. Returns null if the text is not
 * an amount.
 */
export function parseAmount(
  typed: string,
  { marks, digits }: { readonly marks: NumberMarks; readonly digits: number },
): ParsedAmount {
  const text = plain(typed)
  if (text === '') return { fault: 'empty' }
  const tokens = tokenize(text, marks, digits)
  const value = tokens && evaluate(tokens)
  if (value === null || !Number.isFinite(value)) return { fault: 'malformed' }
  // Rounds half away from zero. The tiny addend corrects binary fractions (1.005 × 100).
  const size = Math.abs(value) * 10 ** digits
  const cents = Math.round(size + size * Number.EPSILON)
  if (cents > CENTS_MAX) return { fault: 'too_large' }
  return { cents: value < 0 ? 0 - cents : cents }
}

/** Reduces the text to ASCII digits and signs, without spaces and currencies. */
function plain(typed: string): string {
  return (
    typed
      .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
      .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
      .replaceAll(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
      .replaceAll(/[\u2212\u2013\uff0d]/g, '-')
      .replaceAll('\uff0b', '+')
      .replaceAll(/[×·∙]/g, '*')
      .replaceAll('÷', '/')
      .replaceAll(/[\s\u200e\u200f\u061c]/g, '')
      // Removes currencies: a sign with its country (`JP¥`), a code, and abbreviations such as the Arabic ones.
      .replaceAll(/[A-Za-z]{0,3}\p{Sc}|[A-Z]{3}|(?:[\u0621-\u064a]\.?)+/gu, '')
  )
}

type Token = number | '+' | '-' | '*' | '/' | '(' | ')'

function tokenize(text: string, marks: NumberMarks, digits: number): Token[] | null {
  const tokens: Token[] = []
  for (const [part] of text.matchAll(/[-+*/()]|[^-+*/()]+/g)) {
    if (/^[-+*/()]$/.test(part)) tokens.push(part as Token)
    else {
      const number = readNumber(part, marks, digits)
      if (number === null) return null
      tokens.push(number)
    }
  }
  return tokens
}

/**
 * Parses one number with or without separators. With two kinds of separators, the last is the decimal mark. A single separator
 * is the decimal mark if it is the locale's or if it is not followed by exactly three digits; otherwise it groups thousands.
 */
function readNumber(text: string, marks: NumberMarks, digits: number): number | null {
  const canonical = text
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replaceAll(/['’_]/g, '')
  if (!/^[\d.,]+$/.test(canonical) || !/\d/.test(canonical)) return null
  const decimal = decimalMark(canonical, { decimal: asciiMark(marks.decimal), digits })
  const at = decimal === null ? -1 : canonical.lastIndexOf(decimal)
  const whole = at < 0 ? canonical : canonical.slice(0, at)
  const fraction = at < 0 ? '' : canonical.slice(at + 1)
  if (!/^\d*$/.test(fraction) || !isGrouped(whole)) return null
  return Number(`${whole.replaceAll(/[.,]/g, '') || '0'}.${fraction || '0'}`)
}

function decimalMark(
  text: string,
  { decimal, digits }: { readonly decimal: string; readonly digits: number },
): string | null {
  const [points, commas] = [count(text, '.'), count(text, ',')]
  if (points > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
  const mark = points > 0 ? '.' : ','
  if (points + commas !== 1) return null
  const following = text.length - text.indexOf(mark) - 1
  if (mark === decimal) return mark
  return following === 3 && digits < 3 ? null : mark
}

/** Accepts groups of three digits at the end and of two or three before (as in India); the first group may be shorter. */
function isGrouped(whole: string): boolean {
  if (/^\d*$/.test(whole)) return true
  const mark = whole.includes('.') ? '\\.' : ','
  return new RegExp(`^\\d{1,3}(?:${mark}\\d{2,3})*${mark}\\d{3}$`).test(whole)
}

function asciiMark(mark: string): string {
  return mark === '\u066b' ? '.' : mark
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}

/** Evaluates brackets, then multiplication, then addition; null if the tokens are not a valid sum. */
function evaluate(tokens: readonly Token[]): number | null {
  let at = 0
  const factor = (): number | null => {
    const token = tokens[at]
    at += 1
    if (typeof token === 'number') return token
    if (token === '-' || token === '+') {
      const value = factor()
      return value === null ? null : token === '-' ? -value : value
    }
    if (token !== '(') return null
    const value = sum()
    at += 1
    return tokens[at - 1] === ')' ? value : null
  }
  const product = (): number | null => {
    let value = factor()
    while (value !== null && (tokens[at] === '*' || tokens[at] === '/')) {
      const operator = tokens[at]
      at += 1
      const next = factor()
      if (next === null) return null
      value = operator === '*' ? value * next : value / next
    }
    return value
  }
  const sum = (): number | null => {
    let value = product()
    while (value !== null && (tokens[at] === '+' || tokens[at] === '-')) {
      const operator = tokens[at]
      at += 1
      const next = product()
      if (next === null) return null
      value = operator === '+' ? value + next : value - next
    }
    return value
  }
  const value = sum()
  return at === tokens.length ? value : null
}
