import type { Options } from 'minisearch'

// How texts and searches are divided into words: the same for the index, which is built beforehand, and in the browser.

/** One thing that can be found: a section of a guide, or an operation. */
export type Entry = {
  readonly id: number
  readonly heading: string
  /** Path and operation id, or the status of an error; empty for a section of a guide. */
  readonly names: string
  readonly page: string
  readonly text: string
  /** The beginning of the text. */
  readonly lead: string
  /** The address, as seen from the folder of the site. */
  readonly path: string
  /** Of an operation; empty for a section. */
  readonly method: string
}

/** Words that are in every text, and say nothing about it. */
const EVERYWHERE: ReadonlySet<string> = new Set(
  'a an and are as at be but by for from has have if in is it its not of on or so than that the then they this to was were which with'.split(
    ' ',
  ),
)

export const options: Options<Entry> = {
  idField: 'id',
  fields: ['heading', 'names', 'page', 'text'],
  storeFields: ['heading', 'names', 'page', 'lead', 'path', 'method'],
  tokenize: words,
  processTerm: (word) => (EVERYWHERE.has(word.toLowerCase()) ? null : word.toLowerCase()),
  searchOptions: {
    boost: { heading: 5, names: 4, page: 2 },
    prefix: (word) => word.length >= 3,
    fuzzy: (word) => (word.length >= 4 ? 0.2 : false),
    maxFuzzy: 2,
    weights: { prefix: 0.6, fuzzy: 0.3 },
    combineWith: 'AND',
  },
}

/** Divides at everything that is neither letter nor digit. `listTransactions` counts as itself and as its two words. */
export function words(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => {
    const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})/u)
    return parts.length > 1 ? [word, ...parts] : word === '' ? [] : [word]
  })
}
