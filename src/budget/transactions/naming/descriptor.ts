import { prefixes, shorthand, suffixes } from './descriptor-noise.ts'
import { titled } from './titled.ts'

/**
 * What people read as the concept of a bank's row: the provider's clean name where it has one, else the raw descriptor
 * without what machines wrote around the merchant. Never empty and never only blanks.
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
 * The merchant in a raw descriptor: without processors, terminals, cards, dates, references and places; the descriptor
 * itself where nothing would be left.
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
 * Card networks lay out their fields as merchant, two or more blanks, a place without digits, and a country or a state.
 * The fields show only while blanks are not collapsed. They are searched for instead of matched by one pattern, which
 * would try every blank of a long run against every other one.
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

/** What stands further behind is nobody's name. */
const LENGTH_MAX = 500

/** What stood behind or before a piece may be the next one: what has become shorter is looked at once more. */
function withoutAll(text: string, pieces: readonly RegExp[]): string {
  const shorter = pieces.reduce(without, text)
  return shorter === text ? text : pieces.reduce(without, shorter)
}

/** A step is taken only where it leaves something that could be a name. */
function without(text: string, noise: RegExp): string {
  const replaced = text.replace(noise, ' ')
  if (replaced === text) return text
  // The patterns rely on single blanks, and the piece that was taken away stood between two.
  const shorter = collapsed(replaced)
  return /\p{L}{2}/u.test(shorter) && !nobody.test(shorter) ? shorter : text
}

/** What a payment is, not whom it went to. */
const nobody = /^\W*(?:payment|purchase|transfer|deposit|withdrawal|refund|fee)\W*$/i

/** Equal for rows of one merchant, whatever store, day or terminal: letters only, lower case, no accents. */
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
