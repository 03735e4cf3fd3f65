import { prefixes, shorthand, suffixes } from './descriptor-noise.ts'
import { titled } from './titled.ts'

/**
 * Returns the concept of a bank's row for people: the provider's clean name if it has one, else the raw descriptor
 * without machine text. Never empty or only spaces.
 */
export function conceptOf(row: {
  merchant: string | null
  description: string
  memo: string | null
}): string {
  const candidates = [row.merchant ?? '', row.description, row.memo ?? '']
  for (const [index, text] of candidates.entries()) {
    const blanksCollapsed = collapsed(text)
    if (!/[\p{L}\p{N}]/u.test(blanksCollapsed)) continue
    return index === 0 ? blanksCollapsed : cleanDescriptor(text)
  }
  return candidates.map(collapsed).find((text) => text !== '') ?? 'Transaction'
}

/**
 * Extracts the merchant from a raw descriptor: removes processors, terminals, cards, dates, references and places.
 * Returns the descriptor itself if nothing would be left.
 */
export function cleanDescriptor(raw: string): string {
  const folded = raw.normalize('NFKC').trim().slice(0, LENGTH_MAX)
  let text = collapsed(withoutPlace(folded))
  text = withoutAll(text, prefixes)
  const known = shorthand.find(([pattern]) => pattern.test(text))
  if (known) return known[1]
  text = withoutAll(text, suffixes)
  text = collapsed(text).replace(trailingSigns, '')
  return titled(text || collapsed(folded))
}

const trailingSigns = /(?<![\s*#,;:./-])[\s*#,;:./-]+$/

/**
 * Removes the place. Card networks write merchant, two or more spaces, a place without digits, and a country or state,
 * so this runs before spaces are collapsed. It searches step by step: one pattern would take quadratic time on long runs
 * of spaces.
 */
function withoutPlace(folded: string): string {
  let text = folded.replaceAll(/\s+/g, (blanks) => ' '.repeat(Math.min(blanks.length, 4)))
  for (const ending of placeEndings) {
    const place = ending.exec(text)
    const lastDigit = text.search(/\d\D*$/)
    const gap = text.indexOf('  ', lastDigit + 1)
    if (place !== null && gap >= 0 && gap + 2 <= place.index) text = text.slice(0, gap)
  }
  return text
}

const placeEndings = [/ {2}[A-Z]{3}$/, / [A-Z]{2}(?: (?:USA|CAN))?$/]

/** Characters that are read; names are shorter. */
const LENGTH_MAX = 500

/** Removes all pieces, twice: removing one may expose another at the edge. */
function withoutAll(text: string, pieces: readonly RegExp[]): string {
  const shorter = pieces.reduce(without, text)
  return shorter === text ? text : pieces.reduce(without, shorter)
}

/** Removes one piece, unless the rest could not be a name. */
function without(text: string, noise: RegExp): string {
  const replaced = text.replace(noise, ' ')
  if (replaced === text) return text
  // The patterns rely on single spaces, and the removed piece stood between two.
  const shorter = collapsed(replaced)
  return /\p{L}{2}/u.test(shorter) && !generic.test(shorter) ? shorter : text
}

/** Words that describe a payment but name nobody. */
const generic = /^\W*(?:payment|purchase|transfer|deposit|withdrawal|refund|fee)\W*$/i

/** Returns a key that is equal for all rows of one merchant: letters only, lower case, no accents. */
export function merchantKey(descriptor: string): string {
  return cleanDescriptor(descriptor)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()
}

function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
