/**
 * The languages of the application by their tags, the fallback first. To add one, write its tag here: the compiler then asks for
 * its folder (`web/text/language.ts`) and its usual categories (`budget/categories/starter/starter-sets.ts`).
 */
export const languageTags = ['en', 'es', 'de'] as const

export type LanguageTag = (typeof languageTags)[number]
