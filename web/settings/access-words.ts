import type { access } from '#web/text/en/access.ts'
import { createFormats } from '#web/text/formats.ts'
import { createLateWords } from '#web/text/late-words.ts'

export type AccessWords = ReturnType<typeof access>

/** The words of the list of everything that can get in: only its screen loads them. */
export const useAccessWords = createLateWords<AccessWords>({
  en: () => import('#web/text/en/access.ts').then((file) => file.access(createFormats('en'))),
  es: () => import('#web/text/es/access.ts').then((file) => file.access(createFormats('es'))),
  de: () => import('#web/text/de/access.ts').then((file) => file.access(createFormats('de'))),
})
