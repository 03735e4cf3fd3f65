import type { Words } from '#web/text/en/providers.ts'
import { createLateWords } from '#web/text/late-words.ts'

/** The words of signing in through a provider: only the screens that need them load them. */
export const useProviderWords = createLateWords<Words>({
  en: () => import('#web/text/en/providers.ts').then((file) => file.providers),
  es: () => import('#web/text/es/providers.ts').then((file) => file.providers),
  de: () => import('#web/text/de/providers.ts').then((file) => file.providers),
})
