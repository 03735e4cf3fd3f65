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
  // Two blanks and a place is how card networks lay out their fields, before anybody collapses the blanks.
  const withoutPlace = folded
    .replace(/(?<!\s)\s{2,}\D*\s{2,}[A-Z]{3}$/, '')
    .replace(/(?<!\s)\s{2,}\D*\s[A-Z]{2}(?:\s(?:USA?|CAN?))?$/, '')
  let text = collapsed(withoutPlace)
  text = withoutAll(text, prefixes)
  const known = shorthand.find(([pattern]) => pattern.test(text))
  if (known) return known[1]
  text = withoutAll(text, suffixes)
  text = collapsed(text).replace(/[\s*#,;:./-]+$/, '')
  return titled(text || collapsed(folded))
}

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
  const shorter = replaced.trim()
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
