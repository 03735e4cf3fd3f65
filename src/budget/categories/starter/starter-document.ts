import type { LanguageTag } from '#/core/values/languages.ts'
import { guessLook } from '#/budget/categories/look.ts'
import { starterSets } from './starter-sets.ts'

/** Lists the usual categories as a household document does, for a household that begins with them. */
export function starterDocument(language: LanguageTag) {
  return starterSets[language].flatMap(({ name, kind, members }) =>
    [name, ...members].map((one) => ({
      ref: one,
      name: one,
      kind,
      parent: one === name ? null : name,
      starter: true,
      ...guessLook({ name: one, kind }),
    })),
  )
}
