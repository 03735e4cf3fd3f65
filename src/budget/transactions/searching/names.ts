import { fold } from '#/core/values/fold.ts'

/** Something of the household that a search names. */
export type Named = {
  readonly id: string
  readonly name: string
  /** The group of a category, which names its categories too. */
  readonly parent?: string | null
}

/** The fewest letters by which a plain word finds a category: shorter ones begin too many names. */
const WORD_MIN = 3

/** Returns the ids whose name a person means: the same name, else names with such words, else names that contain the text. */
export function idsNamed(all: readonly Named[], typed: string): readonly string[] {
  const text = fold(typed)
  const tests = [
    (name: string) => name === text,
    (name: string) => beginsWord(name, text),
    (name: string) => name.includes(text),
  ]
  for (const test of tests) {
    const found = new Set(all.filter(({ name }) => test(fold(name))).map(({ id }) => id))
    const within = all.filter(({ id, parent }) => !found.has(id) && parent && found.has(parent))
    if (found.size > 0) return [...found, ...within.map(({ id }) => id)]
  }
  return []
}

/** Returns the categories that a plain word finds beside the text of payments. */
export function idsSuggested(all: readonly Named[], typed: string): readonly string[] {
  const text = fold(typed)
  if (text.length < WORD_MIN) return []
  return all.filter(({ name }) => beginsWord(fold(name), text)).map(({ id }) => id)
}

function beginsWord(name: string, text: string): boolean {
  return text !== '' && ` ${name}`.includes(` ${text}`)
}
