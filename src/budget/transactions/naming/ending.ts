import type { Context } from './leading.ts'
import { isMonth, isYear } from './months.ts'
import { isDated, isDateLink, isTelling, purposes } from './piece-words.ts'
import { isCity, isCountry, isState } from './places.ts'
import { tailsBy } from './tail-words.ts'
import { isDate, isKind, isLongNumber, isMasked, type Token } from './tokens.ts'

/** Finds the place where the name ends: at a reference, a purpose, the number of a shop, or a sign before a place. */
export function findTail(tokens: readonly Token[], { isCard, isBooked }: Context): number {
  for (let at = 1; at < tokens.length; at++) {
    const token = tokens[at]!
    if (isTail(tokens, at)) return at
    if (isDate(token) || isMasked(token)) return isDateLink(tokens[at - 1]) ? at - 1 : at
    if (
      isBooked &&
      purposes.has(token.words.join(' ')) &&
      tokens.slice(0, at).filter(isTelling).length > 1
    )
      return at
    if (isLongNumber(token, isCard ? 2 : 3) && isShopNumber(tokens, at, isCard))
      return storeWords.has(tokens[at - 1]!.words.join(' ')) ? at - 1 : at
    if (isCard && token.text === ',' && tokens.slice(0, at).some(isTelling)) return at
    if (isBooked && token.words.length === 0 && /^-+$/.test(token.text) && at > 1) {
      if (tokens.slice(0, at).some(isTelling)) return at
    }
  }
  return tokens.length
}

/** Words before the number of a shop. */
const storeWords = new Set(
  'store stores shop filiale filial station stacja nr no str unit branch'.split(' '),
)

/** Says if the name ends before this piece. */
export function isTail(tokens: readonly Token[], at: number): boolean {
  const [first] = tokens[at]!.words
  if (first === undefined) return false
  if (/^pas\d{2,}$/.test(first)) return true
  return (tailsBy.get(first) ?? []).some(({ words, needsNumber }) => {
    const next = matchStart(tokens, at, words)
    return next !== null && (!needsNumber || next.some((one) => /\d/.test(one)))
  })
}

/** Matches words from the beginning of a piece, and returns the texts of what follows them; null if they are not there. */
function matchStart(
  tokens: readonly Token[],
  at: number,
  words: readonly string[],
): string[] | null {
  let matched = 0
  for (let next = at; next < tokens.length; next++) {
    for (const [index, word] of tokens[next]!.words.entries()) {
      if (word !== words[matched]) return null
      matched++
      if (matched === words.length) {
        const rest = tokens[next]!.words.slice(index + 1)
        const following = tokens.slice(next + 1).find((token) => token.words.length > 0)
        return rest.length > 0 ? [...rest] : [following?.text ?? '']
      }
    }
  }
  return null
}

/** Says if a number is that of a shop, with nothing but a place behind it. */
function isShopNumber(tokens: readonly Token[], at: number, isCard: boolean): boolean {
  const before = tokens.slice(0, at).filter(isTelling)
  if (before.every((token) => isGeneric(token))) return false
  const rest = tokens.slice(at + 1)
  if (isCard) return true
  const isShouted = !tokens.some(({ text }) => /\p{Ll}/u.test(text))
  return (
    isShouted &&
    rest.length > 0 &&
    rest.length <= 5 &&
    rest.every((token) => /^\p{Lu}/u.test(token.text))
  )
}

/** Kinds of places that many have in their names, so that a number belongs to the name: `Studio 54`. */
const general = new Set(
  'cafe bar hotel restaurant club studio pizzeria taxi route via calle rue apotheke farmacia pharmacie bus'.split(
    ' ',
  ),
)

function isGeneric(token: Token): boolean {
  return token.words.length === 1 && general.has(token.words[0]!)
}

const legalForms = new Set(
  'gmbh pty ag kg ohg mbh ug se ltd limited plc llc inc corp sa sas sarl sl slu sau srl spa bv nv vof asa ab aps oy oyj lda ltda bvba eg as'.split(
    ' ',
  ),
)

