import { keywordOf } from './keywords.ts'
import { kindOf, type Meaning, meaningsNamed, type NamedCategory } from './meanings.ts'
import { guessedHues, type Hue, looks } from '#/budget/categories/words/looks.ts'

/** How a category is painted: a hue, and an icon of lucide. */
export type Look = { readonly hue: Hue; readonly icon: string }

const icons = { expense: 'tag', income: 'coins', transfer: 'arrow-left-right' } as const

/**
 * Guesses a category's look from its name, as its meaning in any language or a word of it. A name that says nothing has the
 * icon of its kind and a hue that is always the same for it.
 */
export function guessLook({ name, kind }: Pick<NamedCategory, 'name' | 'kind'>): Look {
  const meaning =
    meaningsNamed(name).find((one) => kindOf(one) === kind) ?? meaningOfWords(name, kind)
  if (meaning === null) return { hue: hueOf(name), icon: icons[kind] }
  const [hue, icon] = looks[meaning]
  return { hue, icon }
}

function meaningOfWords(name: string, kind: NamedCategory['kind']): Meaning | null {
  const words = name.split(/[\s/&,+-]+/)
  const named = words.flatMap((word) => meaningsNamed(word)).find((one) => kindOf(one) === kind)
  if (named) return named
  const found = keywordOf(name, kind !== 'income')
  return found && kindOf(found.meaning) === kind ? found.meaning : null
}

function hueOf(name: string): Hue {
  let sum = 0
  for (const one of name.trim().toLowerCase()) sum = (sum * 31 + one.codePointAt(0)!) % 9973
  return guessedHues[sum % guessedHues.length]!
}
