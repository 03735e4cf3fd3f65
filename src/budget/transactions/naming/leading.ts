import { bookingWords } from './booking-words.ts'
import { findFirst } from './brands.ts'
import { isMonthOfPurpose } from './months.ts'
import { isDated, isDateLink, matchWords, purposes } from './piece-words.ts'
import { isCountry } from './places.ts'
import { isKind, isMasked, isReference, type Token } from './tokens.ts'

/** How a payment was made, as far as its booking words say. */
export type Context = { readonly isCard: boolean; readonly isBooked: boolean }

/** Finds the first piece that is neither a booking word nor machine text. */
export function skipBooking(tokens: readonly Token[]): Context & { from: number } {
  let from = 0
  let isCard = false
  let isBooked = false
  while (from < tokens.length) {
    const token = tokens[from]!
    if (from > 0 && isNamed(tokens, from)) break
    const labelled = labelLength(tokens, from)
    if (labelled > 0) {
      from += labelled
      isCard ||= isNumberOfCard(token)
      isBooked = true
      if (tokens[from]?.text === 'a' || isLink(tokens, from)) from++
      continue
    }
    const booking = bookingAt(tokens, from)
    if (booking !== null && !(from === 0 && isNamed(tokens, from))) {
      from = booking.next
      isCard ||= booking.isCard
      isBooked = true
    } else if (cardMark.test(token.text)) {
      from++
      isCard = true
      isBooked = true
    } else if (isLeadingNoise(tokens, from, isBooked)) {
      from++
      isCard ||= isMasked(token)
      if (isBooked && isLink(tokens, from)) from++
    } else if (isBooked && isPurposeOf(tokens, from)) from += 2
    else if (isBooked && isMonthBefore(tokens, from)) from++
    else if (isBooked && isDateLink(token) && isDated(tokens[from + 1])) from += 2
    else break
  }
  return { from, isCard, isBooked }
}

/** Says if a brand of several letters begins here, so that nothing of its name is taken for a booking word. */
function isNamed(tokens: readonly Token[], at: number): boolean {
  const words = tokens.slice(at, at + 4).flatMap((token) => token.words)
  const found = findFirst(words)
  return found !== null && (found.count > 1 || !bookingWords.has(words[0] ?? ''))
}

/** Finds the longest booking words that begin with a piece and end with one. */
function bookingAt(tokens: readonly Token[], at: number) {
  const first = tokens[at]!.words[0]
  if (first === undefined) return null
  for (const { words, isCard } of bookingWords.get(first) ?? []) {
    const next = matchWords(tokens, at, words)
    if (next !== null) return { next, isCard }
  }
  return null
}

/** The number of a card as savings banks of Germany write it. */
const cardMark = /^(?:debitk\.\d|(?:trj|tarj|tj|cb|visa|card)\.?[*x]?\d{4})$/i

/** Words before a number that is not part of a name: of cards, of terminals, of payments. */
const labels = new Set(
  'nr no n numero nummer term terminal transactie transactienr pasvolgnr pasnr kaartnr ref kartennr trx auth'.split(
    ' ',
  ),
)

/** Words before the number of a card, which are booking words where they come first. */
const cards = new Set('carta card carte karte kort tarjeta karty kaart cartao'.split(' '))

/** How many pieces a number with its label has here; 0 if it has none. */
function labelLength(tokens: readonly Token[], at: number): number {
  const label = tokens[at]!.words.join(' ')
  if (!labels.has(label) && !(at > 0 && cards.has(label))) return 0
  let next = at + 1
  while (tokens[next]?.words.length === 0) next++
  const numbered = tokens[next]
  if (numbered === undefined || next === tokens.length - 1) return 0
  return /\d/.test(numbered.text) || isMasked(numbered) ? next + 1 - at : 0
}

function isNumberOfCard(token: Token): boolean {
  return /^(?:pasvolgnr|pasnr|kaartnr|kartennr|term|nr)/.test(token.words[0] ?? '')
}

/** Words that join a card or a number to the shop. */
const links = new Set('en at w u bei hos presso v chez aan bij to esercente'.split(' '))

function isLink(tokens: readonly Token[], at: number): boolean {
  const [word = ''] = tokens[at]?.words ?? []
  return tokens.length > at + 1 && (links.has(word) || tokens[at + 1]!.text === ':')
}

/** Says if a purpose and its day or month stand here, with more behind them. */
function isPurposeOf(tokens: readonly Token[], at: number): boolean {
  const isPurpose = purposes.has(tokens[at]!.words.join(' '))
  return isPurpose && isDated(tokens[at + 1]) && tokens.length > at + 2
}

/** Says if a month stands here between booking words for a monthly payment and a name. */
function isMonthBefore(tokens: readonly Token[], at: number): boolean {
  const before = tokens
    .slice(0, at)
    .findLast(({ words }) => words.length > 0)
    ?.words.at(-1)
  const [word = ''] = tokens[at]!.words
  return tokens.length > at + 1 && before !== undefined && isMonthOfPurpose([before, word], 1)
}

function isLeadingNoise(tokens: readonly Token[], at: number, isBooked: boolean): boolean {
  const token = tokens[at]!
  if (token.words.length === 0) return true
  if (isKind(token, 'bookedDate') || isDated(token) || isMasked(token)) return true
  if (isKind(token, 'amount')) return true
  const beside = [tokens[at - 1], tokens[at + 1]]
  const isBesideAmount = beside.some((one) => one !== undefined && isKind(one, 'amount'))
  if (isKind(token, 'currency')) return isBooked || isBesideAmount
  if (!isBooked) return isKind(token, 'number') && isDated(tokens[at + 1])
  if (isKind(token, 'terminal') || isReference(token)) return true
  if (isKind(token, 'number')) return tokens.length > at + 1
  // `POS 41,15 AT K1`: the country of the till.
  return isBesideAmount && token.text.length === 2 && isCountry(token.words[0]!)
}