/** Legal forms that are written with points, and so split into letters. */
const splitForms = new Set(
  's a|s l|s l u|s a u|s r l|s p a|b v|n v|a s|s r o|sp z o o|s a r l|a g|coop v|c v|e v|s c a|s c|e g'.split(
    '|',
  ),
)

type Place = {
  /** A place may follow: the payment was made in a shop. */
  readonly isPlaced: boolean
  /** The town has been found already. A second one is part of the name. */
  readonly hasTown: boolean
}

/** Removes numbers, dates, legal forms, countries and, after a payment by card, the town from the end. */
export function withoutEnd(tokens: readonly Token[], place: Place): readonly Token[] {
  let kept = tokens
  let { isPlaced, hasTown } = place
  for (;;) {
    const count = endingLength(kept, { isPlaced, hasTown })
    const shorter = kept.slice(0, kept.length - count)
    if (count === 0 || !shorter.some(isTelling)) return kept
    const gone = kept
      .slice(-count)
      .flatMap(({ words }) => words)
      .join(' ')
    if (isCountry(gone) || isState(gone)) isPlaced = true
    if (isCity(gone)) hasTown = true
    kept = shorter
  }
}

/** How many pieces at the end belong to no name. */
function endingLength(tokens: readonly Token[], { isPlaced, hasTown }: Place): number {
  const last = tokens.at(-1)
  if (!last) return 0
  if (last.words.length === 0) return /^[&+!?)"'’.]+$/.test(last.text) ? 0 : 1
  if (isDated(last) || isMasked(last) || isKind(last, 'amount')) return 1
  if (
    tokens.length > 2 &&
    isYear(last.words.join(' ')) &&
    isMonth(tokens.at(-2)!.words.join(' '))
  ) {
    return 2
  }
  if (isPlaced && /^\d{1,2}$/.test(last.text) && endsInCity(tokens.slice(0, -1))) return 1
  if (isLongNumber(last, isPlaced ? 2 : 3) || isKind(last, 'terminal')) return 1
  if (isPlaced && isKind(last, 'currency')) return 1
  const isShouted = !/\p{Ll}/u.test(last.text)
  if (isShouted && isState(last.words.join(' ')) && endsInCity(tokens.slice(0, -1))) return 1
  for (const count of [4, 3, 2, 1]) {
    if (tokens.length <= count) continue
    const words = tokens.slice(-count).flatMap((token) => token.words)
    const joined = words.join(' ')
    if (splitForms.has(joined)) return count
    if (count === 1 && legalForms.has(joined) && isLegal(last.text)) return count
    if (
      isShouted &&
      count <= 2 &&
      joined.length >= 2 &&
      isCountry(joined) &&
      (isPlaced || joined.length === 3)
    )
      return count
    if (isPlaced && !hasTown && isCity(joined) && !belongs(tokens.at(-count - 1))) return count
  }
  return isPlaced && after.has(last.words.join(' ')) ? 1 : 0
}

function endsInCity(tokens: readonly Token[]): boolean {
  return [1, 2, 3].some((count) => {
    const words = tokens.slice(-count).flatMap((token) => token.words)
    return tokens.length > count && isCity(words.join(' '))
  })
}

/** Words at the end of a payment by card that say how it was made. */
const after = new Set(
  'contactless den dato kl um on am vom mobile online internet web cd cz dankt'.split(' '),
)

/** `as` and `se` are words too, so they count only as companies write them. */
function isLegal(text: string): boolean {
  return !/^(?:as|se|sa|spa|sas)$/.test(text)
}

/** Says if a town behind this word is part of a name: `Metro de Madrid`, `Stadtwerke Bonn`. */
function belongs(token: Token | undefined): boolean {
  const word = token?.words.at(-1) ?? ''
  return linking.has(word) || /(?:werke?|bank|kasse|bahn|museum|verein|betriebe)$/.test(word)
}

const linking = new Set(
  (
    'de da di do del dei della of von van am an in im a u zu d des du la le el les los las the den det og y e et und and bei aan op ' +
    'stadt stad ville city comune mairie ayuntamiento gemeente kommune metro hotel hotels museum universitat university universidad port airport aeroport ' +
    'bank club fc real atletico new san santa st saint sankt north south east west'
  ).split(' '),
)
