import { incomeWords, refundWords } from '#/budget/categories/words/income.ts'
import type { Meaning } from '#/budget/categories/words/meanings.ts'
import { plainWords } from '#/budget/categories/words/plain-words.ts'
import { bankWords, spendingWords, weakSpendingWords } from '#/budget/categories/words/spending.ts'

export type Keyword = { readonly word: string; readonly meaning: Meaning }

/** Ranks words of the same length: words of banks come first, weak words last. */
const [BANK, PLAIN, WEAK] = [0, 1, 2]

type Phrase = Keyword & { readonly words: readonly string[]; readonly strength: number }

type Table = Partial<Record<Meaning, string>>

/** Lists phrases by their first word, longest and strongest first. */
function index(...tables: readonly (readonly [Table, number])[]): ReadonlyMap<string, Phrase[]> {
  const phrases = tables.flatMap(([table, strength]) =>
    Object.entries(table).flatMap(([meaning, listed]) =>
      listed.split('|').map((word): Phrase => {
        return { word, words: word.split(' '), meaning: meaning as Meaning, strength }
      }),
    ),
  )
  return Map.groupBy(phrases, ({ words }) => words[0]!)
}

const outgoing = index([bankWords, BANK], [spendingWords, PLAIN], [weakSpendingWords, WEAK])
const incoming = index([incomeWords, PLAIN])
const refunds = new Set(refundWords.split('|'))

/** Endings of compound words, in languages that write them as one. */
const endings: readonly (readonly [string, Meaning])[] = (
  [
    ['insurance', 'versicherung|versicherungen|versicherungs|verzekering|forsikring|forsakring'],
    ['pharmacy', 'apotheke|apotheek|apotek'],
    ['groceries', 'backerei|baeckerei|metzgerei|supermarkt|bakkerij|slagerij|bageri|bakeri'],
    ['restaurants', 'restaurant|restaurang|gaststatte|gaststaette|imbiss|pizzeria'],
    ['fuel', 'tankstelle|tankstation|bensinstation'],
    ['parking', 'parkhaus|garage|parkering|parkplatz'],
    ['utilities', 'stadtwerke'],
    ['water', 'wasserwerke|wasserversorgung|wasserbetriebe|vandvaerk'],
    ['energy', 'energie|stromversorgung|gasversorgung|elnat|elverk|energi'],
    ['taxes', 'steuer|belasting|skatt|skat'],
    ['household', 'baumarkt|bouwmarkt|tuincentrum|gartencenter|mobelhaus'],
    ['health', 'zahnarzt|praxis|klinik|tandlaege|tannlege|tandlakare|krankenhaus'],
    ['transport', 'verkehrsbetriebe|verkehrsverbund|trafik|trafikk'],
    ['lodging', 'hotel|hotell'],
    ['books', 'buchhandlung|bokhandel|boghandel|boekhandel'],
    ['education', 'schule|hochschule'],
    ['restaurants', 'eetcafe|gasthof'],
    ['coffee', 'cafe|kaffee'],
  ] as const
).flatMap(([meaning, listed]) => listed.split('|').map((ending) => [ending, meaning] as const))

/** A text, or its plain words, so that a text is split once for several questions. */
type Text = string | readonly string[]

function wordsOf(text: Text): readonly string[] {
  return typeof text === 'string' ? plainWords(text) : text
}

/** The fewest letters before an ending. With fewer, the ending is part of a different word. */
const BEFORE_ENDING = 3

/**
 * Finds the word or phrase of a text that says what the money is for: the longest, of equal ones the strongest, then the
 * first. `isOut` tells money that goes out from money that comes in, whose words differ: `Miete` is rent or rent received.
 */
export function keywordOf(text: Text, isOut: boolean): Keyword | null {
  const words = wordsOf(text)
  const found = best(words, isOut ? outgoing : incoming) ?? (isOut ? byEnding(words) : null)
  return found && { word: found.word, meaning: found.meaning }
}

/** Finds a word of the banks themselves, for cash, fees and savings. */
export function bankWordOf(text: Text): Keyword | null {
  const found = best(wordsOf(text), outgoing)
  return found?.strength === BANK ? { word: found.word, meaning: found.meaning } : null
}

/** Tells if a text says that money is given back. */
export function isRefund(text: Text): boolean {
  return wordsOf(text).some((word) => refunds.has(word))
}

function best(
  words: readonly string[],
  phrases: ReadonlyMap<string, readonly Phrase[]>,
): Phrase | null {
  let chosen: Phrase | null = null
  for (let at = 0; at < words.length; at++) {
    const begun = phrases.get(words[at]!)
    if (begun === undefined) continue
    for (const phrase of begun) {
      const isThere = phrase.words.every((one, further) => words[at + further] === one)
      if (!isThere) continue
      if (chosen === null || isBetter(phrase, chosen)) chosen = phrase
    }
  }
  return chosen
}

function isBetter(one: Phrase, other: Phrase): boolean {
  if (one.strength !== other.strength) return one.strength < other.strength
  return one.words.length > other.words.length
}

function byEnding(words: readonly string[]): Keyword | null {
  for (const word of words) {
    const found = endings.find(
      ([ending]) => word.length >= ending.length + BEFORE_ENDING && word.endsWith(ending),
    )
    if (found) return { word, meaning: found[1] }
  }
  return null
}
