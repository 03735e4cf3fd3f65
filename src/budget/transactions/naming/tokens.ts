import { brandWords } from './brand-words.ts'

// A descriptor as pieces, with the place of each in the text, and the kinds of pieces that machines write.

export type Token = {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Its words as `brandWords` splits them; none if it is only signs. */
  readonly words: readonly string[]
}

/** Signs that stand between pieces, unless they stand in a number. */
const signs = new Set([',', ';', ':', '*'])

/** Splits a text at blanks, and before and after `,`, `;`, `:` and `*` that are not in a number. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let start = -1
  const end = (at: number) => {
    if (start >= 0) tokens.push(tokenAt(text, start, at))
    start = -1
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (sign === ' ') end(at)
    else if (signs.has(sign) && !isWithin(text, at)) {
      end(at)
      tokens.push(tokenAt(text, at, at + 1))
    } else if (start < 0) start = at
  }
  end(text.length)
  return tokens
}

function tokenAt(text: string, start: number, end: number): Token {
  const piece = text.slice(start, end)
  return {
    text: piece,
    start,
    end,
    words: /^[A-Z]+$/.test(piece) ? [piece.toLowerCase()] : brandWords(piece),
  }
}

/** Says if a sign belongs to a number: `1,50`, `12:30`, `*4821`. */
function isWithin(text: string, at: number): boolean {
  return isDigit(text[at + 1]) && (isDigit(text[at - 1]) || text[at] === '*')
}

function isDigit(sign: string | undefined): boolean {
  return sign !== undefined && sign >= '0' && sign <= '9'
}

const kinds = {
  date: /^\(?[a-z]?(?:\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?\.?|\d{4}-\d{2}-\d{2}(?:t[\d:.]{4,12})?|\d{4}\.\d{2}\.\d{2}\.?|\d{2}[./-]\d{4}|\d{4}-\d{2})(?:-\d{1,2}[./-]\d{1,2}[./-]\d{2,4})?\)?$/i,
  namedDate:
    /^\d{1,2}[./-]?(?:jan|feb|mar|mär|apr|maj|mai|may|jun|jul|aug|ago|sep|okt|oct|nov|des|dec|dez)[./-]?(?:\d{2,4})?$/i,
  /** Banks of Ireland write the day behind the booking word: `POS14SEP`. */
  bookedDate: /^(?:pos|atm|vdp|vdc)\d{1,2}[a-z]{3}$/i,
  time: /^\d{1,2}[:.h]\d{2}(?::\d{2})?(?:uhr|u|h)?$/i,
  amount: /^[-+]?\d[\d.,' ]{0,12}[.,]\d{2}-?$/,
  currency: /^(?:eur|usd|gbp|chf|sek|nok|dkk|pln|czk|brl|cad|aud|nzd|huf|kr|zl|kc|€|\$|£)$/i,
  number: /^(?:#|n[ro]\.?|nº|n°)?\(?\d[\d./-]*\)?[*#]?$/i,
  terminal: /^(?:k\d{1,2}|t-?\d{3,}|f\d{4,6})$/i,
} as const

export type Kind = keyof typeof kinds

export function isKind({ text }: Token, kind: Kind): boolean {
  return text.length <= PIECE_MAX && kinds[kind].test(text)
}

/** Longer pieces are none of these. */
const PIECE_MAX = 32

export function isDate(token: Token): boolean {
  return isKind(token, 'date') || isKind(token, 'namedDate')
}

/** Says if a piece is the number of a card with most of it hidden. */
export function isMasked({ text }: Token): boolean {
  if (text.length > PIECE_MAX || !/^[\dx*•.-]+$/i.test(text)) return false
  return /[x*•]{2}/i.test(text) || /[x*•]\d{3,6}$/i.test(text)
}

/** Says if a piece is letters and numbers of a machine: a reference, not a word. */
export function isReference({ text }: Token): boolean {
  if (text.length < 5) return false
  const digits = text.replaceAll(/\D/g, '').length
  return digits >= 3 && (digits * 2 >= text.length || (text.length >= 8 && !/[a-z]/.test(text)))
}

/** Says if a piece is a word that may be part of a name. */
export function isWord(token: Token): boolean {
  return /\p{L}/u.test(token.text) && !isDate(token) && !isMasked(token)
}

/** Says if a piece is a number of at least `digits` digits, but not a year. */
export function isLongNumber(token: Token, digits: number): boolean {
  if (!isKind(token, 'number')) return false
  const number = token.text.replaceAll(/\D/g, '')
  return number.length >= digits && !/^(?:19|20)\d\d$/.test(token.text)
}
