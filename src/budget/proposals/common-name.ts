import { fold } from '#/core/values/fold.ts'

/** The fewest letters that are a name. */
const LETTERS_MIN = 3

/**
 * Returns the words that all of the last payments share, as the newest writes them: “Husleie November” and “Husleie Oktober”
 * are Husleie in any language. If they share nothing, the newest name.
 */
export function commonName(names: readonly string[]): string {
  const [newest = '', ...earlier] = names
  const sets = earlier.map((name) => new Set(fold(name).split(' ')))
  const words = newest.split(/\s+/).filter((word) => {
    const folded = fold(word).split(' ')
    return sets.every((set) => folded.every((part) => set.has(part)))
  })
  // A dash before the name of a month is left over.
  while (words.length > 0 && fold(words.at(-1)!) === '') words.pop()
  const shared = words.join(' ')
  return fold(shared).length >= LETTERS_MIN ? shared : newest
}
