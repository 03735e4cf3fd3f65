import type { Cents } from '#/core/values/cents.ts'
import { currencyDigits, type MoneyFault, parseMoney } from '#/core/values/money.ts'
import { currencyOf } from './currency-words.ts'

export type DecimalSign = ',' | '.'
export type Side = 'debit' | 'credit'

/**
 * Reads a cell of money: `-1.234,56`, `$1,234.56`, `-$.50`, `($12.00)`, `12.00-`, `12.00 DR`, `1'234.50`, `1,23,456.00`,
 * `12,-`, `1 234,50 EUR`. Returns signed minor units, or null for a cell without an amount: empty, dashes or stars.
 * Brackets around the number mean a minus, so they are refused together with another sign or side: `-(12.00)` could mean
 * either. Other words than a currency or a side beside the number are refused too.
 */
export function readCell(
  text: string,
  sign: DecimalSign,
  currency: string,
): Cents | null | { readonly fault: MoneyFault } {
  const parts = takeApart(text)
  if (parts === 'none') return null
  if (parts === 'malformed') return { fault: 'malformed' }
  const { number, minuses, pluses, isEnclosed, side } = parts
  if (minuses + pluses > 1) return { fault: 'malformed' }
  if (isEnclosed && (minuses + pluses > 0 || side !== null)) return { fault: 'malformed' }
  // A plus beside `DR`, or a minus beside `CR`, could mean either.
  if ((pluses > 0 && side === 'debit') || (minuses > 0 && side === 'credit')) {
    return { fault: 'malformed' }
  }
  const digits = plainDigits(number, sign)
  if (digits === null) return { fault: 'malformed' }
  const value = parseMoney(digits, currencyDigits(currency))
  if (typeof value !== 'number') return value
  return isEnclosed || minuses > 0 || side === 'debit' ? 0 - value : value
}

/** Reads the side of the account named beside an amount: `12.00 DR`, `12,00 H`, `Cr. 12.00`. Null without one. */
export function sideIn(text: string): Side | null {
  const parts = takeApart(text)
  return typeof parts === 'string' ? null : parts.side
}

/** Reads the currency named beside an amount by its code or a sign of its own; null without one, and for `$`. */
export function currencyIn(text: string): string | null {
  const parts = takeApart(text)
  return typeof parts === 'string' ? null : (parts.currencies.find((code) => code !== '') ?? null)
}

/** The decimal sign of a cell if it shows it; else how the cell could be read. */
export type DecimalShape =
  | { readonly kind: 'shown'; readonly sign: DecimalSign }
  /** One sign with three digits behind it: `29.000`. */
  | { readonly kind: 'open'; readonly sign: DecimalSign }
  /** An amount of at least one without any sign: `29`. */
  | { readonly kind: 'whole' }
  | { readonly kind: 'none' }

/** Finds the decimal sign of a cell. Null if the cell does not show it: `1.234`, `29`. */
export function decimalSignIn(text: string, currency: string): DecimalSign | null {
  const shape = decimalShape(text, currency)
  return shape.kind === 'shown' ? shape.sign : null
}

/** Reads the separators of a cell without knowing the rest of its column. */
export function decimalShape(text: string, currency: string): DecimalShape {
  const parts = takeApart(text)
  if (typeof parts === 'string') return { kind: 'none' }
  const { number } = parts
  const signs = Array.from(number).filter(
    (mark): mark is DecimalSign => mark === '.' || mark === ',',
  )
  const last = signs.at(-1)
  if (last === undefined) return { kind: /[1-9]/.test(number) ? 'whole' : 'none' }
  // Of two different signs the last is the decimal sign. The same sign twice separates thousands.
  const isRepeated = signs.length > 1 && !signs.includes(otherSign(last))
  const sign = isRepeated ? otherSign(last) : last
  if (plainDigits(number, sign) === null) return { kind: 'none' }
  const at = number.indexOf(last)
  const [whole, behind] = [number.slice(0, at), number.slice(at + 1)]
  if (signs.length > 1 || behind.length !== 3 || !/^[1-9]\d{0,2}$/.test(whole)) {
    return { kind: 'shown', sign }
  }
  return currencyDigits(currency) === 3 ? { kind: 'shown', sign } : { kind: 'open', sign }
}

export function otherSign(sign: DecimalSign): DecimalSign {
  return sign === '.' ? ',' : '.'
}

/** Writes a number with a point and without grouping. Null if the separators do not fit the decimal sign. */
function plainDigits(number: string, sign: DecimalSign): string | null {
  const at = number.lastIndexOf(sign)
  const whole = at < 0 ? number : number.slice(0, at)
  const fraction = at < 0 ? '' : number.slice(at + 1)
  if (!/^\d*$/.test(fraction)) return null
  if (/^\d*$/.test(whole)) return `${whole}.${fraction}`
  if (whole.includes(sign) || !(inThrees.test(whole) || inIndianGroups.test(whole))) return null
  return `${whole.replaceAll(/\D/g, '')}.${fraction}`
}

