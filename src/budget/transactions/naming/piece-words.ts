import { isDate, isKind, isWord, type Token } from './tokens.ts'

/** Purposes that stand before the payee, with the month they are for. */
export const purposes = new Set(
  'miete rent loyer alquiler affitto huur husleje husleie hyra czynsz najem gehalt lohn abschlag beitrag mzda nomina stipendio salaire salary huurprijs salaris lon lonn'.split(
    ' ',
  ),
)

/** Words before a day. */
const dateLinks = new Set('vom of on del du de le den dato el am d um ore dne z dnia il'.split(' '))

export function isDated(token: Token | undefined): boolean {
  if (token !== undefined && /^\d{6}$/.test(token.text)) return true
  return token !== undefined && (isDate(token) || isKind(token, 'time'))
}

/** Says if a piece joins a day to what stands before it. */
export function isDateLink(token: Token | undefined): boolean {
  return dateLinks.has(token?.words.join(' ') ?? '')
}

/** Returns the place after the pieces whose words are these; null if they are not, or end within a piece. */
export function matchWords(
  tokens: readonly Token[],
  at: number,
  words: readonly string[],
): number | null {
  let matched = 0
  for (let next = at; next < tokens.length; next++) {
    for (const word of tokens[next]!.words) {
      if (word !== words[matched]) return null
      matched++
    }
    if (matched === words.length) return next + 1
  }
  return null
}

/** Says if a piece may be a name by itself. */
export function isTelling(token: Token): boolean {
  if (!/\p{L}{2}/u.test(token.text) || !isWord(token)) return false
  return token.words.some((word) => word.length > 1 && !empty.has(word))
}

/** Words that describe a payment and name nobody. */
const empty = new Set(
  (
    'payment payments pmt purchase transfer deposit withdrawal refund fee thank you received web online mobile autopay and the ' +
    'credit debit direct card met kaart kaartnummer'
  ).split(' '),
)
