import { findFirst } from './brands.ts'
import { findTail, isTail, withoutEnd } from './ending.ts'
import { skipBooking } from './leading.ts'
import { isDated, isTelling, matchWords } from './piece-words.ts'
import { isKind, isMasked, isReference, isWord, type Token, tokensOf } from './tokens.ts'

export type Stripped = {
  /** The rest of the text: the name of the payee, perhaps with a place. Empty if nothing is left. */
  readonly text: string
  /** A brand that these words begin with. */
  readonly brand: string | null
}

/**
 * Removes what banks write around the name of the payee: booking words, cards, dates, times, amounts and numbers
 * before it, references, purposes, shop numbers and places after it. It looks at each piece once or twice, so it takes
 * linear time.
 */
export function strip(text: string): Stripped {
  const tokens = tokensOf(text)
  const { from, isCard, isBooked } = skipBooking(tokens)
  const cash = cashLength(tokens, from)
  if (cash > 0)
    return { text: text.slice(tokens[from]!.start, tokens[from + cash - 1]!.end), brand: null }
  const after = tokens.slice(from)
  const until = findTail(after, { isCard, isBooked })
  // The number of the shop may belong to the brand: `Rema 1000`.
  const isNumbered = until < after.length && isKind(after[until]!, 'number')
  const brand =
    (isNumbered ? brandOf(after.slice(0, until + 1)) : null) ?? brandOf(after.slice(0, until))
  if (brand !== null) return { text: brand, brand }
  const kept = withoutEnd(after.slice(0, until), {
    isPlaced: isCard,
    hasTown: after[until]?.text === ',',
  })
  const [first] = kept
  const last = kept.at(-1)
  const letters = kept.reduce((sum, { words }) => sum + words.join('').length, 0)
  if (!first || !last || letters < 3 || isOwnAccount(kept)) return { text: '', brand: null }
  const beyond = brandBeyond(after, until)
  if (beyond !== null) return { text: beyond, brand: beyond }
  return { text: text.slice(first.start, last.end), brand: null }
}

/** Says if these words name nobody, or only another account of the household, so that the rest of the text tells more. */
function isOwnAccount(tokens: readonly Token[]): boolean {
  const telling = tokens.filter(isTelling)
  return telling.every(({ words }) =>
    words.every((word) => word.length < 3 || ownAccounts.has(word)),
  )
}

/** Words for accounts of one's own, and for the card that is paid. */
const ownAccounts = new Set(
  (
    'sav savings saving checking chk account acct current brokerage transaction credit credito crédito kredit kreditkarte creditcard card carta carte tarjeta tarjetas cartao fatura factura ' +
    'cuenta ahorro ahorros conto deposito risparmio livret epargne compte sparkonto tagesgeld konto spaarrekening rekening poupanca conta opsparing sparekonto lonnskonto brukskonto ' +
    'sparkonto sparande oszczednosciowe sporici ucet visa mastercard amex'
  ).split(' '),
)

/**
 * Finds a brand behind a day or a card in the middle of a text: then the words before it are booking words that are not
 * known here.
 */
function brandBeyond(tokens: readonly Token[], until: number): string | null {
  let at = until
  while (at < tokens.length && (isDated(tokens[at]) || isMasked(tokens[at]!))) at++
  return at > until && at < tokens.length ? brandOf(tokens.slice(at)) : null
}

function brandOf(tokens: readonly Token[]): string | null {
  return brandNamed(tokens.flatMap(({ words }) => words))
}

/**
 * Returns the name of the brand that words begin with, as `brandWords` splits them. A bank's name says less than the words
 * behind it, such as a payment of its card.
 */
export function brandNamed(words: readonly string[]): string | null {
  const found = findFirst(words)
  if (!found || (found.brand.kind === 'bank' && found.count < words.length)) return null
  return found.brand.name
}

/** The words that tell most of a text that names nobody: all but numbers, references and how it was done. */
export function tellingWords(text: string): string {
  const tokens = tokensOf(text)
  const words = (of: readonly Token[]) => {
    const all = of.filter(
      (token) => isWord(token) && !isReference(token) && !isKind(token, 'bookedDate'),
    )
    const some = all.filter((token) => !channels.has(token.words.join(' ')))
    return some.length > 0 ? some : all
  }
  const until = tokens.findIndex((_, at) => at > 0 && isTail(tokens, at))
  const before = words(tokens.slice(0, until < 1 ? undefined : until))
  const telling = before.length > 1 ? before : words(tokens)
  return telling.map((token) => token.text).join(' ')
}

const channels = new Set('web online mobile internet www'.split(' '))

/** How many pieces say that cash was taken out, and not from whom. */
function cashLength(tokens: readonly Token[], from: number): number {
  const first = tokens[from]?.words[0]
  const found = cashWords.find(
    (words) => words[0] === first && matchWords(tokens, from, words) !== null,
  )
  return found === undefined ? 0 : matchWords(tokens, from, found)! - from
}

/** How banks say that cash was taken out, the longest first. */
const cashWords = (
  'cash withdrawal|atm withdrawal|atm cash withdrawal|bargeldauszahlung|bargeldabhebung|bargeldbezug|geldautomat|bankomat|bankomatbezug|auszahlung geldautomat|' +
  'retrait dab|retrait gab|retrait|retrait especes|reintegro cajero|reintegro|retirada cajero|retirada efectivo|disposicion cajero|disposicion efectivo|prelievo bancomat|prelievo|prelievo contanti|prelievo atm|prelevamento|' +
  'geldautomaat|geldopname|opname|levantamento atm|levantamento|saque|saque 24h|haevet i automat|kontanthaevning|haevning|kontantuttak|minibankuttak|minibank|uttag bankomat|bankomatuttag|kontantuttag|uttag|' +
  'wyplata z bankomatu|wyplata gotowki|wyplata|vyber z bankomatu|vyber hotovosti|vyber'
)
  .split('|')
  .map((words) => words.split(' '))
  .toSorted((a, b) => b.length - a.length)
