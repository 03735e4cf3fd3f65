import { type LanguageTag as Language, languageTags } from '#/core/values/languages.ts'
import type { Catalogue } from './catalogue.ts'

export type { Language }

/** Loads a language; each is a separate chunk. */
export const languages = {
  en: { name: 'English', load: () => import('./en/english.ts').then(({ english }) => english) },
  es: { name: 'Español', load: () => import('./es/spanish.ts').then(({ spanish }) => spanish) },
  de: { name: 'Deutsch', load: () => import('./de/german.ts').then(({ german }) => german) },
} as const satisfies Record<Language, { name: string; load: () => Promise<Catalogue> }>

const KEY = 'earmark.language'

function isLanguage(text: string | null | undefined): text is Language {
  return text != null && Object.hasOwn(languages, text)
}

/** Returns the chosen language, else the first of the browser's languages that exists here. */
export function preferredLanguage(): Language {
  const chosen = read(KEY)
  if (isLanguage(chosen)) return chosen
  const spoken = navigator.languages.map((one) => one.split('-')[0]).find(isLanguage)
  return spoken ?? languageTags[0]
}

/** Returns the browser's locale if its language matches: `en-IN` and `en-GB` group digits differently. */
export function localeOf(language: Language): string {
  return navigator.languages.find((one) => one.split('-')[0] === language) ?? language
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // Storage may be forbidden: the choice lasts until the page is closed.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
