import { createFormats } from '#web/text/formats.ts'
import { createLateWords } from '#web/text/late-words.ts'
import type { keys } from '#web/text/en/keys.ts'

export type KeyWords = ReturnType<typeof keys>

/** The words of the rights and places of keys: only their screens load them. */
export const useKeyWords = createLateWords<KeyWords>({
  en: () => import('#web/text/en/keys.ts').then((file) => file.keys(createFormats('en'))),
  es: () => import('#web/text/es/keys.ts').then((file) => file.keys(createFormats('es'))),
  de: () => import('#web/text/de/keys.ts').then((file) => file.keys(createFormats('de'))),
})