const inThrees = /^[1-9]\d{0,2}([.,' ])\d{3}(?:\1\d{3})*$/
const inIndianGroups = /^[1-9]\d?(?:,\d{2})+,\d{3}$/

type Parts = {
  readonly number: string
  readonly minuses: number
  readonly pluses: number
  readonly isEnclosed: boolean
  readonly side: Side | null
  readonly currencies: readonly string[]
}

/** Splits a cell into its number and all that is written around it. */
function takeApart(text: string): Parts | 'none' | 'malformed' {
  if (text === '') return 'none'
  const simple = /^([-+]?)(\d[\d.,]*\d|\d)$/.exec(text)
  if (simple) {
    const [, mark = '', number = ''] = simple
    const [minuses, pluses] = [Number(mark === '-'), Number(mark === '+')]
    return { number, minuses, pluses, isEnclosed: false, side: null, currencies: [] }
  }
  const plain = cleaned(text)
  if (plain === null) return 'malformed'
  if (/^(?:[-*]*|n\/?a|null|none|nil)$/i.test(plain)) return 'none'
  const first = plain.search(/\d/)
  if (first < 0) return isCurrencyWithDash(plain) ? 'none' : 'malformed'
  // A sign before the first digit is the decimal sign, unless it ends an abbreviation: `$.50`, but `Rs.500`.
  const ahead = plain[first - 1] ?? ''
  const isAbbreviation = ahead === '.' && /[\p{L}/]/u.test(plain[first - 2] ?? '')
  const from = /[.,]/.test(ahead) && !isAbbreviation ? first - 1 : first
  let end = from + 1
  for (let at = from; at < plain.length; at += 1) if (/\d/.test(plain[at]!)) end = at + 1
  const before = createSurroundings()
  if (!before.take(plain.slice(0, from), 'before')) return 'malformed'
  const depth = before.depth()
  // Dashes after the decimal sign say that there are no cents: `12,-`, `12.--`.
  const ending = /^([.,])(?:-{1,2}(?!-))?/.exec(plain.slice(end))
  const number = plain.slice(from, end) + (ending?.[1] ?? '')
  if (depth > 1 || !/^[\d.,' ]+$/.test(number)) return 'malformed'
  if (!before.take(plain.slice(end + (ending?.[0].length ?? 0)), 'behind')) return 'malformed'
  if (before.depth() !== 0) return 'malformed'
  return { number, isEnclosed: depth === 1, ...before.found() }
}

/** Writes all blanks, dashes and apostrophes in one way, and drops what cannot be seen. Null for raised digits. */
function cleaned(text: string): string | null {
  if (text.length > LONGEST) return null
  const bare = /^[ -~]*$/.test(text) ? text : inPlainLetters(text)
  return bare?.replaceAll(/^[="' ]+|["' ]+$/g, '') ?? null
}

function inPlainLetters(text: string): string | null {
  if (/\p{No}/u.test(text)) return null
  return text
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[´`‘’ʼ′]/g, "'")
    .normalize('NFKC')
    .replaceAll(/[\u00ad‐‒–—―−]/g, '-')
    .replaceAll(/\s/g, ' ')
}

const LONGEST = 100

/** Recognizes how spreadsheets write zero: `$ -`. */
function isCurrencyWithDash(plain: string): boolean {
  const found = /^([^-\s]{1,5}) *-{1,2}$|^-{1,2} *([^-\s]{1,5})$/.exec(plain)
  return found !== null && currencyOf(found[1] ?? found[2] ?? '') !== null
}

/** Reads the text before and behind a number: signs, brackets, currencies and sides. */
function createSurroundings() {
  let [minuses, pluses, depth] = [0, 0, 0]
  let side: Side | null = null
  const currencies: string[] = []
  const takeWord = (word: string, place: 'before' | 'behind'): boolean => {
    const named = sideOf(word, place)
    if (named !== null) {
      if (side !== null) return false
      side = named
      return true
    }
    const code = currencyOf(word)
    if (code === null) return false
    currencies.push(code)
    return new Set(currencies.filter((one) => one !== '')).size <= 1 && currencies.length <= 2
  }
  const take = (text: string, place: 'before' | 'behind'): boolean => {
    const tokens = text.match(/[-+()]|[\p{L}\p{M}\p{Sc}./]+|[^ ]/gu) ?? []
    return tokens.every((token, index) => {
      if (token === '-') minuses += 1
      else if (token === '+') pluses += 1
      else if (token === '(') depth += 1
      else if (token === ')') {
        depth -= 1
        return depth >= 0 && tokens[index - 1] !== '('
      } else return takeWord(token, place)
      return true
    })
  }
  return {
    take,
    depth: () => depth,
    found: () => ({ minuses, pluses, side, currencies }),
  }
}

/** One letter names a side only behind the number and as a capital: `C 5` could be a currency, and `50c` are cents. */
function sideOf(word: string, place: 'before' | 'behind'): Side | null {
  const plain = word.replace(/\.$/, '').toUpperCase()
  if (plain.length < 2 && (place === 'before' || plain !== word.replace(/\.$/, ''))) return null
  if (debitWords.has(plain)) return 'debit'
  return creditWords.has(plain) ? 'credit' : null
}

const debitWords = new Set(['DR', 'DB', 'D', 'S', 'AF', 'DT', 'DEBIT', 'SOLL'])
const creditWords = new Set(['CR', 'C', 'H', 'BIJ', 'CREDIT', 'HABEN'])
