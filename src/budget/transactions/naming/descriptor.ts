import { brandWords } from './brand-words.ts'
import { prefixes, processors, shorthand, suffixes } from './descriptor-noise.ts'
import { namedField, withoutSepaFields } from './named-fields.ts'
import { brandNamed, strip, tellingWords } from './strip.ts'
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
    return index === 0 && !isMachineText(blanksCollapsed) ? blanksCollapsed : cleanDescriptor(text)
  }
  return candidates.map(collapsed).find((text) => text !== '') ?? 'Transaction'
}

/** Says if a payee is written as machines write it: in capitals, or with long numbers and slashes. */
function isMachineText(payee: string): boolean {
  const isShouted = /\p{Lu}{2}/u.test(payee) && !/\p{Ll}/u.test(payee) && payee.length > SHORT
  return isShouted || /\d{4}|\/\/|\*/.test(payee)
}

/** Short names in capitals are written so by people too. */
const SHORT = 4

/**
 * Extracts the name of the payee from a raw descriptor: removes processors, terminals, cards, dates, references and
 * places, and writes a known brand as the brand does. Where nothing names anybody, returns the words that tell most.
 */
export function cleanDescriptor(raw: string): string {
  const folded = raw.normalize('NFKC').trim().slice(0, LENGTH_MAX)
  const whole = collapsed(folded)
  const known = shorthand.find(([pattern]) => pattern.test(whole))
  if (known) return known[1]
  const named = namedField(whole) ?? withoutSepaFields(beforePlace(collapsed(withoutPlace(folded))))
  const { text, brand } = strip(
    withoutAll(named.replaceAll(gluedMonth, '$1 $2').replace(address, ''), processors),
  )
  if (brand !== null) return brand
  if (text === '') return titled(tellingWords(whole) || whole)
  return withoutRest(text) || titled(whole)
}

/** Removes what `strip` leaves: patterns that span several pieces. */
function withoutRest(stripped: string): string {
  let text = withoutAll(stripped, prefixes)
  const known = shorthand.find(([pattern]) => pattern.test(text))
  if (known) return known[1]
  text = withoutAll(text, suffixes)
  text = withoutDomain(collapsed(text).replace(trailingSigns, ''))
  return brandNamed(brandWords(text)) ?? titled(text)
}

/** A purpose and its month without a blank: `MIETE04/26`. */
const gluedMonth = /(\p{L}{3})(\d{2}\/\d{2,4})(?![\p{L}\p{N}/])/gu

/** The beginning of an address in the web. */
const address = /(?<![\p{L}\p{N}])www\./iu

/** German cards write the place behind two slashes. */
function beforePlace(text: string): string {
  const at = text.search(/(?<!:)\/\//)
  return at > 0 && /\p{L}{2}/u.test(text.slice(0, at)) ? text.slice(0, at) : text
}

/** The name of a site is its address without the parts that all addresses have. */
function withoutDomain(text: string): string {
  const site = /^(?:www\.)?([\p{L}\p{N}-]{3,40})\.(?:co\.)?[a-z]{2,3}$/iu.exec(text)
  return site ? site[1]! : text
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

function collapsed(text: string): string {
  return uneven.test(text) ? text.replaceAll(/\s+/g, ' ').trim() : text.trim()
}

/** Blanks that are not one space. */
const uneven = /\s\s|[^\S ]/
